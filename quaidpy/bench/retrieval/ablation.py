"""What does each part of recall add, and what does it cost? Index once, then search with each part left out."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

from quaidpy.bench.adapter import RecallAdapter, home_of
from quaidpy.bench.data.datasets import Dataset
from quaidpy.bench.metrics import mean
from quaidpy.bench.progress import Report, silent
from quaidpy.bench.retrieval.retrieval import Comparison, Run, ask, compare, main_metric_of
from quaidpy.bench.retrieval.searches import Search, SearchWithout
from quaidpy.domain.recall.queries import Aim, Query
from quaidpy.domain.tuning import RecallTuning
from quaidpy.errors import UsageError
from quaidpy.recall.pipeline import RecallTools, recall
from quaidpy.recall.stages import PIPELINE
from quaidpy.settings import Settings

Change = Callable[[RecallTools], RecallTools]
WHOLE = "the whole"
_INDISPENSABLE = ("lanes", "read", "score")  # without these stages there is no ranking to compare


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """Recall with one part switched: `is_off` when the whole has it and this has not, else the other way round."""

    part: str
    change: Change
    is_off: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What one part adds (shares, 0.01 is a point) and costs (ms, the median over the questions)."""

    part: str
    is_in_use: bool
    without: float
    adds: Comparison
    costs_ms: float
    p50_without_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Ablation:
    dataset: Dataset
    metric: str
    whole: Run
    rows: tuple[Row, ...]

    @property
    def whole_mean(self) -> float:
        return mean(self.whole.values(self.metric))

    def document(self) -> dict[str, Any]:
        """For `--json`."""
        return {
            "dataset": self.dataset.name,
            "split": self.dataset.split,
            "files": dict(self.dataset.files),
            "questions": len(self.whole.rows),
            "metric": self.metric,
            "whole": self.whole_mean,
            "whole_ms_p50": self.whole.search_ms(0.5),
            "parts": self.rows,
        }


def ablate(
    dataset: Dataset, settings: Settings, report: Report = silent, *, keep: Path | None = None
) -> Ablation:
    """Every variant asked every question in turn, so that all see the same load on the machine.

    Raises UsageError for a data set without scored questions.
    """
    variants = variants_of(settings.tuning.recall)
    total = len(dataset.scored)
    if not total:
        raise UsageError(f"{dataset.name}/{dataset.split} has no question with gold documents")
    runs = {name: Run(system=name) for name in (WHOLE, *(variant.part for variant in variants))}
    asked, unit_of = 0, dataset.session_of
    for world in dataset.worlds():
        if not world.scored:
            continue
        with closing(RecallAdapter(settings, home=home_of(world, settings, keep), report=report)) as ours:
            ours.index(world.documents)
            tools = ours.parts.recalling
            searches = {WHOLE: Tried(ours, tools)}
            searches |= {variant.part: Tried(ours, variant.change(tools)) for variant in variants}
            for question in world.scored:
                for name in _rotated(list(searches), by=asked):
                    runs[name].rows.append(ask(searches[name], question, unit_of))
                asked += 1
                report("questions", asked, total)
    metric = main_metric_of(dataset)
    rows = tuple(_row(variant, runs[WHOLE], runs[variant.part], metric) for variant in variants)
    return Ablation(dataset=dataset, metric=metric, whole=runs[WHOLE], rows=rows)


class Tried:
    """A variant as a system: the same memory, searched otherwise."""

    def __init__(self, memory: RecallAdapter, tools: RecallTools) -> None:
        self._memory = memory
        self._tools = tools

    def search(self, query: str, k: int) -> list[str]:
        recalled = recall(Query(text=query, limit=k, aim=Aim.RANK), self._tools)
        return self._memory.documents_of(recalled)[:k]


def variants_of(tuning: RecallTuning) -> list[Variant]:
    """Each stage of the pipeline and each lane, and the mechanisms of scoring that have a setting of their own."""
    stages = [_stage(stage.name, tuning) for stage in PIPELINE if stage.name not in _INDISPENSABLE]
    return [
        Variant(part="lane: words", change=_without(Search.TEXT, Search.WINDOWS)),
        Variant(part="lane: vectors", change=_without(Search.NEAREST)),
        Variant(part="lane: windows", change=_tuned(window_weight=0.0)),
        Variant(part="lane: memories", change=_without(Search.MEMORIES)),
        Variant(part="lane: stated", change=_tuned(stated_weight=0.0)),
        *stages,
        Variant(part="reliance on words", change=_tuned(words_least=1.0)),
        Variant(part="episode support", change=_tuned(episode_share=0.0)),
        Variant(part="speaker boost", change=_tuned(speaker_boost=1.0)),
        Variant(part="value boost", change=_tuned(value_boost=1.0)),
        Variant(part="assistant factor", change=_tuned(assistant_factor=1.0, essay_factor=1.0)),
        Variant(part="outdated factor", change=_tuned(outdated_factor=1.0)),
        Variant(part="recency", change=_tuned(recency_share=0.0)),
        Variant(part="what is known of it", change=_tuned(bonus_share=0.0)),
    ]


def _stage(name: str, tuning: RecallTuning) -> Variant:
    is_in_use = name not in tuning.skip
    skip = (*tuning.skip, name) if is_in_use else tuple(each for each in tuning.skip if each != name)
    return Variant(part=f"stage: {name}", change=_tuned(skip=skip), is_off=is_in_use)


def _tuned(**values: Any) -> Change:  # noqa: ANN401 - fields of RecallTuning
    return lambda tools: replace(tools, tuning=replace(tools.tuning, **values))


def _without(*missing: Search) -> Change:
    return lambda tools: replace(tools, search=SearchWithout(tools.search, missing))


def _rotated(names: list[str], *, by: int) -> list[str]:
    """Everybody is first equally often: whoever is first finds nothing of the question in any cache."""
    start = by % len(names)
    return [*names[start:], *names[:start]]


def _row(variant: Variant, whole: Run, tried: Run, metric: str) -> Row:
    with_it, without_it = (whole, tried) if variant.is_off else (tried, whole)
    pairs = zip(with_it.rows, without_it.rows, strict=True)
    return Row(
        part=variant.part,
        is_in_use=variant.is_off,
        without=mean(without_it.values(metric)),
        adds=compare(without_it, with_it, metric),
        costs_ms=median(one.ms - other.ms for one, other in pairs),
        p50_without_ms=without_it.search_ms(0.5),
    )
