"""How fast is a server's memory of many owners, beside a file that has the same?"""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, islice
from math import log2
from pathlib import Path
from typing import Protocol

import numpy as np

from quaidpy.bench.places import Place, both_places, without_cache
from quaidpy.bench.progress import Report
from quaidpy.bench.speed.clients import Clients, Done, Said
from quaidpy.bench.speed.latency import disk_mb, percentile
from quaidpy.bench.speed.scale import put_chapters
from quaidpy.bench.speed.synthetic import SyntheticLife
from quaidpy.domain.identity import Owner
from quaidpy.errors import SettingsError, UsageError
from quaidpy.memory import Memory
from quaidpy.settings import Settings
from quaidpy.wiring.parts import parts_for

_IN_TURN = 5  # questions, before the other side has its turn
_SMALL_OWNERS = 10
_COPIED_AT_ONCE = 5_000  # memories
_LEAST_EACH = 4  # things that a client does, so that the last one to begin is not most of the time


@dataclass(frozen=True, slots=True)
class Share:
    """An owner, and how many memories they have."""

    owner: Owner
    size: int


@dataclass(frozen=True, kw_only=True)
class Load:
    """`size` memories over `owners`, asked and added to by each of these numbers of clients.

    `falling`: how steeply. `is_copied`: only some owners are told, and on the server all others are copies of them.
    """

    owners: int
    size: int
    clients: tuple[int, ...]
    questions: int
    writes: int
    falling: float = 1.0
    is_copied: bool = False

    @cached_property
    def shares(self) -> list[Share]:
        """Largest first; the n-th has one n-th (to the power of `falling`) of the first one's, and one memory at least.

        A copy has as many as the owner that it is of.
        """
        parts = [rank**-self.falling for rank in range(1, self.owners + 1)]
        sizes = [max(1, round(self.size * part / sum(parts))) for part in parts]
        return [
            Share(self._owner(rank), sizes[self.copied_of(rank) - 1]) for rank in range(1, self.owners + 1)
        ]

    @property
    def told(self) -> list[Share]:
        """Those whose memories are stored as memory is."""
        return [share for rank, share in enumerate(self.shares, 1) if self.copied_of(rank) == rank]

    @property
    def copies(self) -> dict[Owner, dict[Owner, int]]:
        """Of those that are told, with their ranks."""
        copies: dict[Owner, dict[Owner, int]] = {}
        for rank in range(1, self.owners + 1):
            if (told := self.copied_of(rank)) != rank:
                copies.setdefault(self._owner(told), {})[self._owner(rank)] = rank
        return copies

    def copied_of(self, rank: int) -> int:
        """Told are the first, second, fourth, eighth, and those in the middle; others are as the nearest of these."""
        is_in_the_middle = rank - 1 in range(self.owners // 2, self.owners // 2 + _SMALL_OWNERS)
        if not self.is_copied or is_in_the_middle:
            return rank
        nearest: int = 2 ** round(log2(rank))
        return nearest if nearest <= self.owners else nearest // 2

    def _owner(self, rank: int) -> Owner:
        return Owner(f"bench_{self.owners}_{rank:06}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """Of recalls, in milliseconds."""

    p50: float
    p95: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """Milliseconds of processors that one thing took, which neighbours on the machine hardly inflate.

    `server`: None where the server is elsewhere.
    """

    clients: float
    server: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """What so many clients did in a second, together; `busy`: how often one was told to try again."""

    clients: int
    recalls: float
    writes: float
    busy: int
    of_recall: Used
    of_write: Used


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A file or a server. `building_s`: of storing alone; None where all of it was there."""

    building_s: float | None
    disk_mb: float
    large: Times
    small: Times
    large_without_cache: Times
    small_without_cache: Times
    rates: tuple[Rate, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    owners: int
    memories: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnersRow:
    """`largest`, `small`: memories of the largest owner, and of the one in the middle.

    `in_file`: less than on the server where that has copies.
    """

    owners: int
    memories: int
    in_file: Held
    largest: int
    small: int
    processes: int
    sides: Mapping[Place, Side]


class Server(Protocol):
    """What it takes of its machine, and how it gets more owners."""

    def processor_s(self) -> float | None:
        """Since some moment; None where nobody can tell."""
        ...

    def disk_mb(self) -> float: ...

    def copy(self, owner: Owner, copies: Mapping[Owner, int]) -> None:
        """All that the owner has is theirs as well, who have nothing. `copies`: with a number of its own for each."""
        ...

    def look_over(self) -> None:
        """How much there is of what, after much came in."""
        ...


@dataclass(frozen=True, slots=True)
class _Crowd:
    """Who asks what: `life` is the largest owner's, and all others speak of its topics. `places`: who is where."""

    life: SyntheticLife
    places: Mapping[Place, Sequence[Share]]

    def questions(self, shares: Sequence[Share], count: int) -> list[Said]:
        """Owner after owner."""
        texts = self.life.questions(count)
        return [Said(shares[at % len(shares)].owner, text) for at, text in enumerate(texts)]

    def drawn(self, place: Place, texts: Sequence[str], *, seed: int) -> list[Said]:
        """Of owners by their size."""
        shares = self.places[place]
        upto = list(accumulate(share.size for share in shares))
        drawn = np.searchsorted(upto, np.random.default_rng(seed).random(len(texts)) * upto[-1])
        return [Said(shares[int(each)].owner, text) for each, text in zip(drawn, texts, strict=True)]


def measure_owners(
    settings: Settings, load: Load, *, url: str, folder: Path, server: Server, report: Report
) -> OwnersRow:
    """Build the same in a file and on the server at `url`, then ask both in turn, in processes of their own.

    Raises UsageError when one of them has other memories of these owners, SettingsError without an embedder.
    """
    places = both_places(settings, folder, url=url)
    shares = load.shares
    building: dict[Place, float | None] = {}
    for place, each in places.items():
        building[place], life = _built(each, load, place, report)
    if load.is_copied and building["server"] is not None:
        _copy(load, server, report)
    disk: dict[Place, float] = {"file": disk_mb(places["file"].home), "server": server.disk_mb()}
    crowd = _Crowd(life, {"file": load.told, "server": shares})
    uncached = _latencies({place: without_cache(each) for place, each in places.items()}, crowd, load)
    cached = _latencies(places, crowd, load)
    processes = min(max(load.clients), os.cpu_count() or 1)
    rates = _Rates(crowd, load, server, processes).of(places)
    return OwnersRow(
        owners=load.owners,
        memories=sum(share.size for share in shares),
        in_file=Held(owners=len(load.told), memories=sum(share.size for share in load.told)),
        largest=shares[0].size,
        small=_middle(shares)[0].size,
        processes=processes,
        sides={
            place: Side(
                building_s=building[place],
                disk_mb=disk[place],
                large=cached[place][0],
                small=cached[place][1],
                large_without_cache=uncached[place][0],
                small_without_cache=uncached[place][1],
                rates=tuple(rates[place]),
            )
            for place in places
        },
    )


def _middle(shares: Sequence[Share]) -> Sequence[Share]:
    return shares[len(shares) // 2 :][:_SMALL_OWNERS]


def _built(
    settings: Settings, load: Load, place: Place, report: Report
) -> tuple[float | None, SyntheticLife]:
    """Through the real storage, a transaction for a thousand memories of an owner at most."""
    parts = parts_for(settings)
    with Memory(parts):
        embedder, store, shares = parts.remembering.embedder, parts.remembering.store, load.told
        if embedder is None:
            raise SettingsError("a synthetic memory needs vectors, and embedding.model is none")
        life = SyntheticLife(shares[0].owner, embedder, size=shares[0].size)
        last = load.shares[-1] if place == "server" else shares[-1]
        if _is_there(store.counts(shares[0].owner), store.counts(last.owner), (shares[0], last), settings):
            return None, life
        seconds, stored, all_told = 0.0, 0, sum(share.size for share in shares)
        for share in shares:
            seconds += put_chapters(
                store, embedder, share.owner, life.of(share.owner, size=share.size).chapters()
            )
            stored += share.size
            report(f"memories, {place}", stored, all_told)
    return seconds, life


def _copy(load: Load, server: Server, report: Report) -> None:
    """A transaction for as many copies as have some thousand memories, or for one."""
    sizes, done = {share.owner: share.size for share in load.shares}, 0
    for owner, copies in load.copies.items():
        waiting = iter(copies.items())
        while some := dict(islice(waiting, max(1, _COPIED_AT_ONCE // sizes[owner]))):
            server.copy(owner, some)
            done += len(some) * sizes[owner]
            report("memories, copied", done, load.size)
    server.look_over()


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
    everybody = crowd.places["server"]
    groups = everybody[:1], _middle(everybody)
    with ExitStack() as stack:
        clients = {
            place: stack.enter_context(Clients(settings, processes=1)) for place, settings in places.items()
        }
        for each in clients.values():
            each.read_in([share.owner for group in groups for share in group])
        times = {place: [Done(), Done()] for place in places}
        for at, group in enumerate(groups):
            # Of each owner a first one opens what is closed, and brings what is kept into memory.
            warming = max(_IN_TURN, len(group))
            said = crowd.questions(group, warming + load.questions)
            for each in clients.values():
                each.recall([said[:warming]])
            for begin in range(warming, len(said), _IN_TURN):
                for place, each in clients.items():
                    times[place][at].ms += each.recall([said[begin : begin + _IN_TURN]]).ms
    return {place: (_times(large), _times(small)) for place, (large, small) in times.items()}


def _times(done: Done) -> Times:
    return Times(p50=percentile(done.ms, 0.5), p95=percentile(done.ms, 0.95))


@dataclass(frozen=True, slots=True)
class _Rates:
    """Each number of clients does as much in all, so that what is written in between is the same everywhere."""

    crowd: _Crowd
    load: Load
    server: Server
    processes: int

    def of(self, places: Mapping[Place, Settings]) -> dict[Place, list[Rate]]:
        rates: dict[Place, list[Rate]] = {place: [] for place in places}
        most = _LEAST_EACH * max(self.load.clients)
        with ExitStack() as stack:
            opened = {
                place: stack.enter_context(Clients(settings, processes=self.processes))
                for place, settings in places.items()
            }
            for each in opened.values():
                each.read_in([share.owner for share in self.crowd.places["file"][:_SMALL_OWNERS]])
            for clients in self.load.clients:
                life, load = self.crowd.life, self.load
                questions = life.questions(max(load.questions, most))
                statements = life.statements(max(load.writes, most), seed=clients)
                for place, each in opened.items():
                    asked = self.crowd.drawn(place, questions, seed=clients)
                    told = self.crowd.drawn(place, statements, seed=clients + 1)
                    recalls, of_recall = self._watched(place, each.recall, _dealt(asked, clients))
                    writes, of_write = self._watched(place, each.write, _dealt(told, clients))
                    rates[place].append(
                        Rate(
                            clients=clients,
                            recalls=recalls.rate,
                            writes=writes.rate,
                            busy=recalls.busy + writes.busy,
                            of_recall=of_recall,
                            of_write=of_write,
                        )
                    )
        return rates

    def _watched(
        self,
        place: Place,
        work: Callable[[Sequence[Sequence[Said]]], Done],
        clients: Sequence[Sequence[Said]],
    ) -> tuple[Done, Used]:
        before = self.server.processor_s() if place == "server" else None
        done = work(clients)
        used = None
        if before is not None and (after := self.server.processor_s()) is not None:
            used = 1000 * (after - before) / len(done.ms)
        return done, Used(clients=done.processor_ms, server=used)


def _dealt(said: Sequence[Said], clients: int) -> list[Sequence[Said]]:
    return [said[at::clients] for at in range(clients)]
