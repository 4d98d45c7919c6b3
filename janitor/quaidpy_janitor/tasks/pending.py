"""Which new memories are worth keeping, and which of them count for good from now on?"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from quaidpy.domain.language.text import words
from quaidpy.domain.memories.index_texts import reworded
from quaidpy.domain.memories.memory import Memory, Status
from quaidpy.domain.nights import Matter, MemoryCriteria, Question, QuestionState
from quaidpy_janitor.closing import archived
from quaidpy_janitor.judging import Decided, Form, decide
from quaidpy_janitor.merging import merge
from quaidpy_janitor.questions import Asked, opened
from quaidpy_janitor.reading import live_pages
from quaidpy_janitor.settling import settled
from quaidpy_janitor.task import Change, Night, Rows
from quaidpy_janitor.tasks.contradictions import says_no_more

_SHOWN = 40
_MORE_WORDS = 4  # that a better wording may have
_FIRST_PERSON = frozenset(["i", "i'm", "i've", "i'd", "i'll", "my", "me", "we", "our", "us"])
_PENDING = MemoryCriteria(status=Status.PENDING)


def plan_review(night: Night) -> Iterator[Change]:
    """Approves, rewrites, merges or rejects by the model; what nobody should decide alone is put to a person."""
    known = {matter: Asked(night, matter) for matter in (Matter.PENDING, Matter.FLAGGED)}
    waiting: list[Memory] = []
    for memory in _pending(night):
        matter = Matter.FLAGGED if memory.flagged else Matter.PENDING
        if known[matter].about(memory) is not None or memory.pinned or memory.verified:
            continue
        if memory.flagged:
            yield _question(memory, Matter.FLAGGED, "it reads like an order to a machine", night)
        elif night.tools.model is not None:
            waiting.append(memory)
        elif not _is_sure(memory, night):
            yield _question(memory, Matter.PENDING, f"confidence {memory.confidence:.2f}", night)
    yield from _ruled(waiting, night)


def plan_graduate(night: Night) -> Iterator[Change]:
    """Approved memories count for good: by the model, by a person, or without either by their confidence."""
    pending = Asked(night, Matter.PENDING)
    flagged = Asked(night, Matter.FLAGGED)
    for page in live_pages(night, _PENDING):
        rising = [memory for memory in page if _is_approved(memory, pending, flagged, night)]
        if rising:
            yield Change(
                verb="graduate",
                summary=f"{len(rising)} memories count for good",
                lines=tuple(f"+ {memory.text}" for memory in rising[:_SHOWN]),
                rows=Rows(
                    memories=tuple(replace(memory, status=Status.ACTIVE) for memory in rising),
                    planned_on=tuple(rising),
                    is_loose=True,
                ),
            )


def _is_approved(memory: Memory, pending: Asked, flagged: Asked, night: Night) -> bool:
    if memory.pinned or memory.verified:
        return True
    question = (flagged if memory.flagged else pending).about(memory)
    if question is not None:
        return question.state is QuestionState.SETTLED and question.verdict in {"approve", "keep"}
    return night.tools.model is None and not memory.flagged and _is_sure(memory, night)


def _is_sure(memory: Memory, night: Night) -> bool:
    """It was when it was taken in; what fades while it waits is a matter of `decay_review`."""
    return memory.confidence >= night.tuning.janitor.approve_from or memory.faded_at is not None


def _pending(night: Night) -> Iterator[Memory]:
    for page in live_pages(night, _PENDING):
        yield from page


def _question(memory: Memory, matter: Matter, reason: str, night: Night) -> Change:
    question = opened(night, matter, (memory,), reason)
    return Change(
        verb="ask",
        summary=f"for a person: {reason}",
        lines=(f"~ {memory.text}",),
        rows=Rows(questions=(question,)),
    )


def _ruled(waiting: Sequence[Memory], night: Night) -> Iterator[Change]:
    merged: set[str] = set()
    shown = [f"{memory.text}\n   {_words(memory, night)}" for memory in waiting]
    for each in decide(
        Form(prompt="pending_review", variable="notes", doubted=frozenset({"REJECT", "REWRITE"})),
        shown,
        night,
    ):
        memory = waiting[each.place]
        if memory.id in merged:
            continue
        change = _change(memory, each, waiting, night)
        if change is not None:
            merged.update(change.keys)
            yield change


def _words(memory: Memory, night: Night) -> str:
    return " … ".join(f"“{quote[:300]}”" for quote in _quotes(memory, night)[:3]) or "(no words kept)"


def _quotes(memory: Memory, night: Night) -> list[str]:
    turns = {
        turn.id: turn for turn in night.tools.store.turns(night.owner, [e.turn for e in memory.evidence])
    }
    return [turns[e.turn].text[e.start : e.end] for e in memory.evidence if e.turn in turns]


def _change(memory: Memory, each: Decided, waiting: Sequence[Memory], night: Night) -> Change | None:
    question = opened(night, Matter.PENDING, (memory,), each.reason)
    verdict = str(each.decision["decision"])
    rows = Rows(questions=(settled(question, verdict.lower()),), planned_on=(memory,))
    lines: tuple[str, ...] = (f"+ {memory.text}",)
    text, other = each.text("text"), _other(memory, each, waiting)
    if verdict == "REWRITE" and words(text) == words(memory.text):
        verdict = "APPROVE"
        rows = replace(rows, questions=(settled(question, "approve"),))
    if verdict == "MERGE" and other is not None and not _sets_apart(memory, other, night):
        return merge(
            (memory, other), night, why=f"model: {each.reason}", model=each.model, prompt=each.prompt
        )
    if (
        verdict == "REWRITE"
        and is_mended(text, memory, _quotes(memory, night))
        and says_no_more(text, (memory,), night)
    ):
        fresh = reworded(memory, text)
        approved = settled(opened(night, Matter.PENDING, (fresh,), each.reason), "approve")
        rows = replace(rows, memories=(fresh,), questions=(approved,), texts=(text,))
        lines = (f"- {memory.text}", f"+ {text}")
    elif verdict == "REJECT" and not _is_sure(memory, night):
        rows = replace(rows, memories=(archived(memory, night.now),))
        lines = (f"- {memory.text}",)
    elif verdict != "APPROVE":
        rows = replace(rows, questions=(_uncertain(question, verdict),))
        lines = (f"~ {memory.text}",)
    return Change(
        verb="review",
        summary=f"{verdict.lower()}: {each.reason}",
        lines=lines,
        rows=rows,
        model=each.model,
        prompt=each.prompt,
    )


def is_mended(text: str, memory: Memory, quotes: Sequence[str]) -> bool:
    """Another wording of the same length, of nobody who speaks for themselves: small models like to give the quote."""
    fresh, had = words(text), words(memory.text)
    if any(fresh == words(quote) for quote in quotes):
        return False
    is_spoken = not _FIRST_PERSON.isdisjoint(fresh) and _FIRST_PERSON.isdisjoint(had)
    return bool(fresh) and len(fresh) <= len(had) + max(_MORE_WORDS, len(had) // 3) and not is_spoken


def _uncertain(question: Question, verdict: str) -> Question:
    """For a person: no model alone lets go of what was surely said, and none puts words into it."""
    told = f"the model said {verdict.lower()} ({question.reason}), which would lose or add something"
    return replace(question, reason=told)


def _other(memory: Memory, each: Decided, waiting: Sequence[Memory]) -> Memory | None:
    """The note of the same call that the model means; its numbers begin anew in each call."""
    number = each.decision.get("other")
    if not isinstance(number, int):
        return None
    place = each.first + number - 1
    other = waiting[place] if 0 <= place < len(waiting) else None
    return None if other is None or other.id == memory.id else other


def _sets_apart(one: Memory, other: Memory, night: Night) -> bool:
    """A merge keeps one wording: the other's figures, names and "not" must be in it."""
    return not (says_no_more(one.text, (other,), night) and says_no_more(other.text, (one,), night))
