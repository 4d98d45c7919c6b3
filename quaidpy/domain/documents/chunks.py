"""What does a document consist of, once it can be searched? Chunks that stand alone, and what was found in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from quaidpy.domain.documents.projects import ProjectId

BETWEEN_HEADINGS = " › "


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Characters of a document, half-open."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """What stands under one heading, down to the next one.

    `path`: the headings above it and its own. `blocks`: where its paragraphs, lists, tables and code begin, as offsets
    into the document, in order; places to cut at. `leads`: of blocks whose first line explains the rest (a table's
    head, a fence): their span and that line.
    """

    path: tuple[str, ...]
    span: Span
    blocks: tuple[int, ...] = ()
    leads: tuple[tuple[Span, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """A document's title, if it has one, and its sections in order; together they cover the document."""

    title: str | None
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A stretch of a chunk that an embedder can read whole. Lines count from 1; both are in it."""

    first_line: int
    last_line: int
    text: str

    def index_text(self, headings: Sequence[str], lead: str) -> str:
        """What is embedded: it says where it stands."""
        return "\n".join(filter(None, (BETWEEN_HEADINGS.join(headings), lead, self.text)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A piece of a document, word for word, with the headings it stands under.

    `lead`: a line from further up that explains it, as the head of a table that was cut; indexed, not shown.
    """

    headings: tuple[str, ...]
    first_line: int
    last_line: int
    text: str
    lead: str = ""
    parts: tuple[Part, ...] = ()

    @property
    def heading_text(self) -> str:
        """The two innermost headings: what the section is about, in the fewest words; empty without any."""
        return BETWEEN_HEADINGS.join(self.headings[-2:])

    @property
    def index_texts(self) -> list[str]:
        """All that is embedded of it: its parts, and its headings by themselves."""
        texts = [part.index_text(self.headings, self.lead) for part in self.parts]
        return [*texts, self.heading_text] if self.headings else texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint:
    """How a file is recognised without reading it: bytes, time of its last change in nanoseconds."""

    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownDocument:
    """A document as it was indexed. `is_settled`: it had rested when it was read, so its fingerprint can be trusted."""

    path: str
    fingerprint: Fingerprint
    digest: str
    indexed_at: datetime
    title: str | None = None
    chunks: int = 0
    is_settled: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedDocument:
    """A document read, cut and ready to be kept."""

    known: KnownDocument
    chunks: tuple[Chunk, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkHit:
    """One find of one lane. `part`: the place of the best part, where a lane knows it."""

    chunk: int
    document: int
    score: float
    part: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredChunk:
    """A chunk where it lies. `number`: within the index; `position`: within its document."""

    number: int
    project: ProjectId
    path: str
    title: str | None
    position: int
    chunk: Chunk


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """What a search found. `lines`: of the part that answers best; `lanes`: each lane's share of the score."""

    project: str
    path: str
    title: str | None
    headings: tuple[str, ...]
    first_line: int
    last_line: int
    text: str
    score: float
    lines: tuple[int, int]
    lanes: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Passages, best first. `degraded`: what was weaker than it could be, with the reason."""

    passages: tuple[Passage, ...]
    degraded: tuple[tuple[str, str], ...] = ()


def digest_of(data: bytes) -> str:
    """Of a file's bytes, hexadecimal."""
    return sha256(data).hexdigest()
