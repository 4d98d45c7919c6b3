"""How fast is a server's memory of many owners, beside a file that has the same?"""

import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path
from typing import Literal

import numpy as np

from quaidpy.bench.progress import Report
from quaidpy.bench.speed.clients import Clients, Done, Said
from quaidpy.bench.speed.latency import percentile
from quaidpy.bench.speed.scale import put_chapters
from quaidpy.bench.speed.synthetic import SyntheticLife
from quaidpy.domain.identity import Owner
from quaidpy.errors import SettingsError, UsageError
from quaidpy.memory import Memory
from quaidpy.settings import Settings
from quaidpy.wiring.parts import parts_for

Place = Literal["file", "server"]
_IN_TURN = 5  # questions, before the other side has its turn
_SMALL_OWNERS = 10
_WITHOUT_CACHE = {"vectors_in_memory_mb": 0, "words_in_memory_mb": 0, "rows_in_memory": 0}
"""Of `[search]`: every recall reads words, vectors and rows from where they are kept."""


@dataclass(frozen=True, slots=True)
class Share:
    """An owner, and how many memories they have."""

    owner: Owner
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """`size` memories over `owners`, asked and added to by each of these numbers of clients."""

    owners: int
    size: int
    clients: tuple[int, ...]
    questions: int
    writes: int

    @property
    def shares(self) -> list[Share]:
        """Largest first; the n-th has one n-th of what the first one has, and one memory at least."""
        whole = sum(1 / rank for rank in range(1, self.owners + 1))
        return [
            Share(Owner(f"bench_{self.owners}_{rank:06}"), max(1, round(self.size / whole / rank)))
            for rank in range(1, self.owners + 1)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """Of recalls, in milliseconds."""

    p50: float
    p95: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """What so many clients did in a second, together; `busy`: how often one was told to try again."""

    clients: int
    recalls: float
    writes: float
    busy: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A file or a server. `building_s`: of storing alone; None where all of it was there."""

    building_s: float | None
    large: Times
    small: Times
    large_without_cache: Times
    small_without_cache: Times
    rates: tuple[Rate, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnersRow:
    """`largest`, `small`: memories of the largest owner, and of the one in the middle."""

    owners: int
    memories: int
    largest: int
    small: int
    processes: int
    sides: Mapping[Place, Side]


@dataclass(frozen=True, slots=True)
class _Crowd:
    """Who asks what: `life` is the largest owner's, and all others speak of its topics."""

    life: SyntheticLife
    shares: Sequence[Share]

    def questions(self, shares: Sequence[Share], count: int) -> list[Said]:
        """Owner after owner."""
        texts = self.life.questions(count)
        return [Said(shares[at % len(shares)].owner, text) for at, text in enumerate(texts)]

    def drawn(self, texts: Sequence[str], *, seed: int) -> list[Said]:
        """Of owners by their size."""
        upto = list(accumulate(share.size for share in self.shares))
        places = np.searchsorted(upto, np.random.default_rng(seed).random(len(texts)) * upto[-1])
        return [Said(self.shares[int(place)].owner, text) for place, text in zip(places, texts, strict=True)]


def measure_owners(settings: Settings, load: Load, *, url: str, folder: Path, report: Report) -> OwnersRow:
    """Build the same in a file and on the server at `url`, then ask both in turn, in processes of their own.

    Raises UsageError when one of them has other memories of these owners, SettingsError without an embedder.
    """
    places: dict[Place, Settings] = {
        "file": _placed(settings, folder / "file", url=""),
        "server": _placed(settings, folder / "server", url=url),
    }
    shares = load.shares
    building: dict[Place, float | None] = {}
    for place, each in places.items():
        building[place], life = _built(each, load, place, report)
    crowd = _Crowd(life, shares)
    uncached = _latencies({place: _uncached(each) for place, each in places.items()}, crowd, load)
    cached = _latencies(places, crowd, load)
    processes = min(max(load.clients), os.cpu_count() or 1)
    rates = _rates(places, crowd, load, processes)
    return OwnersRow(
        owners=load.owners,
        memories=sum(share.size for share in shares),
        largest=shares[0].size,
        small=_middle(shares)[0].size,
        processes=processes,
        sides={
            place: Side(
                building_s=building[place],
                large=cached[place][0],
                small=cached[place][1],
                large_without_cache=uncached[place][0],
                small_without_cache=uncached[place][1],
                rates=tuple(rates[place]),
            )
            for place in places
        },
    )


def _placed(settings: Settings, home: Path, *, url: str) -> Settings:
    """Without a graph engine, which would follow every owner beside what is measured."""
    tuning = settings.tuning
    storage, graph = replace(tuning.storage, url=url), replace(tuning.graph, engine="none")
    return replace(settings, home=home, tuning=replace(tuning, storage=storage, graph=graph))


def _uncached(settings: Settings) -> Settings:
    tuning = settings.tuning
    return replace(settings, tuning=replace(tuning, search=replace(tuning.search, **_WITHOUT_CACHE)))


def _middle(shares: Sequence[Share]) -> Sequence[Share]:
    return shares[len(shares) // 2 :][:_SMALL_OWNERS]


def _built(
    settings: Settings, load: Load, place: Place, report: Report
) -> tuple[float | None, SyntheticLife]:
    """Through the real storage, a transaction for a thousand memories of an owner at most."""
    parts = parts_for(settings)
    with Memory(parts):
        embedder, store, shares = parts.remembering.embedder, parts.remembering.store, load.shares
        if embedder is None:
            raise SettingsError("a synthetic memory needs vectors, and embedding.model is none")
        life = SyntheticLife(shares[0].owner, embedder, size=shares[0].size)
        if _is_there(store.counts(shares[0].owner), store.counts(shares[-1].owner), shares, settings):
            return None, life
        seconds, stored = 0.0, 0
        for share in shares:
            seconds += put_chapters(
                store, embedder, share.owner, life.of(share.owner, size=share.size).chapters()
            )
            stored += share.size
            report(f"memories, {place}", stored, load.size)
    return seconds, life


def _is_there(
    first: Mapping[str, int], last: Mapping[str, int], shares: Sequence[Share], settings: Settings
) -> bool:
    """Whether all of it was built before, to which runs have added since. Raises UsageError for something else."""
    if not first["memories"]:
        return False
    if first["memories"] >= shares[0].size and last["memories"] >= shares[-1].size:
        return True
    raise UsageError(
        f"{(settings.tuning.storage.url and 'the server') or settings.home} holds other memories of"
        f" {shares[0].owner}, or a part of them; name an empty one"
    )


def _latencies(
    places: Mapping[Place, Settings], crowd: _Crowd, load: Load
) -> dict[Place, tuple[Times, Times]]:
    """Of the largest owner, and of small ones; all places are asked the same, in turn."""
    groups = crowd.shares[:1], _middle(crowd.shares)
    with ExitStack() as stack:
        clients = {
            place: stack.enter_context(Clients(settings, processes=1)) for place, settings in places.items()
        }
        for each in clients.values():
            each.read_in([share.owner for group in groups for share in group])
        times = {place: [Done(), Done()] for place in places}
        for at, group in enumerate(groups):
            said = crowd.questions(group, load.questions + _IN_TURN)
            for begin in range(0, len(said), _IN_TURN):
                for place, each in clients.items():
                    done = each.recall([said[begin : begin + _IN_TURN]])
                    times[place][at].ms += done.ms if begin else []  # the first ones open what is closed
    return {place: (_times(large), _times(small)) for place, (large, small) in times.items()}


def _times(done: Done) -> Times:
    return Times(p50=percentile(done.ms, 0.5), p95=percentile(done.ms, 0.95))


def _rates(
    places: Mapping[Place, Settings], crowd: _Crowd, load: Load, processes: int
) -> dict[Place, list[Rate]]:
    """Each number of clients does as much in all, so that what is written in between is the same everywhere."""
    rates: dict[Place, list[Rate]] = {place: [] for place in places}
    with ExitStack() as stack:
        opened = {
            place: stack.enter_context(Clients(settings, processes=processes))
            for place, settings in places.items()
        }
        for each in opened.values():
            each.read_in([share.owner for share in crowd.shares[:_SMALL_OWNERS]])
        for clients in load.clients:
            asked = crowd.drawn(crowd.life.questions(load.questions), seed=clients)
            told = crowd.drawn(crowd.life.statements(load.writes, seed=clients), seed=clients + 1)
            for place, each in opened.items():
                recalls, writes = each.recall(_dealt(asked, clients)), each.write(_dealt(told, clients))
                rates[place].append(
                    Rate(clients=clients, recalls=recalls.rate, writes=writes.rate, busy=writes.busy)
                )
    return rates


def _dealt(said: Sequence[Said], clients: int) -> list[Sequence[Said]]:
    return [said[at::clients] for at in range(clients)]
