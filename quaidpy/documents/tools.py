"""What do documents work with? Ports and settings, chosen by wiring."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from quaidpy.domain.identity import Owner, RunId
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.tuning import DocumentsTuning
from quaidpy.ports.documents import DocumentIndex, History, OutlineReader, ProjectFolders, ProjectRows
from quaidpy.ports.embedding import Embedder
from quaidpy.ports.machine import Clock, IdSource


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentTools:
    """`redact`: takes secrets out of a text. `run`: of the janitor, when it is the one at work."""

    owner: Owner
    rows: ProjectRows
    index: DocumentIndex
    folders: ProjectFolders
    outline: OutlineReader
    embedder: Embedder | None
    clock: Clock
    ids: IdSource
    tuning: DocumentsTuning
    redact: Callable[[str], str]
    history: History
    run: RunId | None = None

    def cause(self, verb: str, why: str) -> Cause:
        """Who changes something, and why."""
        who: Literal["janitor", "user"] = "user" if self.run is None else "janitor"
        return Cause(owner=self.owner, verb=verb, why=why, who=who, run=self.run)
