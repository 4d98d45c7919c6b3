"""What does a model answer from the block, and what does another say of the answer?"""

from collections.abc import Callable
from dataclasses import dataclass

from quaidpy.bench.qa.records import JudgedAnswer, Task, Verdict
from quaidpy.domain.models.prompts import filled
from quaidpy.errors import ModelError
from quaidpy.metering import Metered
from quaidpy.ports.models import LanguageModel, PromptBook
from quaidpy.remember.model.asking import ModelTools, ask

_READER, _JUDGE = "qa_reader", "qa_judge"
_NOTHING_REMEMBERED = "(nothing is remembered)"
_NOTHING_SAID = "(nothing was ever said of it: the right answer is that it is not known)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Examiners:
    """Who answers and who judges. `timeout_s`: of one call."""

    reader: LanguageModel
    judge: LanguageModel
    prompts: PromptBook
    timeout_s: float

    @property
    def versions(self) -> str:
        """Of the prompts that both are told."""
        return " ".join(self.prompts.prompt(each).name for each in (_READER, _JUDGE))


def examined(task: Task, examiners: Examiners) -> JudgedAnswer:
    """Raises ModelError when one of them cannot be asked, or the judge gives no verdict, not even when asked again."""
    reader, judge = Metered(examiners.reader), Metered(examiners.judge)
    request = filled(
        examiners.prompts.prompt(_READER),
        {"memory": task.block or _NOTHING_REMEMBERED, "question": task.text},
    )
    answer = reader.complete(request, timeout_s=examiners.timeout_s).text.strip()
    expected = task.expected if task.is_answerable else _NOTHING_SAID
    judged = ask(
        _JUDGE,
        {"question": task.text, "expected": expected, "answer": answer},
        ModelTools(model=judge, prompts=examiners.prompts, timeout_s=examiners.timeout_s),
    )
    return JudgedAnswer(
        task=task,
        answer=answer,
        verdict=Verdict(str(judged.value["verdict"])),
        reason=str(judged.value["reason"]),
        reading=reader.spent,
        judging=judge.spent,
    )


def tried(work: Callable[[], JudgedAnswer]) -> JudgedAnswer | ModelError:
    """One question that fails does not end the others."""
    try:
        return work()
    except ModelError as err:
        return err
