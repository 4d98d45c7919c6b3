"""What does the SQL of the rows ask of an engine?

One small dialect, which an engine spells its own way. What is not here is of the SQL that engines share.

| in a statement | means | bound |
| --- | --- | --- |
| `:owner` | a parameter | a value |
| `owner = :owner` | is the owner, or one of several that are read together | an owner |
| `of_owner(i)` | the rows of `i` are the owner's, for an engine whose keys of derived rows begin with the owner; \
nothing in a file, which knows those rows by a number or a text of all owners | an owner |
| `same_owner(v, i)` | likewise: rows of `v` and `i` are of one owner | |
| `= ANY(:ids)` | equals one of the list | a list |
| `unnest(:ids) AS wanted(id)` | the list as a table; what is joined with it is looked up by it | a list |
| `unnest(:keys) AS wanted(a, b)` | likewise, of more columns | a list of rows |
| `unnest_bytes(:hashes) AS wanted(hash)` | likewise, of bytes | a list of bytes |
| `json_strings(column) AS t(value)` | the strings that a column lists, as a table | |
| `strpos(text, part)` | where the part begins, to the letter; 0 is nowhere | |
| `least(a, b)`, `greatest(a, b)` | of values that are not NULL | |
| `/* alike */` | at the beginning: it reads few rows by their keys, whoever asks, so one plan is as good for all | |
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.operations import Caller
from quaidpy.ports.embedding import EmbedderIdentity, Vector
from quaidpy.ports.machine import Calling, Clock, IdSource
from quaidpy.storage.sql.noted import Noted
from quaidpy.storage.sql.rows import Columns, StoredRow
from quaidpy.storage.sql.touched import Touched

_Id = TypeVar("_Id", bound=str)
_Value = TypeVar("_Value")
_Given = TypeVar("_Given")
NOTHING: Mapping[str, Any] = {}
ALIKE = "/* alike */"


class Nobody:
    """See ports.Calling: nobody says who calls."""

    def current(self) -> Caller | None:
        return None


NOBODY = Nobody()


@dataclass(frozen=True, slots=True)
class WholeView:
    """A view in which all of a recall is asked: its number, and what was read in it by kind and owner, by id."""

    number: int
    read: dict[tuple[str, Owner], dict[Any, Any]] = field(default_factory=dict)


class SqlSession(Protocol):
    """One connection in one transaction."""

    whole: WholeView | None
    """None where a recall has several views, and outside of one."""

    noted: Noted | None
    """What a write transaction will tell in its commit; None outside of one."""
    refused: tuple[type[Exception], ...]
    """Raised for a row that breaks a rule of the schema."""

    def values(self, query: str, bound: Mapping[str, Any] = NOTHING, /) -> list[Any]:
        """Each row as a tuple."""
        ...

    def each(self, query: str, bound: Mapping[str, Any], /) -> Iterator[Any]:
        """Like `values`, some at a time: for what may be very many."""
        ...

    def once(self, query: str, bound: Mapping[str, Any] = NOTHING, /) -> list[Any]:
        """Like `values`, for what is asked again and again: in one read transaction the engine is asked once."""
        ...

    def ahead(self, *asked: tuple[str, Mapping[str, Any]]) -> None:
        """These are asked next, word for word, by `values`, `once` or `rows`: where storage is far, with one wait."""
        ...

    def rows(self, query: str, bound: Mapping[str, Any], /) -> list[dict[str, Any]]:
        """Each row as a mapping of column to value, in column order; the caller's own."""
        ...

    def stream(self, query: str, bound: Mapping[str, Any], /) -> Iterator[StoredRow]:
        """Like `rows`, some at a time."""
        ...

    def execute(self, statement: str, bound: Mapping[str, Any] = NOTHING, /) -> object: ...
    def execute_many(self, statement: str, bound: Iterable[Mapping[str, Any]], /) -> None: ...
    def waiting_once(self) -> AbstractContextManager[object]:
        """What is executed in the block gives nothing back: where storage is far, one wait at its end is for all."""
        ...

    def as_stored(self, row: Columns) -> Columns:
        """What will be read of a row that is written: the same, but for signs that the engine cannot keep."""
        ...

    def upsert(self, table: str, key: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> None:
        """Insert or replace by key; rows of the same columns, which came through the gate."""
        ...

    def of_everybody(self) -> None:
        """From here on the transaction may see rows of all; before, of owners that are bound, or whose it writes."""
        ...

    def seeing_everybody(self) -> AbstractContextManager[None]:
        """Like `of_everybody`, for the block alone."""
        ...

    def logs(self, owner: Owner) -> tuple[Owner, ...]:
        """Whose change logs tell of an owner, or of several together; a file has one, of everybody."""
        ...

    def columns(self, table: str) -> tuple[str, ...]:
        """In order, the owner included."""
        ...

    def require_whole(self) -> None:
        """Raises UsageError when a row of this transaction refers to one that does not exist."""
        ...


def once_each(
    session: SqlSession,
    kind: tuple[str, Owner],
    ids: Sequence[_Id],
    read: Callable[[Sequence[_Id]], dict[_Id, _Value]],
) -> dict[_Id, _Value]:
    """What `read` gives of these ids; a whole view is asked of each id once."""
    if session.whole is None:
        return read(ids)
    known = session.whole.read.setdefault(kind, {})
    missing = [identity for identity in ids if identity not in known]
    if missing:
        known.update({**dict.fromkeys(missing), **read(missing)})
    return {identity: known[identity] for identity in ids if known[identity] is not None}


class AsksOnce(ABC):
    """A session that remembers, in a view in which nothing changes, what it was asked again and again."""

    whole: WholeView | None = None
    answers: dict[tuple[str, tuple[Any, ...]], list[Any]] | None = None
    """None outside of such a view, and for a session that writes."""

    @abstractmethod
    def values(self, query: str, bound: Mapping[str, Any] = NOTHING, /) -> list[Any]: ...
    def once(self, query: str, bound: Mapping[str, Any] = NOTHING, /) -> list[Any]:
        if self.answers is None:
            return self.values(query, bound)
        asked = (query, tuple(bound.values()))
        found = self.answers.get(asked)
        if found is None:
            found = self.answers[asked] = self.values(query, bound)
        return found


Session = TypeVar("Session", bound=SqlSession)
_Session_co = TypeVar("_Session_co", bound=SqlSession, covariant=True)


class SqlDatabase(Protocol[_Session_co]):
    """Where the rows are."""

    @property
    def clock(self) -> Clock: ...
    def reading(self) -> AbstractContextManager[_Session_co]:
        """A read transaction: all that is asked in it is of one commit. Nested ones share it."""
        ...

    def together(self, *calls: Callable[[], Any]) -> Any:
        """See ports.asking.Together."""
        ...

    def foresee(self, *calls: Callable[[], object], costly: bool = False) -> None:
        """See ports.asking.Foresee."""
        ...

    def alongside(self, *calls: Callable[[], object]) -> None:
        """See ports.asking.Alongside."""
        ...

    def beside(
        self, threads: Executor, call: Callable[[], _Given], alone: Callable[[], _Given], /
    ) -> AbstractContextManager[Callable[[], _Given]]:
        """See ports.asking.Beside."""
        ...

    def snapshot(self) -> AbstractContextManager[_Session_co]:
        """Like `reading`, but never shared: for readers that live long."""
        ...

    def writing(self, *owners: Owner, durable: bool = True) -> AbstractContextManager[_Session_co]:
        """A write transaction, whole or not at all; what is noted in it is told in its commit.

        `owners`: whose rows are written, and nobody else writes those meanwhile; with none named, those of all.
        `durable`: it survives a power cut.
        """
        ...

    def vacuum(self) -> bool:
        """Give back the space of what was deleted: it is gone from disk. False: only the server may."""
        ...

    def free_share(self) -> float:
        """How much of the space holds nothing, from 0 to 1."""
        ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Indexing(Generic[Session]):
    """What an engine makes findable of the rows, each inside a write transaction."""

    keep_vectors: "Callable[[Session, Owner, EmbedderIdentity, Mapping[str, Vector[float]]], list[bytes]]"
    """Store embeddings by their text; gives what their texts are known by."""
    place_vectors: Callable[[Session, Owner, list[bytes]], None]
    """Make the owner's rows findable by embeddings that were just kept."""
    refresh: Callable[[Session, Owner, Touched], None]
    """Make words and vectors of these rows anew, and note it for those who follow."""
    purge: Callable[[Session, Owner], None]
    """Make all of it anew, of the owner at least, without what no row says any more."""


@dataclass(frozen=True, slots=True)
class SqlEngine(Generic[Session]):
    """All that stores need of an engine."""

    database: SqlDatabase[Session]
    indexing: Indexing[Session]
    clock: Clock
    ids: IdSource
    calling: Calling


AnyEngine: TypeAlias = SqlEngine[Any]
AnyDatabase: TypeAlias = SqlDatabase[SqlSession]
