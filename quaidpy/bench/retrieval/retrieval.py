"""How well does it find what answers a question, against the baselines, on the same questions in the same run?"""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from quaidpy.bench.adapter import RecallAdapter, home_of
from quaidpy.bench.data.datasets import Dataset, Question, World
from quaidpy.bench.data.world_files import Form, forms_for
from quaidpy.bench.metrics import METRICS, gold_ranks, interval, mean, metrics_of
from quaidpy.bench.progress import Report, silent
from quaidpy.bench.retrieval.baselines import Bm25Baseline, Searching, System, VectorBaseline
from quaidpy.bench.speed.latency import percentile
from quaidpy.errors import SettingsError, UsageError
from quaidpy.ports.embedding import Embedder, EmbedderIdentity
from quaidpy.settings import Settings
from quaidpy.wiring.models import chosen_embedder

OURS, BM25, VECTOR = "quaidpy", "BM25", "vector"
FROM_A_LOG = "quaidpy, one log"
BASELINES = (BM25, VECTOR)
_NAMES = {Form.LOG: FROM_A_LOG, Form.SESSIONS: OURS}
SHOWN = ("recall@5", "recall@10", "ndcg@10", "mrr")

_FEW_SESSIONS = 50
_DEPTH, _SESSION_DEPTH = (
    20,
    200,
)  # documents asked for; more where sessions are judged, of which several may be one


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One question by one system: the rank of each gold unit, and how long the search took."""

    question: str
    category: str
    ranks: tuple[int | None, ...]
    ms: float

    @property
    def metrics(self) -> dict[str, float]:
        return metrics_of(self.ranks)


@dataclass(slots=True, kw_only=True)
class Run:
    """One system on one data set."""

    system: str
    rows: list[Row] = field(default_factory=list)
    documents: int = 0
    index_s: float = 0.0

    def values(self, metric: str, category: str | None = None) -> list[float]:
        """One value a question, in the order asked."""
        return [row.metrics[metric] for row in self.rows if category in {None, row.category}]

    def search_ms(self, share: float) -> float:
        return percentile([row.ms for row in self.rows], share)

    @property
    def categories(self) -> list[str]:
        return sorted({row.category for row in self.rows})


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One run minus another: mean difference and its 95 % paired interval, as shares (0.01 is a point).

    `interval` is None for fewer than two questions.
    """

    difference: float
    interval: tuple[float, float] | None

    @property
    def verdict(self) -> str:
        """What the interval says: better, worse, or nothing sure."""
        low, high = self.interval or (0.0, 0.0)
        return "better" if low > 0 else "worse" if high < 0 else "not sure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieval:
    """All systems on one data set, ours last. `metric`: the one that categories are compared by."""

    dataset: Dataset
    runs: tuple[Run, ...]
    embedder: EmbedderIdentity
    metric: str

    @property
    def ours(self) -> Run:
        return self.runs[-1]

    def document(self) -> dict[str, Any]:
        """For `--json`; each system's part has the keys that the outside script writes."""
        return {
            "dataset": self.dataset.name,
            "split": self.dataset.split,
            "level": self.dataset.unit,
            "unit": self.dataset.unit_name,
            "files": dict(self.dataset.files),
            "embedder": self.embedder,
            "systems": [_system_document(run) for run in self.runs],
            "paired": {
                run.system: {metric: compare(run, self.ours, metric) for metric in SHOWN}
                for run in self.runs[:-1]
            },
        }


def main_metric_of(dataset: Dataset) -> str:
    """The cut that tells most: a handful of passages, or of few sessions; ten of hundreds of turns."""
    sessions = {document["session_id"] for document in dataset.documents}
    is_small = dataset.unit_name == "passage" or (
        dataset.unit == "session" and len(sessions) <= _FEW_SESSIONS
    )
    return "recall@5" if is_small else "recall@10"


def compare(base: Run, new: Run, metric: str, category: str | None = None) -> Comparison:
    """Paired over the questions, which both answered in the same order."""
    pairs = zip(base.values(metric, category), new.values(metric, category), strict=True)
    differences = [theirs - before for before, theirs in pairs]
    return Comparison(difference=mean(differences), interval=interval(differences))


