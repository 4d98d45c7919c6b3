"""How is the model asked about many things at once? In batches that fit its window, within the night's budget."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from quaidpy.domain.language.tokens import count_tokens
from quaidpy.errors import ModelError
from quaidpy.remember.model.asking import Answer, CutAnswerError, ModelTools, ask
from quaidpy_janitor.task import Night

_TOKENS_A_DECISION = 60  # of the answer, for one item
_MANY = 6  # decisions from which one for all is no judgement
_MOST_FAILURES = 2  # answers in a row that are none, before a task goes on without the model
_ROOM = 500  # tokens for what a provider adds


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """The model's decision on the item at `place`; its call began at `first`.

    `prompt` and `model` are kept with what it changes.
    """

    place: int
    first: int
    decision: Mapping[str, object]
    prompt: str
    model: str

    @property
    def reason(self) -> str:
        return str(self.decision.get("reason", ""))[:200]

    def text(self, key: str) -> str:
        return str(self.decision.get(key) or "").strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """How things are put to a prompt: in which of its variables, and as which number each comes back.

    `fixed`: the prompt's other variables. `label`: how one item is written down. `doubted`: decisions that nobody
    can mean of everything: a model that gives one of them to all of many has judged nothing (a small one does).
    """

    prompt: str
    variable: str = "pairs"
    number: str = "n"
    fixed: Mapping[str, str] = field(default_factory=dict)
    label: str = "{n}. {item}"
    doubted: frozenset[str] = frozenset()


def decide(form: Form, items: Sequence[str], night: Night) -> list[Decided]:
    """A decision for each item that the model decided, in order; the first on an item counts.

    What it did not decide is left, and said to be: past the night's allowance, in an answer that was none even after a
    repair, or because the model could not be reached.
    """
    model = night.tools.model
    if model is None or not items:
        return []
    allowed = list(items[: night.tuning.janitor.pairs_a_night])
    asking = _Asking(form, night, model)
    for batch in _batches(form.prompt, allowed, night, model):
        asking.put(batch)
    verdicts = {str(each.decision.get("decision")) for each in asking.decided}
    if len(asking.decided) >= _MANY and len(verdicts) == 1 and verdicts <= form.doubted:
        asking.reasons.append(
            f"it said {min(verdicts)} to all of {len(asking.decided)}, which nobody believes"
        )
        asking.decided.clear()
    undecided = len(items) - len(asking.decided)
    if undecided:
        reasons = [
            *asking.reasons,
            *([f"at most {len(allowed)} a night"] if len(allowed) < len(items) else []),
        ]
        told = "; ".join(dict.fromkeys(reasons)) or "the model passed over them"
        night.notes.left.append(f"{undecided} of {len(items)} not decided by the model: {told}")
    return asking.decided


def told(prompt: str, values: Mapping[str, str], night: Night) -> Answer | None:
    """The model's answer to one question; None, with a note of what is left, when there is none to be had."""
    model = night.tools.model
    if model is None or not night.may_ask():
        return None
    try:
        return ask(prompt, values, model)
    except ModelError as err:  # the boundary of one call: the rest of the night goes on
        night.notes.left.append(str(err))
        note_failure(err, night)
        return None


def by_model(answer: Answer, night: Night) -> tuple[str | None, str]:
    """Who decided: the model and the prompt's version."""
    return (night.tools.model.model.name if night.tools.model else None), answer.prompt


def note_failure(err: ModelError, night: Night) -> None:
    """A model that cannot be reached, tried again already, is not waited for by any other task."""
    if err.retryable:
        night.desk.model_failure = str(err)


class _Asking:
    """One batch after the other, as long as there is somebody to ask."""

    def __init__(self, form: Form, night: Night, model: ModelTools) -> None:
        self._form, self._night, self._model = form, night, model
        self.decided: list[Decided] = []
        self.reasons: list[str] = []
        self.asked = 0
        self._failures = 0

    def put(self, batch: Sequence[str]) -> None:
        """Asks about the batch; one that is too much for the model's answer, in halves."""
        if not self._night.may_ask() or self._failures >= _MOST_FAILURES:
            self._give_up()
            return
        shown = "\n".join(self._form.label.format(n=n, item=item) for n, item in enumerate(batch, start=1))
        try:
            answer = ask(self._form.prompt, {self._form.variable: shown, **self._form.fixed}, self._model)
        except CutAnswerError as err:
            if len(batch) > 1:
                self.put(batch[: len(batch) // 2])
                self.put(batch[len(batch) // 2 :])
            else:
                self._fail(err, batch)
            return
        except ModelError as err:  # the boundary of one call: the deterministic part of the night goes on
            self._fail(err, batch)
            return
        self._failures = 0
        for place, decision in _read(answer.value.get("decisions"), len(batch), self._form.number):
            self.decided.append(
                Decided(
                    place=self.asked + place,
                    first=self.asked,
                    decision=decision,
                    prompt=answer.prompt,
                    model=self._model.model.name,
                )
            )
        self.asked += len(batch)

    def _fail(self, err: ModelError, batch: Sequence[str]) -> None:
        self.asked += len(batch)
        self._failures += 1
        self.reasons.append(str(err))
        note_failure(err, self._night)

    def _give_up(self) -> None:
        if self._failures < _MOST_FAILURES:
            self.reasons.append(self._night.desk.model_failure or "the budget is spent")


def _read(decisions: object, size: int, number: str) -> Iterator[tuple[int, Mapping[str, object]]]:
    """Place in the batch and decision; numbers that name no item are nobody's."""
    seen: set[int] = set()
    for each in decisions if isinstance(decisions, list) else ():
        place = int(each[number]) - 1
        if 0 <= place < size and place not in seen:
            seen.add(place)
            yield place, each


def _batches(prompt: str, items: Sequence[str], night: Night, model: ModelTools) -> Iterator[list[str]]:
    """As many items a call as its window holds, the answer counted in."""
    form = model.prompts.prompt(prompt)
    tuning = night.tuning
    room = tuning.models.deep_context_tokens - count_tokens(form.system) - form.max_tokens - _ROOM
    most = max(1, min(tuning.janitor.pairs_a_call, form.max_tokens // _TOKENS_A_DECISION))
    batch: list[str] = []
    used = 0
    for item in items:
        tokens = count_tokens(item) + 4
        if batch and (len(batch) >= most or used + tokens > room):
            yield batch
            batch, used = [], 0
        batch.append(item)
        used += tokens
    if batch:
        yield batch
