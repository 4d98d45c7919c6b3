"""In which sessions is a memory not wanted? Said, taken back, and asked wherever a session is given something."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from quaidpy.domain.agents import UNNAMED
from quaidpy.domain.identity import MemoryId, NodeId, OperationId, Owner
from quaidpy.domain.memories.memory import Memory as Statement
from quaidpy.domain.recall.contexts import session_contexts
from quaidpy.domain.recall.queries import Query
from quaidpy.recall.brief import brief
from quaidpy.recall.signals import Listener
from quaidpy.remember.changing import suppressing
from quaidpy.services.hearing import heard_signals
from quaidpy.services.parts import Parts
from quaidpy.services.spaces_of_memory import SpacesOfMemory


class ContextsOfMemory(SpacesOfMemory):
    """The part of a `Memory` that gives a session what it did not ask for, and keeps out what is not wanted in it."""

    def suppress(self, identity: MemoryId, contexts: Sequence[str]) -> OperationId:
        """Keep it out of recall in sessions of these: a word, `project:NAME` or `agent:NAME`."""
        parts = self._at(identity)
        return suppressing.suppress(identity, contexts, parts.owner, parts.remembering)

    def unsuppress(self, identity: MemoryId, contexts: Sequence[str] = ()) -> OperationId:
        """Give it in sessions of these again; without one in all."""
        parts = self._at(identity)
        return suppressing.unsuppress(identity, contexts, parts.owner, parts.remembering)

    def suppressed_in(self, identity: MemoryId) -> tuple[str, ...]:
        """The contexts that it, or a memory that it replaced, is kept out of."""
        return suppressing.suppressed_in(identity, self._front, self._reading)

    def brief(
        self, *, project: str | None = None, limit: int = 12, contexts: Sequence[str] = ()
    ) -> list[Statement]:
        """What an agent should know before anybody asks; a project's own first."""
        kept_out = self._unwanted(project, contexts)
        return brief(
            self._store,
            self._front,
            now=self._reading.clock.now(),
            project=project,
            limit=limit,
            kept_out=kept_out,
        )

    def signals(
        self,
        listener: str,
        *,
        session: str | None = None,
        project: str | None = None,
        contexts: Sequence[str] = (),
    ) -> list[Statement]:
        """Important things that others stored since this listener last heard; each once, a few at a time."""
        listening = Listener(
            owner=self._front,
            name=listener,
            session=session,
            project=project,
            kept_out=frozenset(self._unwanted(project, contexts)),
        )
        return heard_signals(self._in_front, listening, self._store)

    def _in_context(self, query: Query | str) -> Query:
        """The question with every context that this session is in."""
        asked = query if isinstance(query, Query) else Query(text=query)
        contexts = contexts_of(self._parts, said=asked.contexts, project=asked.project)
        return replace(asked, contexts=tuple(sorted(contexts)))

    def _unwanted(self, project: str | None, contexts: Sequence[str]) -> Mapping[NodeId, str]:
        return kept_out_of(self._parts, self._front, said=contexts, project=project)


def contexts_of(
    parts: Parts, *, said: Sequence[str] = (), project: str | None = None, agent: str | None = None
) -> frozenset[str]:
    """Of the session that calls now. `agent`: where it says who it is; otherwise who calls. Raises UsageError."""
    caller = parts.calling.current()
    name = agent if agent not in {None, UNNAMED} else caller.agent if caller else None
    return session_contexts(said, agent=name, project=project, listed=parts.recalling.tuning.contexts)


def kept_out_of(
    parts: Parts,
    owner: Owner,
    *,
    said: Sequence[str] = (),
    project: str | None = None,
    agent: str | None = None,
) -> Mapping[NodeId, str]:
    """Memories and turns that are not wanted in the session that calls now, each with the context."""
    contexts = contexts_of(parts, said=said, project=project, agent=agent)
    return parts.remembering.store.kept_out(owner, contexts) if contexts else {}
