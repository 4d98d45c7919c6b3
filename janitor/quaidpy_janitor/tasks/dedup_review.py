"""Was it right to take these statements for something remembered already?"""

from collections.abc import Iterator
from datetime import timedelta

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.language.measures import are_same
from quaidpy.domain.language.text import content_hash
from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.memories.operations import Decision
from quaidpy.domain.nights import Matter
from quaidpy_janitor.judging import Decided, Form, decide
from quaidpy_janitor.keeping_apart import TURNED_AWAY, looked_at, own_memory, subjects_of
from quaidpy_janitor.questions import Asked
from quaidpy_janitor.statements import Statements
from quaidpy_janitor.task import Change, Night, Rows

_LOOKED_BACK = timedelta(days=14)


def plan_dedup_review(night: Night) -> Iterator[Change]:
    """Makes the statement a memory of its own where a number, a name or a "not" was lost, or the model says so."""
    known = Asked(night, Matter.REJECTED)
    cases: list[tuple[Decision, Memory]] = []
    decisions = night.tools.records.decisions(night.owner, since=night.now - _LOOKED_BACK)
    seen: set[tuple[str, str]] = set()
    for decision in decisions:
        if decision.outcome not in TURNED_AWAY or decision.other is None:
            continue
        subjects, digest = subjects_of(decision)
        found = night.tools.store.memories(night.owner, [MemoryId(decision.other)])
        is_new = found and content_hash(decision.text) != found[0].content_hash
        if is_new and (subjects[0], digest) not in seen and known.on(subjects, digest) is None:
            seen.add((subjects[0], digest))
            cases.append((decision, found[0]))
    clear = [case for case in cases if _has_lost_something(*case, night)]
    for decision, memory in clear:
        yield own_memory(decision, memory, night, reason="a number, name or “not” was lost")
    left = [case for case in cases if case not in clear]
    if left and night.tools.model is None:
        night.notes.left.append(
            f"{len(left)} statements taken for known, which only a model could look at again"
        )
    shown = [f"Statement: {decision.text} Note: {memory.text}" for decision, memory in left]
    for each in decide(Form(prompt="dedup_review", doubted=frozenset({"REVERSE"})), shown, night):
        decision, memory = left[each.place]
        if each.decision["decision"] == "REVERSE":
            yield own_memory(decision, memory, night, reason=each.reason, by=each)
        else:
            yield _confirmed(decision, memory, night, each)


def _has_lost_something(decision: Decision, memory: Memory, night: Night) -> bool:
    statements = Statements(night)
    one, other = statements.sense_of(decision.text), statements.sense_of(memory.text)
    return (
        one.is_negated != other.is_negated
        or not are_same(one.measures, other.measures)
        or not set(one.names) <= {*other.names, *other.content}
    )


def _confirmed(decision: Decision, memory: Memory, night: Night, by: Decided) -> Change:
    return Change(
        verb="settle",
        summary=f"rightly taken for known: {by.reason}",
        lines=(f"~ {decision.text}", f"~ {memory.text}"),
        rows=Rows(questions=(looked_at(decision, night, "confirm", by.reason),)),
        model=by.model,
        prompt=by.prompt,
    )
