"""What is answered of the mirror?"""

from pydantic import Field

from quaidpy.interfaces.api.responses import Answered


class Mirrored(Answered):
    folder: str | None = Field(description="null where nothing is mirrored")
    memories: int
    pages: int


class MirrorNote(Answered):
    memory: str
    text: str


class MirrorRewording(MirrorNote):
    before: str
    kind: str | None = Field(description="its new one")


class MirrorNew(Answered):
    text: str
    kind: str | None


class MirrorSynced(Answered):
    folder: str
    dry_run: bool
    run: str | None = Field(description="what undo takes back; null where nothing was taken in")
    reworded: list[MirrorRewording]
    ticked: list[MirrorNote] = Field(description="tasks that are done")
    struck: list[MirrorNote] = Field(description="forgotten: their items are gone")
    added: list[MirrorNew]
    memories: int
    pages: int
    written: int = Field(description="pages that had to be written")
    notes: list[str] = Field(description="what was left as it is, and why")
