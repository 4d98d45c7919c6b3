"""What do documents work with? Ports and settings, chosen by bootstrap."""

from collections.abc import Callable
from dataclasses import dataclass

from quaidpy.document_ports import DocumentIndex, OutlineReader, ProjectFolders, ProjectRows
from quaidpy.domain.identity import Owner
from quaidpy.domain.tuning import DocumentsTuning
from quaidpy.ports import Clock, Embedder, IdSource


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentTools:
    """`redact`: takes secrets out of a text."""

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
