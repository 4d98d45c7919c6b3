"""How was it worded, by what was known at the time asked of? An edit since then says nothing about then."""

from collections.abc import Sequence
from dataclasses import replace

from quaidpy.domain.memories.memory import Memory
from quaidpy.recall.judging.scoring import Scored
from quaidpy.recall.state import RecallTools, State


def past_wording(scored: Sequence[Scored], state: State, tools: RecallTools) -> Sequence[Scored]:
    """The candidates with the words that their memories had at `known_at`; as they are where none is asked of."""
    known_at = state.query.known_at
    if known_at is None:
        return scored
    ids = {memory.id for found in scored for memory in found.candidate.memories}
    texts = tools.store.texts_at(tools.owner, sorted(ids), known_at)

    def then(memory: Memory) -> Memory:
        text = texts.get(memory.id)
        return memory if text is None else replace(memory, text=text, abstract=None, overview=None)

    return [
        replace(
            found, candidate=replace(found.candidate, memories=tuple(map(then, found.candidate.memories)))
        )
        for found in scored
    ]
