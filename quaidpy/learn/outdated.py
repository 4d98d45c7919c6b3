"""Which of what was learnt is over by now? Its line neither goes into an identity file nor stays there."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from quaidpy.domain.identity import MemoryId, Owner
from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.domain.language.text import words
from quaidpy.domain.memories.attributes import ValueState, tells_value
from quaidpy.domain.memories.learning import Learning
from quaidpy.domain.memories.memory import Memory, Status
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.learn.blocks import Bullet
from quaidpy.ports.storage import MemoryStore

_GONE = frozenset({Status.ARCHIVED, Status.RETIRED})
_SAME_WORDS = 0.6  # share of the content words of a learnt line that one a model has reworded still has


class Outdated:
    """Learnings that say what holds no more, and the lines that are made of them."""

    def __init__(
        self, learnings: Sequence[Learning], store: MemoryStore, owner: Owner, now: datetime
    ) -> None:
        self._now = now
        nodes = {node for each in learnings for node in (each.memory, each.turn) if node is not None}
        self._value_states = store.value_states(owner, sorted(nodes), Moment(as_of=now, known_at=now))
        known = store.memories(owner, sorted({each.memory for each in learnings if each.memory}))
        self._over = {memory.id for memory in known if is_over(memory, now)}
        found = ((each, self._ended(each)) for each in learnings)
        self._lines = {signs_of(each.text): ended for each, ended in found if ended is not None}

    def __bool__(self) -> bool:
        return bool(self._lines)

    def among(self, bullets: Iterable[Bullet]) -> list[Bullet]:
        """The bullets that say it, in the words they were learnt in or in others with the same ended value."""
        return [bullet for bullet in bullets if self._is_said_by(bullet.text)]

    def _is_said_by(self, line: str) -> bool:
        signs = signs_of(line)
        if signs in self._lines:
            return True
        told = _content(signs)
        return any(
            len(told & (content := _content(learnt))) >= _SAME_WORDS * len(content)
            and any(tells_value(line, value) for value in values)
            for learnt, values in self._lines.items()
            if values
        )

    def _ended(self, learning: Learning) -> list[str] | None:
        """The values of a line that is over; empty where all of its statement is, None where it holds."""
        told = [
            value_state
            for node in (learning.memory, learning.turn)
            if node is not None
            for value_state in self._value_states.get(node, ())
        ]
        said = [value_state for value_state in told if tells_value(learning.text, value_state.value)]
        ended = [value_state.value for value_state in said if _has_ended(value_state, said, self._now)]
        return ended if ended or learning.memory in self._over else None


def is_over(memory: Memory, now: datetime) -> bool:
    """Forgotten, or its time has ended; what was only merged into another still holds."""
    end = memory.lifetime.valid_to
    return memory.status in _GONE or (end is not None and end <= now)


def states_what_is_over(
    memories: Sequence[Memory], store: MemoryStore, owner: Owner, now: datetime
) -> set[MemoryId]:
    """Of these memories those that are over, or tell a value that is."""
    value_states = store.value_states(
        owner, sorted(memory.id for memory in memories), Moment(as_of=now, known_at=now)
    )
    return {
        memory.id
        for memory in memories
        if is_over(memory, now)
        or any(
            each.is_ended(now) and tells_value(memory.text, each.value)
            for each in value_states.get(memory.id, ())
        )
    }


def signs_of(text: str) -> str:
    """Two lines that differ in signs and case only are one."""
    return " ".join(words(text))


def _has_ended(value_state: ValueState, others: Collection[ValueState], now: datetime) -> bool:
    """A value that ended, and that nothing else behind the line says to hold."""
    return value_state.is_ended(now) and not any(
        (each.what, each.value.casefold()) == (value_state.what, value_state.value.casefold())
        and not each.is_ended(now)
        for each in others
    )


def _content(signs: str) -> set[str]:
    return set(signs.split()) - STOP_WORDS
