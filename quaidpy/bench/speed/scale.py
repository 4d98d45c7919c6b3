"""How does it fare at ten thousand, a hundred thousand, a million memories?"""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

from quaidpy.bench.progress import Report, silent
from quaidpy.bench.speed.latency import Latency, disk_mb, measure
from quaidpy.bench.speed.synthetic import Chapter, SyntheticLife
from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.operations import Cause
from quaidpy.errors import SettingsError, UsageError
from quaidpy.memory import Memory
from quaidpy.ports.embedding import Embedder
from quaidpy.ports.storage import MemoryStore, Writing
from quaidpy.settings import Settings
from quaidpy.wiring.parts import parts_for

OWNER = Owner("bench")
_CHAPTERS_A_COMMIT = 40  # 1,000 memories
_BUILT = "synthetic.json"
_SUFFIXES = {"k": 1_000, "m": 1_000_000}


@dataclass(frozen=True, slots=True, kw_only=True)
class Building:
    """How a synthetic home was made: `seconds` of storing alone, the generator's own time left out."""

    size: int
    seed: int
    seconds: float
    disk_mb: float

    @property
    def ms_a_memory(self) -> float:
        return 1000 * self.seconds / self.size


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleRow:
    building: Building
    latency: Latency


def parsed_sizes(text: str) -> list[int]:
    """`10k,100k,1M` as numbers, in the order given. Raises UsageError."""
    return [_parsed_size(part.strip()) for part in text.split(",")]


def spoken_size(size: int) -> str:
    for suffix, factor in (("M", 1_000_000), ("k", 1_000)):
        if size >= factor and size % factor == 0:
            return f"{size // factor}{suffix}"
    return str(size)


def build(settings: Settings, size: int, *, seed: int = 1, report: Report = silent) -> Building:
    """A synthetic memory of `size` memories in the home, through the real storage; one that is there is kept.

    Raises UsageError when the home holds something else, SettingsError without an embedder.
    """
    kept = _already_built(settings.home, size, seed)
    if kept is not None:
        return kept
    parts = parts_for(settings)
    with Memory(parts) as memory:
        if memory.stats()["turns"]:
            raise UsageError(f"{settings.home} holds a memory already; name an empty folder")
        embedder = parts.remembering.embedder
        if embedder is None:
            raise SettingsError("a synthetic memory needs vectors, and embedding.model is none")
        life = SyntheticLife(settings.owner, embedder, size=size, seed=seed)
        seconds = put_chapters(
            parts.remembering.store,
            embedder,
            settings.owner,
            life.chapters(),
            stored=lambda done: report("memories", done, size),
        )
    building = Building(size=size, seed=seed, seconds=seconds, disk_mb=disk_mb(settings.home))
    (settings.home / _BUILT).write_text(json.dumps(asdict(building)), encoding="utf-8")
    return building


def put_chapters(
    store: MemoryStore,
    embedder: Embedder,
    owner: Owner,
    chapters: Iterator[Chapter],
    *,
    stored: Callable[[int], None] = lambda _: None,
) -> float:
    """A transaction for a thousand memories at most; the seconds of storing alone. `stored`: told how many are."""
    seconds, done = 0.0, 0
    while batch := list(islice(chapters, _CHAPTERS_A_COMMIT)):
        begun = perf_counter()
        with store.writing(_cause(owner)) as writing:
            for chapter in batch:
                _put(writing, chapter, embedder)
        seconds += perf_counter() - begun
        done += sum(len(chapter.memories) for chapter in batch)
        stored(done)
    return seconds


def measure_synthetic(settings: Settings, *, size: int, questions: int, writes: int) -> Latency:
    """Measure a home that `build` made, in a process of its own: so that opening and resident memory are its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(_measured, settings, size, questions, writes).result()


def scale(
    settings: Settings, sizes: list[int], *, folder: Path, questions: int, writes: int, report: Report
) -> Iterator[ScaleRow]:
    """One row a size; homes are made in `folder` and stay there."""
    for size in sizes:
        home = replace(settings, home=folder / spoken_size(size), owner=OWNER)
        building = build(home, size, report=report)
        latency = measure_synthetic(home, size=size, questions=questions, writes=writes)
        yield ScaleRow(building=building, latency=latency)


def _measured(settings: Settings, size: int, questions: int, writes: int) -> Latency:
    parts = parts_for(settings)
    with Memory(parts) as memory:
        stored = memory.stats()["memories"]
    embedder = parts.remembering.embedder
    assert embedder is not None, "the home was built with one"
    life = SyntheticLife(settings.owner, embedder, size=size)
    # Other statements each time: one that is known already would only be confirmed.
    return measure(settings, life.questions(2 * questions), life.statements(writes, seed=stored))


def _put(writing: Writing, chapter: Chapter, embedder: Embedder) -> None:
    writing.put_episode(chapter.episode)
    writing.put_turns(chapter.turns)
    for entity in chapter.entities:
        writing.put_entity(entity)
    for memory in chapter.memories:
        writing.put_memory(memory)
    writing.put_mentions(chapter.mentions)
    for edge in chapter.edges:
        writing.put_edge(edge)
    writing.put_vectors(embedder.identity, chapter.vectors)


def _cause(owner: Owner) -> Cause:
    return Cause(owner=owner, verb="extract", why="a synthetic memory for `quaid bench`")


def _already_built(home: Path, size: int, seed: int) -> Building | None:
    mark = home / _BUILT
    if not mark.exists():
        return None
    building = Building(**json.loads(mark.read_text(encoding="utf-8")))
    if (building.size, building.seed) != (size, seed):
        raise UsageError(
            f"{home} holds a synthetic memory of {building.size:,}, not {size:,}; name another folder"
        )
    return building


def _parsed_size(text: str) -> int:
    digits, suffix = (text[:-1], text[-1:].lower()) if text[-1:].isalpha() else (text, "")
    if not digits.isdigit() or int(digits) < 1 or suffix not in {"", *_SUFFIXES}:
        raise UsageError(f"{text!r} is no size; write 10k, 100k or 1M, separated by commas")
    return int(digits) * _SUFFIXES.get(suffix, 1)
