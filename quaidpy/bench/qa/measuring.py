"""How many questions are answered right from what an agent is given?"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from pathlib import Path
from random import Random
from typing import Any

from quaidpy.bench.data.datasets import Dataset
from quaidpy.bench.data.world_files import Form
from quaidpy.bench.given.blocks import blocks_of, memory_of
from quaidpy.bench.metrics import interval, mean
from quaidpy.bench.progress import Report, silent
from quaidpy.bench.qa.asking import Examiners, examined, tried
from quaidpy.bench.qa.records import JudgedAnswer, JudgedAnswers, Task, Verdict, is_unanswerable
from quaidpy.domain.models.prompting import Spending
from quaidpy.errors import ModelError, UsageError
from quaidpy.settings import Settings

_SEED = 1
_FAILURES_IN_A_ROW = 3  # then nobody is there to be asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Questions of one kind: how many are right, with the 95 % interval of the share."""

    name: str
    questions: int
    right: float
    interval: tuple[float, float] | None
    refused: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """All judged answers on one data set.

    `failed`: questions without a verdict, and why. `fresh`: how many were asked in this run.
    """

    dataset: Dataset
    answers: tuple[JudgedAnswer, ...]
    failed: tuple[tuple[str, str], ...]
    fresh: int

    @property
    def tallies(self) -> list[Tally]:
        """Answerable ones by category, what was never said, and both kinds whole."""
        known = [each for each in self.answers if each.task.is_answerable]
        categories = sorted({each.task.category for each in known})
        groups = [(name, [each for each in known if each.task.category == name]) for name in categories]
        groups.append(("all with an answer", known))
        groups.append(("never said, refused", [a for a in self.answers if not a.task.is_answerable]))
        return [_tally(name, answers) for name, answers in groups if answers]

    @property
    def reading(self) -> Spending:
        return _sum(each.reading for each in self.answers)

    @property
    def judging(self) -> Spending:
        return _sum(each.judging for each in self.answers)

    def document(self) -> dict[str, Any]:
        return {
            "dataset": self.dataset.name,
            "split": self.dataset.split,
            "files": dict(self.dataset.files),
            "tallies": self.tallies,
            "failed": self.failed,
            "asked_now": self.fresh,
            "reading": self.reading,
            "judging": self.judging,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class How:
    """`folder`: where homes are made, and those that are there are used. `answers`: the file of judged ones."""

    folder: Path
    answers: JudgedAnswers
    form: Form
    budget: int


def examine(
    dataset: Dataset, settings: Settings, examiners: Examiners, how: How, report: Report = silent
) -> Examined:
    """Read, answer and judge what has not been judged yet.

    Raises UsageError for a data set without questions, ModelError when several questions in a row fail.
    """
    asked = list(dataset.questions)
    if not asked:
        raise UsageError(f"{dataset.name}/{dataset.split} has no question with an answer")
    answers: list[JudgedAnswer] = []
    failed: list[tuple[str, str]] = []
    fresh = in_a_row = 0
    for task in _tasks(dataset, settings, examiners, how):
        known = how.answers.of(task)
        found = known or tried(partial(examined, task, examiners))
        if isinstance(found, ModelError):
            failed.append((task.question, str(found)))
            in_a_row += 1
            if in_a_row == _FAILURES_IN_A_ROW:
                raise found
            continue
        if known is None:
            how.answers.add(found)
            fresh, in_a_row = fresh + 1, 0
        answers.append(found)
        report("questions", len(answers) + len(failed), len(asked))
    return Examined(dataset=dataset, answers=tuple(answers), failed=tuple(failed), fresh=fresh)


def to_be_asked(dataset: Dataset, count: int | None) -> Dataset:
    """The questions that have an answer, and those of which nothing was ever said; `count` of them, drawn by chance."""
    asked = [each for each in dataset.questions if each.is_scored or is_unanswerable(each)]
    if count is not None and count < len(asked):
        drawn = set(Random(_SEED).sample(range(len(asked)), count))  # noqa: S311 - statistics, not secrets
        asked = [asked[i] for i in sorted(drawn)]
    return replace(dataset, questions=tuple(asked))


def _tasks(dataset: Dataset, settings: Settings, examiners: Examiners, how: How) -> Iterator[Task]:
    for world in dataset.worlds():
        with memory_of(world, how.form, settings, how.folder) as parts:
            for question in world.questions:
                (block,) = blocks_of(parts, question.text, [how.budget])
                yield Task(
                    dataset=dataset.name,
                    split=dataset.split,
                    question=question.id,
                    category=question.category,
                    text=question.text,
                    expected=question.answer,
                    is_answerable=not is_unanswerable(question),
                    block=block,
                    reader=examiners.reader.name,
                    judge=examiners.judge.name,
                    prompts=examiners.versions,
                )


def _tally(name: str, answers: Sequence[JudgedAnswer]) -> Tally:
    right = [float(each.is_right) for each in answers]
    refused = sum(each.verdict is Verdict.REFUSED for each in answers)
    return Tally(
        name=name, questions=len(answers), right=mean(right), interval=interval(right), refused=refused
    )


def _sum(spent: Iterable[Spending]) -> Spending:
    return reduce(Spending.plus, spent, Spending())
