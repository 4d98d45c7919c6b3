"""How is the model asked about many things at once? In batches that fit its window, within the night's budget."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from quaidpy.domain.tokens import count_tokens
from quaidpy.remember.asking import ModelTools, ask
from quaidpy_janitor.task import Night

_TOKENS_A_DECISION = 60  # of the answer, for one item
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

    `fixed`: the prompt's other variables. `label`: how one item is written down.
    """

    prompt: str
    variable: str = "pairs"
    number: str = "n"
    fixed: Mapping[str, str] = field(default_factory=dict)
    label: str = "{n}. {item}"


def decide(form: Form, items: Sequence[str], night: Night) -> list[Decided]:
    """A decision for each item that the model decided, in order; the first on an item counts.

    Items past the night's allowance are left, and said to be. Raises ModelError when a call fails.
    """
    model = night.tools.model
    if model is None or not items:
        return []
    allowed = list(items[: night.tuning.janitor.pairs_a_night])
    decided: list[Decided] = []
    asked = 0
    for batch in _batches(form.prompt, allowed, night, model):
        if not night.may_ask():
            break
        shown = "\n".join(form.label.format(n=n, item=item) for n, item in enumerate(batch, start=1))
        answer = ask(form.prompt, {form.variable: shown, **form.fixed}, model)
        decisions = answer.value.get("decisions")
        for place, decision in _read(decisions, len(batch), form.number):
            decided.append(
                Decided(
                    place=asked + place,
                    first=asked,
                    decision=decision,
                    prompt=answer.prompt,
                    model=model.model.name,
                )
            )
        asked += len(batch)
    if asked < len(items):
        night.notes.left.append(
            f"{len(items) - asked} of {len(items)} not put to the model: the budget is spent"
        )
    return decided


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
