"""What belongs on the list that a question asks for? There is nothing in it to compare texts with, only bounds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from quaidpy.domain.graph.entities import ALIVE, Entity
from quaidpy.domain.identity import NodeId, TurnId, is_turn
from quaidpy.domain.memories.memory import Kind, Memory
from quaidpy.domain.memories.todos import TodoState, owner_of, state_of
from quaidpy.domain.recall.queries import Filter
from quaidpy.recall.finding.candidates import anchored
from quaidpy.recall.refining.time_window import said_between, within
from quaidpy.recall.state import RecallTools, State
from quaidpy.recall.understanding.asked_list import AskedList

_BESIDE_EXACT, _BESIDE_OPEN = 0.1, 0.5  # left of what words and meaning make of a question for such a list
_BESIDE_TASKS = 0.9  # the same where tasks are asked for: what sounds like none is left out later
_OLDEST = 0.5  # relevance of the oldest on the list; the newest has 1
_MERELY_SAID = 0.5  # share of what was said in the time and gave no memory


def list_what_is_asked(state: State, tools: RecallTools) -> State:
    """The newest memories of the kinds, times and people asked for; of a time also what was merely said then."""
    asked = state.plan.listed
    if asked is None:
        return replace(state, note="it asks for something in particular")
    listed: dict[NodeId, float] = {}
    memories: set[NodeId] = set()
    for keep in _bounds(asked, state):
        newest = _memories(keep, state, tools)
        memories.update(memory.id for memory in newest)
        listed |= _newest_first(newest, state, tools)
        if not asked.kinds and state.plan.time.windows:
            for key, value in _merely_said(keep, state, tools).items():
                listed[key] = max(listed.get(key, 0.0), _MERELY_SAID * value)
    highest = max(listed.values(), default=0.0)
    beside = _beside(asked)
    fused = {key: beside * value for key, value in state.fused.items()}
    for key, value in listed.items():
        fused[key] = max(fused.get(key, 0.0), value / highest)
    return replace(
        state, fused=fused, listed=frozenset({*listed, *memories}), note=f"{len(listed)} are listed"
    )


def _beside(asked: AskedList) -> float:
    if Kind.TODO in asked.kinds:
        return _BESIDE_TASKS
    return _BESIDE_EXACT if asked.is_exact else _BESIDE_OPEN


def _bounds(asked: AskedList, state: State) -> Iterator[Filter]:
    keep = replace(state.plan.keep, kinds=asked.kinds or state.plan.keep.kinds)
    # What is to be done today was said before today.
    windows = () if Kind.TODO in asked.kinds else state.plan.time.windows
    if not windows:
        yield keep
    for window in windows:
        yield from (within(keep, start, end) for start, end in window.occurrences(state.plan.now))


def _memories(keep: Filter, state: State, tools: RecallTools) -> list[Memory]:
    """The newest statements first; of people whom the question names only those that mention one of them.

    Tasks do not name the project that they belong to.
    """
    most = tools.tuning.lane_depth
    meant = [e for e in _meant(state) if Kind.TODO not in keep.kinds or e.type in ALIVE]
    if meant:
        about = {
            memory
            for entity in meant
            for memory in tools.store.memories_about(tools.owner, entity.id, limit=most)
        }
        known = tools.store.memories(tools.owner, sorted(about))
        found = [memory for memory in known if keep.admits_memory(memory)]
    else:
        found = tools.store.newest(keep, limit=most)
    if Kind.TODO in keep.kinds:
        found = [memory for memory in found if _is_open_for(memory, state)]
    return sorted(found, key=lambda memory: (memory.stated_at, memory.id), reverse=True)


def _is_open_for(memory: Memory, state: State) -> bool:
    """Whether it is yet to be done, by who asks where that is told; overdue tasks are."""
    if memory.kind is Kind.TODO and state_of(memory, state.plan.now) in {TodoState.DONE, TodoState.CANCELLED}:
        return False
    asker, owner = state.query.asker, owner_of(memory)
    return asker is None or owner is None or owner.casefold() in {asker.casefold(), "the user"}


def _meant(state: State) -> Sequence[Entity]:
    """Whom it asks about: in "Tell me about Tom" not who asks, unless nobody else is named."""
    asker = (state.query.asker or "").casefold()
    others = [
        e for e in state.plan.entities if asker not in {name.casefold() for name in (e.name, *e.aliases)}
    ]
    return others or state.plan.entities


def _merely_said(keep: Filter, state: State, tools: RecallTools) -> Mapping[NodeId, float]:
    """Of people whom the question names only what they said themselves."""
    found, people = said_between(keep, state, tools), state.plan.people
    if not people:
        return found
    turns = tools.store.turns(tools.owner, [TurnId(key) for key in found if is_turn(key)])
    return {turn.id: found[turn.id] for turn in turns if (turn.speaker or "").casefold() in people}


def _newest_first(memories: Sequence[Memory], state: State, tools: RecallTools) -> dict[NodeId, float]:
    step = (1 - _OLDEST) / max(1, len(memories) - 1)
    worth: dict[NodeId, float] = {memory.id: 1 - step * place for place, memory in enumerate(memories)}
    behind = tools.store.turns_behind(tools.owner, [memory.id for memory in memories])
    return anchored(worth, behind, state.fused)
