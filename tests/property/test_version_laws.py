"""Whatever is edited, merged, withdrawn, undone and rolled back: the versions are those that a model of it has kept."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quaidpy.domain.identity import MemoryId, OperationId
from quaidpy.domain.memories.memory import Kind, Status
from quaidpy.domain.memories.memory import Memory as Statement
from quaidpy.domain.memories.operations import Cause
from quaidpy.errors import ConflictError, QuaidError, UsageError
from quaidpy.remember.changing.editing import Edit
from quaidpy.wiring.parts import Memory

TEXTS = ("Ana keeps bees.", "Ana keeps hens.", "Ana keeps nothing.", "Ana rows at dawn.")
_NUMBERS = count()


@dataclass(frozen=True)
class State:
    """Of the model: what a memory says, and by which step it was withdrawn."""

    text: str
    kind: Kind = Kind.FACT
    status: Status = Status.PENDING
    by: str | None = None
    withdrawn: int | None = None
    verified: bool = False

    def worded(self) -> tuple[object, ...]:
        return (self.text, self.kind, self.status, self.by)


@dataclass
class Done:
    """An operation of the model."""

    id: OperationId
    before: State
    after: State
    undoes: "Done | None" = None
    undone: bool = False

    def can_be_undone(self, now: State) -> bool:
        return not self.undone and all(
            getattr(now, name) == getattr(self.after, name) for name in self.differing()
        )

    def differing(self) -> list[str]:
        names = ("text", "kind", "status", "by", "withdrawn", "verified")
        return [name for name in names if getattr(self.before, name) != getattr(self.after, name)]


@dataclass
class Model:
    memory: Memory
    id: MemoryId
    keeper: MemoryId
    versions: list[State]
    now: State
    done: list[Done] = field(default_factory=list)

    def did(self, operation: OperationId, after: State, undoes: Done | None = None) -> None:
        if after.worded() != self.now.worded():
            self.versions.append(after)
        self.done.append(Done(operation, self.now, after, undoes))
        self.now = after


Step = Callable[[Model], None]


def refused(do: Callable[[], object]) -> None:
    with pytest.raises(QuaidError):
        do()


def edit(text: str, kind: Kind) -> Step:
    def step(model: Model) -> None:
        after = replace(
            model.now, text=text, kind=kind, verified=model.now.verified or text != model.now.text
        )
        change = Edit(text=text, kind=kind)
        if after == model.now:
            refused(lambda: model.memory.edit(model.id, change))
            return
        refused(lambda: model.memory.edit(model.id, change, expect=len(model.versions) + 1))
        model.did(model.memory.edit(model.id, change, expect=len(model.versions)), after)

    return step


def forget(model: Model) -> None:
    if model.now.status is Status.ARCHIVED:
        refused(lambda: model.memory.forget(model.id))
        return
    after = replace(model.now, status=Status.ARCHIVED, withdrawn=next(_NUMBERS))
    model.did(model.memory.forget(model.id), after)


def retire(model: Model) -> None:
    after = replace(model.now, status=Status.RETIRED, withdrawn=next(_NUMBERS))
    model.did(model.memory.retire(model.id, "wrong"), after)


def merge(model: Model) -> None:
    """As a night does: the one that goes names the one that keeps its words."""
    after = replace(model.now, status=Status.SUPERSEDED, by=model.keeper)
    if after == model.now:
        return
    merged = replace(model.memory.show(model.id), status=Status.SUPERSEDED, superseded_by=model.keeper)
    cause = Cause(owner=model.memory.owner, verb="merge", why="the same", who="janitor")
    with model.memory.parts.remembering.store.writing(cause) as writing:
        writing.put_memory(merged)
    model.did(writing.operation, after)


def rollback(share: float) -> Step:
    def step(model: Model) -> None:
        number = 1 + int(share * len(model.versions))
        then = model.versions[number - 1]
        if then.worded() == model.now.worded():
            refused(lambda: model.memory.rollback(model.id, number))
            return
        withdrawn = None
        if then.withdrawn is not None:
            withdrawn = next(_NUMBERS) if model.now.withdrawn is None else model.now.withdrawn
        after = replace(then, withdrawn=withdrawn, verified=model.now.verified)
        model.did(model.memory.rollback(model.id, number), after)

    return step


def undo(share: float) -> Step:
    def step(model: Model) -> None:
        if not model.done:
            return
        chosen = model.done[int(share * len(model.done))]
        if not chosen.can_be_undone(model.now):
            with pytest.raises((ConflictError, UsageError)):
                model.memory.undo(chosen.id)
            return
        before = {name: getattr(chosen.before, name) for name in chosen.differing()}
        operation = model.memory.undo(chosen.id)
        chosen.undone = True
        if chosen.undoes is not None:
            chosen.undoes.undone = False
        model.did(operation, replace(model.now, **before), chosen)

    return step


SHARES = st.floats(0, 1, exclude_max=True)
STEPS = st.lists(
    st.one_of(
        st.builds(edit, st.sampled_from(TEXTS), st.sampled_from([Kind.FACT, Kind.BELIEF])),
        st.just(forget),
        st.just(retire),
        st.just(merge),
        st.builds(rollback, SHARES),
        st.builds(undo, SHARES),
    ),
    min_size=1,
    max_size=6,
)


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Memory]:
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")
    monkeypatch.setenv("QUAID_GRAPH_ENGINE", "none")
    with Memory(home=tmp_path / "home", agent="tester") as opened:
        yield opened


def the_versions_are_those_of_the_model(memory: Memory, steps: list[Step]) -> None:
    first, keeper = (memory.store(f"{TEXTS[0]} {next(_NUMBERS)}").outcome.inserted[0] for _ in range(2))
    stored = memory.show(first)
    start = State(stored.text, stored.kind, stored.status)
    model = Model(memory, first, keeper, [start], start)
    for step in steps:
        step(model)
        versions = memory.history(first)
        assert [each.number for each in versions] == list(range(1, len(model.versions) + 1))
        assert [worded(each.memory) for each in versions] == [each.worded() for each in model.versions]
        assert worded(memory.show(first)) == model.now.worded()
        assert {each.cause.caller.agent for each in versions if each.cause and each.cause.caller} == {
            "tester"
        }


def worded(memory: Statement | None) -> tuple[object, ...]:
    assert memory is not None
    return (memory.text, memory.kind, memory.status, memory.superseded_by)


CHECKS = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@settings(max_examples=100, deadline=None, suppress_health_check=CHECKS)
@given(STEPS)
def test_history_and_rollback_equal_a_model(memory: Memory, steps: list[Step]) -> None:
    the_versions_are_those_of_the_model(memory, steps)


@pytest.mark.long
@settings(max_examples=1000, deadline=None, suppress_health_check=CHECKS)
@given(STEPS)
def test_history_and_rollback_equal_a_model_a_thousand_times(memory: Memory, steps: list[Step]) -> None:
    the_versions_are_those_of_the_model(memory, steps)
