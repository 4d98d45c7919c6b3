"""How often do the words that answer stand in the block, and at what length? Beside turns that are only quoted."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from quaidpy.bench.data.datasets import Dataset, Question, World
from quaidpy.bench.data.world_files import Form, forms_for
from quaidpy.bench.given.blocks import blocks_of, memory_of
from quaidpy.bench.given.quoting import QuotedTurns, documents_found, our_ranking
from quaidpy.bench.given.wanted import Gold, Wanted, bare_words
from quaidpy.bench.metrics import interval, mean
from quaidpy.bench.processes import done_in_order
from quaidpy.bench.progress import Report, silent
from quaidpy.bench.retrieval.baselines import Bm25Baseline, VectorBaseline
from quaidpy.bench.speed.latency import percentile
from quaidpy.domain.language.tokens import count_tokens
from quaidpy.errors import SettingsError, UsageError
from quaidpy.services.parts import Parts
from quaidpy.settings import Settings

BM25, VECTOR = "BM25 quoted", "vectors quoted"
BUDGETS = (2000, 600)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What one question got to read. `given`: the share of its wanted turns whose words are there."""

    question: Question
    given: float
    tokens: int
    block: str
    missing: tuple[Wanted, ...]


Readings: TypeAlias = dict[tuple[str, int], list[Reading]]
"""By system and budget, in the order asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """Every system at every budget on one data set.

    `ours`: what our memory gives, called by the form in which it was told. The others only quote what is ranked best.
    """

    dataset: Dataset
    ours: tuple[str, ...]
    budgets: tuple[int, ...]
    readings: Readings

    @property
    def systems(self) -> list[str]:
        """Ours first."""
        others = dict.fromkeys(system for system, _ in self.readings if system not in self.ours)
        return [*self.ours, *others]

    def values(self, system: str, budget: int, category: str | None = None) -> list[float]:
        """One share a question, in the order asked."""
        readings = self.readings[system, budget]
        return [each.given for each in readings if category in {None, each.question.category}]

    def differences(self, system: str, other: str, budget: int, category: str | None = None) -> list[float]:
        """The first minus the other, a value a question."""
        pairs = zip(self.values(system, budget, category), self.values(other, budget, category), strict=True)
        return [one - two for one, two in pairs]

    def tokens(self, system: str, budget: int) -> tuple[float, float]:
        """Mean and 90th percentile of a block's length."""
        counts = [float(each.tokens) for each in self.readings[system, budget]]
        return mean(counts), percentile(counts, 0.9)

    def empty(self, system: str, budget: int) -> int:
        return sum(not each.block for each in self.readings[system, budget])

    @property
    def categories(self) -> list[str]:
        first = next(iter(self.readings.values()))
        return sorted({each.question.category for each in first})

    def document(self) -> dict[str, Any]:
        """For a file that a later run is compared with."""
        return {
            "dataset": self.dataset.name,
            "split": self.dataset.split,
            "files": dict(self.dataset.files),
            "systems": [self._system(system, budget) for budget in self.budgets for system in self.systems],
        }

    def _system(self, system: str, budget: int) -> dict[str, Any]:
        values, (mean_tokens, p90) = self.values(system, budget), self.tokens(system, budget)
        return {
            "system": system,
            "budget": budget,
            "given": mean(values),
            "interval": interval(values),
            "tokens_mean": mean_tokens,
            "tokens_p90": p90,
            "empty": self.empty(system, budget),
            "categories": {name: mean(self.values(system, budget, name)) for name in self.categories},
            "rows": [
                {
                    "qid": each.question.id,
                    "given": each.given,
                    "tokens": each.tokens,
                    "missing": [wanted.unit for wanted in each.missing],
                }
                for each in self.readings[system, budget]
            ],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class How:
    """What is measured. `folder`: where homes are made, and those that are there are used. `jobs`: processes."""

    folder: Path
    forms: tuple[Form, ...] = tuple(Form)
    budgets: tuple[int, ...] = BUDGETS
    jobs: int = 1
    with_baselines: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class _Task:
    """One world in one form; the baselines go with the first form, whose memory has made the vectors."""

    world: World
    form: Form
    how: How
    settings: Settings
    by_session: bool
    with_baselines: bool


def measure_given(dataset: Dataset, settings: Settings, how: How, report: Report = silent) -> Given:
    """Take each world in, in each form, and ask all its scored questions.

    Raises UsageError for a data set without scored
    questions, SettingsError when baselines are wanted without an embedder.
    """
    if not dataset.scored:
        raise UsageError(f"{dataset.name}/{dataset.split} has no question with gold documents")
    forms = forms_for(dataset, how.forms)
    tasks = list(_tasks(dataset, settings, how, forms))
    readings: Readings = defaultdict(list)
    for done, found in enumerate(done_in_order(_measured, tasks, jobs=how.jobs), start=1):
        for key, each in found.items():
            readings[key] += each
        report("worlds", done, len(tasks))
    ours = tuple(form.value for form in forms)
    return Given(dataset=dataset, ours=ours, budgets=how.budgets, readings=dict(readings))


def _tasks(dataset: Dataset, settings: Settings, how: How, forms: Sequence[Form]) -> Iterator[_Task]:
    for form in forms:
        for world in dataset.worlds():
            if world.scored:
                yield _Task(
                    world=world,
                    form=form,
                    how=how,
                    settings=settings,
                    by_session=dataset.unit == "session",
                    with_baselines=how.with_baselines and form is forms[0],
                )


def _measured(task: _Task) -> Readings:
    readings: Readings = defaultdict(list)
    gold, budgets = Gold(task.world, by_session=task.by_session), task.how.budgets
    ours = task.form.value
    with ExitStack() as stack:
        parts = stack.enter_context(memory_of(task.world, task.form, task.settings, task.how.folder))
        quoted = {f"{ours} quoted": QuotedTurns(partial(our_ranking, parts), task.world.documents)}
        quoted |= _baselines(task.world, parts, stack) if task.with_baselines else {}
        for question in task.world.scored:
            wanted = gold.wanted(question)
            if not wanted:
                continue
            blocks = {ours: blocks_of(parts, question.text, budgets)}
            blocks |= {name: system.blocks(question.text, budgets) for name, system in quoted.items()}
            for system, of_budgets in blocks.items():
                for budget, block in zip(budgets, of_budgets, strict=True):
                    readings[system, budget].append(reading(question, wanted, block))
    return dict(readings)


def reading(question: Question, wanted: Sequence[Wanted], block: str) -> Reading:
    bare = bare_words(block)
    missing = tuple(each for each in wanted if not each.is_in(bare))
    return Reading(
        question=question,
        given=1 - len(missing) / len(wanted),
        tokens=count_tokens(block),
        block=block,
        missing=missing,
    )


def _baselines(world: World, parts: Parts, stack: ExitStack) -> dict[str, QuotedTurns]:
    embedder, search = parts.recalling.embedder, parts.recalling.search
    if embedder is None:
        raise SettingsError("the vector baseline needs an embedder, and embedding.model is none")
    words = stack.enter_context(closing(Bm25Baseline()))
    vectors = VectorBaseline(
        embedder, lambda texts: search.known_vectors(parts.owner, embedder.identity, texts)
    )
    words.index(world.documents)
    vectors.index(world.documents)
    rankings = {BM25: documents_found(words, world), VECTOR: documents_found(vectors, world)}
    return {name: QuotedTurns(ranking, world.documents) for name, ranking in rankings.items()}


def earlier_values(
    documents: Sequence[Mapping[str, Any]], dataset: Dataset
) -> dict[tuple[str, int], dict[str, float]]:
    """The shares by question that an earlier run wrote of this data set, by system and budget."""
    found: dict[tuple[str, int], dict[str, float]] = {}
    for document in documents:
        if (document["dataset"], document["split"]) == (dataset.name, dataset.split):
            for system in document["systems"]:
                rows = {row["qid"]: row["given"] for row in system["rows"]}
                found[system["system"], system["budget"]] = rows
    return found
