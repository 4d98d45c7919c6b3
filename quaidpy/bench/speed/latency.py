"""How long does a recall take, stage by stage, and how does that compare with embedding the question alone?"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter, process_time

from quaidpy.domain.recall.queries import Filter, Query
from quaidpy.errors import SettingsError, UsageError
from quaidpy.memory import Memory
from quaidpy.recall.giving.rendering import context_block
from quaidpy.recall.pipeline import recall
from quaidpy.services.parts import Parts
from quaidpy.settings import Settings
from quaidpy.system.garbage import keep_what_was_loaded
from quaidpy.wiring.parts import parts_for

if sys.platform != "win32":
    import resource

_WARM_UPS = 3
_LEAST_QUESTIONS = 4
_LONGEST_QUESTION = 12  # words; of a statement that stands for a question


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Milliseconds; `cpu_p50` is this process's own time, which neighbours on the machine do not inflate."""

    p50: float
    p95: float
    p99: float
    cpu_p50: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Latency:
    """What one run measured on one home. Times in ms, sizes in megabytes.

    `recall` with its block, which is a stage of its own; `given`: of those that gave something, None where none did: a
    silence costs less. `ratio`: the p50 of a recall over that of embedding a question alone, in wall time; `cpu_ratio`
    in the process's own time; `given_ratio` of those that gave something.
    `writes`: remembering one more statement, None when the home must not change.
    """

    counts: dict[str, int]
    questions: int
    open_ms: float
    first_recall_ms: float
    embed: Spread
    recall: Spread
    given: Spread | None
    stages: dict[str, Spread]
    writes: Spread | None
    resident_mb: float | None
    disk_mb: float

    @property
    def ratio(self) -> float:
        return self.recall.p50 / self.embed.p50

    @property
    def cpu_ratio(self) -> float | None:
        ours, alone = self.recall.cpu_p50, self.embed.cpu_p50
        return ours / alone if ours and alone else None

    @property
    def given_ratio(self) -> float | None:
        return self.given.p50 / self.embed.p50 if self.given else None

    @property
    def tail(self) -> float:
        """p95 over p50 of a recall."""
        return self.recall.p95 / self.recall.p50

    def document(self) -> dict[str, object]:
        """For `--json`: every field and ratio."""
        own = {name: getattr(self, name) for name in self.__slots__}
        ratios = {"ratio": self.ratio, "cpu_ratio": self.cpu_ratio, "given_ratio": self.given_ratio}
        return {**own, **ratios, "p95_to_p50": self.tail}


def measure(settings: Settings, questions: Sequence[str], statements: Sequence[str] = ()) -> Latency:
    """Open the home, recall a half of the questions, embed the other half alone, then store the statements.

    Two halves, taking turns, so that no cache of embeddings can flatter the ratio and both see the same load.
    Raises SettingsError without an embedder, UsageError for too few questions.
    """
    if len(questions) < _LEAST_QUESTIONS:
        raise UsageError(
            f"{len(questions)} questions are too few to measure; at least {_LEAST_QUESTIONS} are needed"
        )
    begun = perf_counter()
    parts = parts_for(settings)
    with Memory(parts) as memory:
        counts = memory.stats()
        open_ms = _ms_since(begun)
        embedder = parts.recalling.embedder
        if embedder is None:
            raise SettingsError("latency compares with embedding a question, and embedding.model is none")
        alone, asked = questions[::2], questions[1::2]
        first_ms, _ = _timed(partial(recall, Query(text=asked[0]), parts.recalling))
        parts.recalling.read_in()  # as a server does when it rests
        keep_what_was_loaded()
        for question in alone[:_WARM_UPS]:
            recall(Query(text=question), parts.recalling)
        embeds, recalls, stages = [], [], defaultdict[str, list[float]](list)
        blocks: list[str] = []
        for one, other in zip(alone, asked, strict=False):
            embeds.append(_timed(partial(embedder.embed, [one])))
            recalls.append(_timed(partial(_recall_stages, other, parts, stages, blocks)))
        given = [times for times, block in zip(recalls, blocks, strict=True) if block]
        writes = [_timed(partial(memory.store, text)) for text in statements]
        return Latency(
            counts=counts,
            questions=len(recalls),
            open_ms=open_ms,
            first_recall_ms=first_ms,
            embed=_spread(embeds),
            recall=_spread(recalls),
            given=_spread(given) if given else None,
            stages={name: _spread_of(times) for name, times in stages.items()},
            writes=_spread(writes) if writes else None,
            resident_mb=resident_mb(),
            disk_mb=disk_mb(settings.home),
        )


def questions_about(settings: Settings, count: int) -> list[str]:
    """Questions for somebody's own memory: the first words of what it remembers, spread over its age."""
    with Memory(parts_for(settings)) as memory:
        known = memory.memories(Filter(owner=memory.owner), limit=20_000)
    step = max(1, len(known) // max(1, count))
    texts = dict.fromkeys(" ".join(each.text.split()[:_LONGEST_QUESTION]) for each in known[::step])
    return list(texts)[:count]


def percentile(values: Sequence[float], share: float) -> float:
    """Nearest rank; `share` 0-1."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def resident_mb() -> float | None:
    """What this process holds in memory now; elsewhere than on Linux the most it ever held, on Windows unknown."""
    if sys.platform == "win32":
        return None
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * resource.getpagesize() / 1e6
    return peak_mb()


def peak_mb() -> float | None:
    """The most this process ever held in memory, pages of mapped files included; on Windows unknown."""
    if sys.platform == "win32":
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak / 1e3


def disk_mb(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def _recall_stages(question: str, parts: Parts, stages: dict[str, list[float]], blocks: list[str]) -> None:
    """Adds the times of its stages, and the block that it gives: empty for a silence."""
    query = Query(text=question)
    result = recall(query, parts.recalling)
    for stage in result.trace.stages:
        stages[stage.stage].append(stage.ms)
    begun = perf_counter()
    blocks.append(context_block(result, budget_tokens=query.budget_tokens))
    stages["block"].append(_ms_since(begun))


def _timed(work: Callable[[], object]) -> tuple[float, float]:
    """Wall and own time, ms."""
    wall, own = perf_counter(), process_time()
    work()
    return _ms_since(wall), (process_time() - own) * 1000


def _spread(times: Iterable[tuple[float, float]]) -> Spread:
    wall, own = zip(*times, strict=True)
    return replace(_spread_of(wall), cpu_p50=percentile(own, 0.5))


def _spread_of(times: Sequence[float]) -> Spread:
    return Spread(p50=percentile(times, 0.5), p95=percentile(times, 0.95), p99=percentile(times, 0.99))


def _ms_since(begun: float) -> float:
    return (perf_counter() - begun) * 1000