def retrieve(
    dataset: Dataset,
    settings: Settings,
    report: Report = silent,
    *,
    keep: Path | None = None,
    forms: Sequence[Form] = (Form.SESSIONS,),
) -> Retrieval:
    """Index each scope once in every system, then ask each question of all of them in turn.

    `keep`: a folder to keep our memories in, and to use those that are there. `forms`: how they are told; each is a
    system of its own, the one told by files of sessions is the last.
    Raises UsageError for a data set without scored questions, SettingsError without an embedder.
    """
    total = len(dataset.scored)
    if not total:
        raise UsageError(f"{dataset.name}/{dataset.split} has no question with gold documents")
    embedder = chosen_embedder(settings)
    if embedder is None:
        raise SettingsError("the vector baseline needs an embedder, and embedding.model is none")
    told = {name: form for form, name in _NAMES.items() if form in forms_for(dataset, forms)}
    runs = {name: Run(system=name) for name in (*BASELINES, *told)}
    asked, unit_of = 0, dataset.session_of
    for world in dataset.worlds():
        if not world.scored:
            continue
        with ExitStack() as stack:
            ours = {
                name: stack.enter_context(closing(_memory(world, settings, keep, form, report)))
                for name, form in told.items()
            }
            systems = _indexed(world, embedder, ours, runs, stack)
            for question in world.scored:
                for name, system in systems.items():
                    runs[name].rows.append(ask(system, question, unit_of))
                asked += 1
                report("questions", asked, total)
    return Retrieval(
        dataset=dataset, runs=tuple(runs.values()), embedder=embedder.identity, metric=main_metric_of(dataset)
    )


def ask(system: Searching, question: Question, unit_of: Mapping[str, str] | None) -> Row:
    """`unit_of`: the session of each document where sessions are judged.

    Raises UsageError when the system answers with repeated documents, or more than it was asked for.
    """
    depth = _SESSION_DEPTH if unit_of else _DEPTH
    begun = perf_counter()
    ranked = system.search(question.text, depth)
    ms = (perf_counter() - begun) * 1000
    if len(ranked) > depth or len(set(ranked)) != len(ranked):
        raise UsageError(
            f"{question.id}: the system gave repeated documents, or more than the {depth} asked for"
        )
    ranks = gold_ranks(ranked, question.gold, unit_of)
    return Row(question=question.id, category=question.category, ranks=tuple(ranks), ms=ms)


def _memory(world: World, settings: Settings, keep: Path | None, form: Form, report: Report) -> RecallAdapter:
    return RecallAdapter(settings, home=home_of(world, settings, keep, form), form=form, report=report)


def _indexed(
    world: World,
    embedder: Embedder,
    ours: Mapping[str, RecallAdapter],
    runs: dict[str, Run],
    stack: ExitStack,
) -> dict[str, System]:
    """Ours first, so that the vector baseline can use the embeddings that were made."""
    known = next(iter(ours.values())).known_vectors
    bm25, vectors = stack.enter_context(closing(Bm25Baseline())), VectorBaseline(embedder, known)
    systems: dict[str, System] = {**ours, BM25: bm25, VECTOR: vectors}
    for name, system in systems.items():
        begun = perf_counter()
        system.index(world.documents)
        # The vectors are ours, and a kept memory was not made now: neither says how fast indexing is.
        if system is bm25 or (isinstance(system, RecallAdapter) and not system.was_kept):
            runs[name].index_s += perf_counter() - begun
            runs[name].documents += len(world.documents)
    return {name: systems[name] for name in runs}


def _system_document(run: Run) -> dict[str, Any]:
    return {
        "system": run.system,
        "overall": summary(run),
        "categories": {category: summary(run, category) for category in run.categories},
        "timing": {
            "docs": run.documents,
            "index_docs_per_s": run.documents / run.index_s if run.index_s else None,
            "search_ms_p50": run.search_ms(0.5),
            "search_ms_p95": run.search_ms(0.95),
        },
        "rows": [{"qid": row.question, "category": row.category, "ranks": row.ranks} for row in run.rows],
    }


def summary(run: Run, category: str | None = None) -> dict[str, Any]:
    """Every metric's mean, and the intervals of those that are shown."""
    means = {metric: mean(run.values(metric, category)) for metric in METRICS}
    intervals = {metric: interval(run.values(metric, category)) for metric in SHOWN}
    return {"n": len(run.values("mrr", category)), **means, "ci": intervals}
