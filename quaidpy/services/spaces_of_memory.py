"""Which spaces does a memory have, and what is asked of which? Every verb finds the rows it means through here."""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Self

from quaidpy.domain.identity import EpisodeId, MemoryId, NodeId, OperationId, Owner, RecallId, together
from quaidpy.domain.recall.queries import Filter, Query
from quaidpy.domain.recall.traces import RecallResult, Result, Trace
from quaidpy.domain.spaces import Member, ReadPolicy, Role, Space, member_named, names_in
from quaidpy.errors import UsageError
from quaidpy.ports.storage import MemoryStore
from quaidpy.recall.pipeline import ask_ahead, recall
from quaidpy.remember.tools import RememberTools
from quaidpy.services.access import Access
from quaidpy.services.parts import Parts
from quaidpy.services.spaces.moving import move_memories
from quaidpy.services.spaces.placing import guarded, parts_in


class SpacesOfMemory:
    """The part of a `Memory` that knows whose rows are read and written.

    Without a word about spaces, reading asks all that the caller may read, and writing goes to their private one.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self.owner = parts.owner

    @property
    def parts(self) -> Parts:
        """What this memory works with; for the janitor and the server."""
        return self._parts

    def within(self, *names: str) -> Self:
        """The same memory, asked about these spaces alone; about one, all verbs are. Do not close it.

        Without a name all that the caller may read; a caller of a channel of its own gets that. Raises NotFoundError
        for a space that is not there, or that the caller may not read.
        """
        access = self._parts.access
        if not names:
            if not access.visitor.is_isolated or self.owner != access.owner:
                return self
            return self._in(access.writable())
        try:
            found = access.readable(names)
        except UsageError:
            if len(names) > 1:
                raise
            return self._in(access.writable(names[0]))  # who may only write there
        if len(found) == 1:
            return self._in(found[0])
        return self._with(replace(self._parts, asked=names))

    def _in(self, space: Space) -> Self:
        access, parts = self._parts.access, parts_in(self._parts, space.key)
        name = access.name_of(space)

        def require_writable() -> None:
            access.settle(access.writable(name))

        if space.key != access.owner:
            parts = guarded(parts, require_writable)
        return self._with(replace(parts, asked=(name,)))

    def _with(self, parts: Parts) -> Self:
        other = copy(self)
        SpacesOfMemory.__init__(other, parts)
        return other

    # What is asked

    def asked_spaces(self) -> list[Space]:
        """Those that reading asks now: as the rows say at this very call."""
        return self._parts.access.readable(self._parts.asked)

    @property
    def _readable(self) -> tuple[Owner, ...]:
        return tuple(space.key for space in self.asked_spaces())

    @property
    def _store(self) -> MemoryStore:
        return self._parts.remembering.store

    @property
    def _asker(self) -> Owner:
        """Whose memory this is, whichever space is asked."""
        return self._parts.access.owner

    @property
    def _front(self) -> Owner:
        """As whose rows all that may be read is asked for."""
        return together(self._readable)

    def _at(self, identity: str) -> Parts:
        """Where it is, among what may be read; here, when nobody has it, who then says so."""
        spaces = self.asked_spaces()
        held = self._parts.remembering.store.holders([space.key for space in spaces], [identity])
        found = next((space for space in spaces if space.key == held.get(identity)), spaces[0])
        return self._parts_of(found)

    def _parts_of(self, space: Space) -> Parts:
        return self._parts if space.key == self.owner else self._in(space).parts

    @property
    def _in_front(self) -> Parts:
        """Parts whose owner stands for all that may be read."""
        return replace(self._parts, owner=self._front)

    @property
    def _reading(self) -> RememberTools:
        """What looking at single memories works with."""
        return self._parts.remembering

    def _kept(self, keep: Filter) -> Filter:
        """Of what may be read, whoever was named."""
        return replace(keep, owner=self._front)

    def _linked_in(self, source: str, target: str) -> Parts:
        """Where both are, of whom an edge is to tell; else where the first is."""
        spaces, store = self.asked_spaces(), self._parts.remembering.store
        keys = [space.key for space in spaces]

        def known(name: str) -> set[Owner]:
            held = store.holders(keys, [name])
            return {key for key in keys if held.get(name) == key or store.entities_named(key, name)}

        both, first = known(source) & known(target), known(source)
        found = next((space for space in spaces if space.key in (both or first)), spaces[0])
        return self._parts_of(found)

    def _require_writable(self, parts: Parts) -> None:
        """Raises ForbiddenError, where only reading is allowed."""
        parts.access.require_writable(self._space_in(parts))

    def _space_in(self, parts: Parts) -> Space:
        return next(each for each in parts.access.known() if each.key == parts.owner)

    def _had_by(
        self, memories: Sequence[MemoryId], episodes: Sequence[EpisodeId]
    ) -> list[tuple[Parts, frozenset[str]]]:
        """Where these are, and where they were before they were moved: what is to be erased is erased in all of them.

        The caller must be able to write where they are now.
        """
        by_space: dict[Owner, set[str]] = {}
        for identity in (*memories, *episodes):
            parts = self._at(identity)
            self._require_writable(parts)
            by_space.setdefault(parts.owner, set()).add(identity)
        for key, identity in self._parts.remembering.store.had(memories):
            by_space.setdefault(key, set()).add(identity)
        return [(parts_in(self._parts, key), frozenset(ids)) for key, ids in by_space.items()]

    def _writing_to(self) -> Parts:
        """Where new things go."""
        if len(self._parts.asked) > 1:
            raise UsageError(
                f"what is new goes to one space, not to {' and '.join(self._parts.asked)}; name one"
            )
        if self._parts.asked:
            return self._parts
        space = self._parts.access.writable()
        return self._parts_of(space)

    def spaces_of(self, nodes: Sequence[NodeId | str]) -> dict[str, str]:
        """By id the name of the space that has it; empty where only one space is asked."""
        return self._named(nodes, self.asked_spaces())

    def _named(self, nodes: Sequence[NodeId | str], spaces: Sequence[Space]) -> dict[str, str]:
        if len(spaces) == 1:
            return {}
        names = names_in(spaces, for_=self._parts.access.owner)
        held = self._parts.recalling.store.holders(list(names), list(map(str, nodes)))
        return {node: names[key] for node, key in held.items()}

    def _recalled(self, asked: Query) -> tuple[RecallResult, list[Space]]:
        """What answers, and the spaces that were asked."""
        tools = self._parts.recalling
        with tools.asking.whole_view():
            # Mostly it is the memory of who asks that is asked.
            tools.asking.foresee(self.asked_spaces, partial(ask_ahead, asked, self._asker, tools))
            spaces = self.asked_spaces()
            owner = together(tuple(space.key for space in spaces))
            return recall(asked, replace(tools, owner=owner)), spaces

    def _places(self, result: RecallResult, spaces: Sequence[Space]) -> Mapping[NodeId, Owner]:
        """Where its effects are written: in spaces in which the caller may write."""
        visitor = self._parts.access.visitor
        written = [space.key for space in spaces if space.may_be_written_by(visitor)]
        changed = [change.memory for change in result.effects]
        if [space.key for space in spaces] == written and len(written) == 1:
            return dict.fromkeys(changed, written[0])
        keys = [space.key for space in spaces]
        held = self._parts.recalling.store.holders(keys, changed)
        return {node: held[node] for node in changed if held.get(node) in written}

    def _traces(self, recall_id: RecallId | None) -> Iterator[Trace]:
        """The last first; only those of which all spaces that were asked may be read."""
        access = self._parts.access
        readable = {space.key for space in access.known() if access.may_read(space)}
        for text in self._parts.remembering.store.recall_traces(self._asker, recall_id):
            trace = Trace.from_json(text)
            if readable.issuperset(trace.spaces or (self._asker,)):
                yield trace

    def _placed(self, results: Sequence[Result], spaces: Sequence[Space]) -> tuple[Result, ...]:
        """Each with its space, where it could be in several."""
        names = self._named([each.node for each in results], spaces)
        return (
            tuple(replace(each, space=names.get(each.node)) for each in results) if names else tuple(results)
        )

    def _answering_beside(self, query: Query, spaces: Sequence[Space]) -> tuple[tuple[str, int], ...]:
        """Of those that the caller may read, but did not ask as `spaces`: how many results each would have given."""
        if not self._parts.asked:
            return ()  # all were
        access, asked = self._parts.access, {space.key for space in spaces}
        others = [each for each in access.readable() if each.key not in asked]
        found = (
            (
                access.name_of(each),
                len(recall(query, replace(self._parts.recalling, owner=each.key)).results),
            )
            for each in others
        )
        return tuple((name, number) for name, number in found if number)

    # The spaces themselves

    @property
    def access(self) -> Access:
        return self._parts.access

    def spaces(self) -> list[Space]:
        """All that this caller may read or write."""
        return self._parts.access.known()

    def count_in(self, space: Space) -> int:
        """How many memories it has."""
        return self._parts.remembering.store.counts(space.key)["memories"]

    def spaces_at_night(self) -> list[Self]:
        """The owner's other spaces, each as a memory: none where one was named, that alone is tidied then."""
        if self._parts.asked:
            return []
        made = self._parts.access.records.known_to(self._asker)
        return [self._in(each) for each in made if each.owner == self._asker and each.archived_at is None]

    def by_space(self) -> dict[str, int]:
        """How many memories each has, of the spaces that are asked."""
        return {self._parts.access.name_of(each): self.count_in(each) for each in self.asked_spaces()}

    def create_space(self, name: str, policy: ReadPolicy = ReadPolicy.MEMBERS) -> Space:
        return self._parts.access.create(name, policy, self._now())

    def add_member(self, space: str, member: str, role: Role = Role.READER) -> Space:
        return self._parts.access.add_member(space, self._member(member, role))

    def remove_member(self, space: str, member: str) -> Space:
        return self._parts.access.remove_member(space, self._member(member, Role.READER))

    def set_policy(self, space: str, policy: ReadPolicy) -> Space:
        return self._parts.access.set_policy(space, policy)

    def archive_space(self, space: str, *, back: bool = False) -> Space:
        return self._parts.access.archive(space, None if back else self._now())

    def move(self, memories: Sequence[MemoryId], space: str) -> OperationId:
        """Take memories to another space, with the words they came from; one change that `undo` takes back whole.

        The caller must be able to write in both.
        """
        access = self._parts.access
        target = access.writable(space)
        places = {identity: self._at(identity) for identity in memories}
        for parts in places.values():
            self._require_writable(parts)
        access.settle(target)
        return move_memories(places, target, access.name_of(target), self._parts)

    def _member(self, typed: str, role: Role) -> Member:
        return member_named(typed, role, of=self._parts.access.owner)

    def _now(self) -> datetime:
        return self._parts.remembering.clock.now()
