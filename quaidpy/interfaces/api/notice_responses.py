"""What is answered of notices and of who wants which?"""

from pydantic import Field

from quaidpy.interfaces.api.responses import Answered


class Subscribed(Answered):
    id: str
    to: str = Field(description="who is told")
    about: dict[str, str]
    made_at: str


class NoticeRow(Answered):
    id: str
    to: str
    kind: str
    memory: str | None
    happened_at: str
    state: str = Field(description="waiting, given")
    given_at: str | None
    text: str | None = Field(None, description="where it is given")


class Notices(Answered):
    notices: list[NoticeRow]
    subscriptions: list[Subscribed] = Field(default=[])


class Ended(Answered):
    ended: str
