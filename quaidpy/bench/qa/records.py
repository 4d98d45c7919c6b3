"""Which questions have been answered and judged already, and what came of each?"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import Any

from quaidpy.bench.data.datasets import Question
from quaidpy.domain.models.prompting import Spending
from quaidpy.errors import UnreadableError


class Verdict(StrEnum):
    CORRECT = "correct"
    WRONG = "wrong"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One question, what stands in the block for it, and who reads and judges, by which prompts.

    `is_answerable`: False where the data set's makers say that nothing was said of it.
    """

    dataset: str
    split: str
    question: str
    category: str
    text: str
    expected: str
    is_answerable: bool
    block: str
    reader: str
    judge: str
    prompts: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedAnswer:
    """`reading`, `judging`: what the two calls took."""

    task: Task
    answer: str
    verdict: Verdict
    reason: str
    reading: Spending
    judging: Spending

    @property
    def is_right(self) -> bool:
        """Correct; or refused, where there is nothing to be known."""
        return self.verdict is (Verdict.CORRECT if self.task.is_answerable else Verdict.REFUSED)


def is_unanswerable(question: Question) -> bool:
    """Its makers say that nothing was said of it; a lost answer is something else."""
    return bool(question.flags) and "no_gold" not in question.flags


class JudgedAnswers:
    """Lines of JSON that grow with each answer; a run that was stopped goes on where it ended."""

    def __init__(self, file: Path) -> None:
        """Raises UnreadableError when a line of the file is no judged answer."""
        self._file = file
        self._known = {answer.task: answer for answer in _read(file)}

    def of(self, task: Task) -> JudgedAnswer | None:
        """Of exactly this task: another block, model or prompt makes another one of it."""
        return self._known.get(task)

    def add(self, answer: JudgedAnswer) -> None:
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(answer), ensure_ascii=False) + "\n")
        self._known[answer.task] = answer


def _read(file: Path) -> Iterator[JudgedAnswer]:
    if not file.exists():
        return
    lines = file.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        try:
            yield _answer(json.loads(line))
        except (ValueError, TypeError, KeyError) as err:
            raise UnreadableError(f"{file}, line {number} is no judged answer: {err}") from err


def _answer(row: Mapping[str, Any]) -> JudgedAnswer:
    told = {field.name: row[field.name] for field in fields(JudgedAnswer)}
    return JudgedAnswer(
        **{
            **told,
            "task": Task(**told["task"]),
            "verdict": Verdict(told["verdict"]),
            "reading": Spending(**told["reading"]),
            "judging": Spending(**told["judging"]),
        }
    )
