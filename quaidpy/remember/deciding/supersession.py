"""What becomes of earlier memories when a stretch of talk says that something is otherwise, done or off?"""

from collections.abc import Callable
from datetime import datetime
from typing import TypeAlias

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.memories.attributes import Attribute
from quaidpy.domain.memories.episodes import Episode
from quaidpy.domain.memories.memory import Memory
from quaidpy.remember.attributes.finding import ChangeDraft
from quaidpy.remember.attributes.keeping import AttributeLedger, superseded_memories
from quaidpy.remember.deciding.todo_closing import ClosedDraft, DeedsDraft, TodoLedger
from quaidpy.remember.people.entity_resolution import EntityResolver
from quaidpy.remember.tools import RememberTools

EndingDraft: TypeAlias = ChangeDraft | ClosedDraft | DeedsDraft
"""Something that is otherwise than earlier memories have it."""


class Supersession:
    """Earlier memories as they will be after this transaction, as far as what is told changes them."""

    def __init__(
        self, tools: RememberTools, entities: EntityResolver, called: Callable[[MemoryId], Memory]
    ) -> None:
        """`called`: a memory as it will be after this transaction."""
        self._entities, self._called = entities, called
        self._attributes = AttributeLedger(tools, tools.attributes, called)
        self._todos = TodoLedger(tools.store)

    def note(self, memory: Memory) -> None:
        """Know of a memory that this transaction makes or changes."""
        self._attributes.note(memory)
        self._todos.note(memory)

    def follow(self, told: EndingDraft, episode: Episode, now: datetime) -> list[Memory]:
        """The memories that are otherwise now."""
        if isinstance(told, ClosedDraft | DeedsDraft):
            return self._todos.close(told, episode, now)
        subject = self._entities.resolve(told.subject)
        ended = self._attributes.add(told, subject.id, episode, now)
        return [superseded_memories(self._called(each.memory), each, now) for each in ended]

    def take_attributes(self) -> list[Attribute]:
        """New and altered attributes since the last call, by id."""
        return self._attributes.take_changed()
