"""Which rows of an index does a filter admit, and which nodes are they, when what filters ask of is in memory?

The same law as the WHERE clauses of `storage.sql.filters`; tests/property/test_cached_columns.py holds both together.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import islice, repeat
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from quaidpy.domain.identity import EpisodeId, NodeId, Owner, TurnId
from quaidpy.domain.recall.queries import Filter, Hit
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.errors import UsageError
from quaidpy.storage.memory.passage_counts import PassageCounts
from quaidpy.storage.memory.places import PlacesByNumber
from quaidpy.storage.memory.quantized_vectors import Positions
from quaidpy.storage.memory.vectors import Numbers

Names: TypeAlias = NDArray[np.bytes_]
Instants: TypeAlias = NDArray[np.int64]
Where: TypeAlias = tuple[str | None, ...]
"""Owner, project, session, kind and tags (JSON) of a row; turns have no kind and no tags."""

NOWHERE = -1
ALWAYS_LATER, ALWAYS_EARLIER = np.iinfo(np.int64).max, np.iinfo(np.int64).min
_WRITTEN = "0000-00-00T00:00:00.000000Z"
_DIGITS = np.array([place for place, letter in enumerate(_WRITTEN) if letter == "0"])
_MARKS = np.array([place for place, letter in enumerate(_WRITTEN) if letter != "0"])
_MARKED = np.frombuffer(_WRITTEN.encode(), dtype=np.uint8)[_MARKS]
_DAY = 86_400_000_000  # in millionths of a second
# Year, month, day, hour, minute, second, millionths: what one of each counts, and its digits. Orders as the text does.
_FIELDS = (
    (416 * _DAY, 4),
    (32 * _DAY, 2),
    (_DAY, 2),
    (3_600_000_000, 2),
    (60_000_000, 2),
    (1_000_000, 2),
    (1, 6),
)
_WEIGHTS = np.array([unit * 10**power for unit, digits in _FIELDS for power in reversed(range(digits))])
_GROWTH = 1.25
_FILTERS_KNOWN = 64
_BYTES_A_WHERE = 400  # its texts, its entry


def instants_of(texts: Sequence[str | None], *, missing: int) -> Instants | None:
    """Whole numbers that order as these times do; None when one is not written as we write times."""
    if not any(texts):
        return np.full(len(texts), missing, dtype=np.int64)
    letters = np.frombuffer("".join(text or _WRITTEN for text in texts).encode(), dtype=np.uint8)
    if letters.size != len(texts) * len(_WRITTEN):
        return None
    letters = letters.reshape(-1, len(_WRITTEN))
    digits = letters[:, _DIGITS].astype(np.int64) - ord("0")
    if (letters[:, _MARKS] != _MARKED).any() or (digits < 0).any() or (digits > 9).any():
        return None
    found: Instants = digits @ _WEIGHTS
    return np.where([text is None for text in texts], missing, found)


@dataclass(frozen=True, slots=True)
class FilterColumns:
    """Rows. `times`: said_at and recorded_at, of memories also valid_from, valid_to, retracted_at and closed_at."""

    numbers: Numbers
    nodes: Sequence[str]
    wheres: Sequence[Where]
    times: Sequence[Instants]


@dataclass(frozen=True, slots=True)
class Admitted:
    """Rows that a filter admits, by number.

    `names`: the ids of the rows at some places of `numbers`; mostly few are needed. `texts`: the ids that were named
    before, None for others, by number or by what stands beside it in `places`. The same text for the same node, again
    and again: dicts of them are made and asked in half the time.
    """

    numbers: Numbers
    names: Callable[[Positions], Names]
    texts: NDArray[np.object_] | None = None
    places: Positions | None = None

    def best(self, scores: NDArray[np.float64], limit: int) -> list[Hit]:
        """Best first, ties by id; `scores` stand beside the rows."""
        order = (-scores).argsort(kind="stable")
        ranked = scores[order]
        is_next_equal = ranked[1:] == ranked[:-1]
        if is_next_equal.any():
            tied = np.flatnonzero(np.append(is_next_equal, False) | np.append(False, is_next_equal))
            order[tied] = order[tied][np.lexsort((self.names(order[tied]), -ranked[tied]))]
        order = order[:limit]
        # As `Hit._make` does it, without a call of Python's for each.
        return list(
            map(tuple.__new__, repeat(Hit), zip(self._nodes(order), ranked[:limit].tolist(), strict=True))
        )

    def _nodes(self, places: Positions) -> list[NodeId]:
        if self.texts is None:
            return [name.decode() for name in self.names(places).tolist()]
        rows = (self.numbers if self.places is None else self.places)[places]
        nodes: list[NodeId | None] = self.texts[rows].tolist()
        if None in nodes:
            names = self.names(places).tolist()
            nodes = [known or name.decode() for known, name in zip(nodes, names, strict=True)]
            self.texts[rows] = nodes
        return cast("list[NodeId]", nodes)  # none is None now


class InMemoryColumns:
    """What filters ask of each row, by its number; one reader or writer at a time."""

    def __init__(self, times: int, places: PlacesByNumber | None = None) -> None:
        """`times`: how many each row has. `places`: of rows whose numbers lie far apart, else each is at its number."""
        self._places = places
        self._wheres = _Wheres()
        self._where = np.full(0, NOWHERE, dtype=np.int32)
        self._names: Names = np.zeros(0, dtype="S1")
        self._times = np.zeros((times, 0), dtype=np.int64)
        self._texts = np.full(0, None, dtype=np.object_)
        self._cuts: PassageCounts | None = None  # made when first asked

    @property
    def megabytes(self) -> float:
        rows = self._where.nbytes + self._names.nbytes + self._times.nbytes + self._texts.nbytes
        return rows / 1e6 + self._wheres.megabytes

    def put(self, rows: FilterColumns) -> None:
        """Add rows, or replace those that are there."""
        if rows.numbers.size == 0:
            return
        names = np.array([node.encode() for node in rows.nodes], dtype=np.bytes_)
        places = rows.numbers if self._places is None else self._places.added(rows.numbers)
        self._make_room(int(places.max()) + 1, names.dtype.itemsize)
        self._count(places, -1)
        self._names[places] = names
        self._texts[places] = None
        self._where[places] = self._wheres.put(rows.wheres)
        for column, times in zip(self._times, rows.times, strict=True):
            column[places] = times
        self._count(places, 1)

    def drop(self, numbers: Numbers) -> None:
        known = self._known(numbers)
        self._count(known, -1)
        self._where[known] = NOWHERE

    def turns_with_passages(self, owner: Owner, episodes: Iterable[EpisodeId]) -> dict[TurnId, int]:
        """Of rows that are passages: see SearchIndex.cut_turns."""
        if self._cuts is None:
            self._cuts = PassageCounts()
            self._count(np.arange(self._where.size), 1)
        return self._cuts.of(owner, episodes)

    def _known(self, numbers: Numbers) -> Positions:
        """The places of those that have one."""
        places = numbers if self._places is None else self._places.of(numbers)
        return places[(places >= 0) & (places < self._where.size)]

    def _count(self, places: Positions, by: int) -> None:
        if self._cuts is None:
            return
        here = places[self._where[places] != NOWHERE]
        owners = map(self._wheres.owner_of, self._where[here].tolist())
        self._cuts.count(zip(owners, map(bytes.decode, self._names[here].tolist()), strict=True), by)

    def admitted(self, numbers: Numbers, keep: Filter) -> Admitted:
        """Those of the rows that the filter admits, in the order given."""
        known = self._known(numbers)
        wheres = self._where[known]
        found = known[(wheres != NOWHERE) & self._wheres.admitted(keep)[wheres]]
        found = found[self._in_time(found, keep)]
        return Admitted(self._numbers(found), lambda some: self._names[found[some]], self._texts, found)

    def all_admitted(self, keep: Filter) -> Numbers:
        """Ascending."""
        is_admitted = self._wheres.admitted(keep)
        if not is_admitted.any():
            return np.zeros(0, dtype=np.int64)
        found = np.flatnonzero((self._where != NOWHERE) & is_admitted[self._where])
        return np.sort(self._numbers(found[self._in_time(found, keep)]))

    def _numbers(self, places: Positions) -> Numbers:
        return places if self._places is None else self._places.numbers(places)

    def _in_time(self, places: Positions, keep: Filter) -> NDArray[np.bool_]:
        said, recorded, *validity = self._times
        holds = np.ones(places.size, dtype=np.bool_)
        if keep.since is not None:
            holds &= said[places] >= _instant(keep.since)
        if keep.until is not None:
            holds &= said[places] < _instant(keep.until)
        if keep.moment is not None:
            holds &= recorded[places] <= _instant(keep.moment.known_at)
            if validity:
                holds &= _valid([column[places] for column in validity], keep.moment)
        return holds

    def _make_room(self, size: int, width: int) -> None:
        if width > self._names.dtype.itemsize:
            self._names = self._names.astype(f"S{width}")
        held = self._where.size
        if size <= held:
            return
        room = int(size * _GROWTH)
        where, names = np.full(room, NOWHERE, dtype=np.int32), np.zeros(room, dtype=self._names.dtype)
        times, texts = (
            np.zeros((self._times.shape[0], room), dtype=np.int64),
            np.full(room, None, dtype=np.object_),
        )
        where[:held], names[:held], times[:, :held] = self._where, self._names, self._times
        texts[:held] = self._texts
        self._where, self._names, self._times, self._texts = where, names, times, texts


def _valid(validity: Sequence[Instants], moment: Moment) -> NDArray[np.bool_]:
    """The same law as Lifetime.holds."""
    begins, ends, retracted, closed = validity
    known_at, as_of = _instant(moment.known_at), _instant(moment.as_of)
    return (known_at < retracted) & (begins <= as_of) & ((as_of < ends) | (known_at < closed))


@lru_cache(maxsize=64)  # every lane of a recall asks for the same moment
def _instant(at: datetime) -> int:
    """Like `instants_of` of the time as we write it, without writing it."""
    if at.tzinfo is None:
        raise UsageError(f"the time {at.isoformat()} has no time zone; give it one")
    own = at.astimezone(UTC)
    parts = (own.year, own.month, own.day, own.hour, own.minute, own.second, own.microsecond)
    return sum(part * unit for part, (unit, _) in zip(parts, _FIELDS, strict=True))


class _Wheres:
    """The distinct places of rows: many rows share one, so a filter looks at few."""

    def __init__(self) -> None:
        self._known: dict[Where, int] = {}
        self._listed: list[Where] = []
        self._filters: dict[tuple[object, ...], NDArray[np.bool_]] = {}

    @property
    def megabytes(self) -> float:
        return len(self._listed) * _BYTES_A_WHERE / 1e6

    def put(self, wheres: Sequence[Where]) -> list[int]:
        """The number of each."""
        known = self._known
        found = [known.setdefault(where, len(known)) for where in wheres]
        self._listed.extend(islice(known, len(self._listed), None))
        return found

    def owner_of(self, number: int) -> str | None:
        return self._listed[number][0]

    def admitted(self, keep: Filter) -> NDArray[np.bool_]:
        """Whether the filter admits each, by number; the last one stands for no place at all."""
        asked = (keep.owners, *map(tuple, (keep.kinds, keep.tags)), keep.project, keep.session)
        found = self._filters.get(asked, np.zeros(1, dtype=np.bool_))
        if found.size <= len(self._listed):
            fresh = [_admits(keep, where) for where in self._listed[found.size - 1 :]]
            found = np.array([*found[:-1].tolist(), *fresh, False], dtype=np.bool_)
            if len(self._filters) >= _FILTERS_KNOWN:
                self._filters.clear()
            self._filters[asked] = found
        return found


def _admits(keep: Filter, where: Where) -> bool:
    owner, project, session, kind, tags = where
    return (
        owner in keep.owners
        and keep.project in {None, project}
        and keep.session in {None, session}
        and (kind is None or not keep.kinds or kind in keep.kinds)
        and (tags is None or not keep.tags or not set(keep.tags).isdisjoint(json.loads(tags)))
    )
