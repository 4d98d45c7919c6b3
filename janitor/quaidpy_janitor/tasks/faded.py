"""What becomes of memories that have all but faded?"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import islice

from quaidpy.domain.memories.decay import is_protected
from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.nights import Matter, MemoryCriteria, QuestionState
from quaidpy_janitor.closing import archived
from quaidpy_janitor.judging import Decided, Form, decide
from quaidpy_janitor.protecting import unprotected
from quaidpy_janitor.questions import Asked, opened
from quaidpy_janitor.reading import live_pages
from quaidpy_janitor.settling import settled
from quaidpy_janitor.task import Change, Night, Rows


def plan_decay_review(night: Night) -> Iterator[Change]:
    """By the model: let go, keep for a time, or pin. Without one a person is asked, about a few."""
    known = Asked(night, Matter.FADED)
    room = night.tuning.janitor.open_questions - sum(each.state is QuestionState.OPEN for each in known.all())
    # Without a model no more than there is room for is asked about: no need to read the rest.
    faded = list(islice(_faded(known, night), None if night.may_ask() else max(0, room)))
    shown = [
        memory.text if not memory.confirmations else f"{memory.text} (said {memory.confirmations + 1} times)"
        for memory in faded
    ]
    decisions = {
        each.place: each
        for each in decide(
            Form(prompt="decay_review", variable="notes", doubted=frozenset({"PIN", "DELETE"})), shown, night
        )
    }
    for place, memory in enumerate(faded):
        decided = decisions.get(place)
        if decided is not None:
            yield _change(memory, decided, night)
        elif room > 0:
            room -= 1
            yield _ask(memory, night)


def _faded(known: Asked, night: Night) -> Iterator[Memory]:
    for page in live_pages(night, MemoryCriteria(confidence_below=night.tuning.decay.review_below)):
        for memory in unprotected(page, night):
            if not is_protected(memory) and known.about(memory) is None:
                yield memory


def _ask(memory: Memory, night: Night) -> Change:
    question = opened(
        night, Matter.FADED, (memory,), f"not needed for long, confidence {memory.confidence:.2f}"
    )
    return Change(
        verb="ask",
        summary=f"for a person: {question.reason}",
        lines=(f"~ {memory.text}",),
        rows=Rows(questions=(question,)),
    )


def _change(memory: Memory, decided: Decided, night: Night) -> Change:
    verdict = str(decided.decision["decision"])
    until = night.now + timedelta(days=night.tuning.decay.extend_days) if verdict == "EXTEND" else None
    question = settled(opened(night, Matter.FADED, (memory,), decided.reason), verdict.lower(), due_at=until)
    changed = {
        "DELETE": archived(memory, night.now),
        "PIN": replace(memory, pinned=True),
    }.get(verdict)
    return Change(
        verb="review",
        summary=f"{verdict.lower()}: {decided.reason}",
        lines=(f"{'-' if verdict == 'DELETE' else '~'} {memory.text}",),
        rows=Rows(memories=(changed,) if changed else (), questions=(question,), planned_on=(memory,)),
        model=decided.model,
        prompt=decided.prompt,
    )
