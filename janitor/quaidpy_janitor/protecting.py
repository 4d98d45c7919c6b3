"""Which memories has the person told the night never to forget?"""

from collections.abc import Sequence

from quaidpy.domain.language.name_patterns import is_named
from quaidpy.domain.memories.memory import Memory
from quaidpy_janitor.task import Night


def unprotected(page: Sequence[Memory], night: Night) -> list[Memory]:
    """Those that speak of nobody and nothing whose name or alias matches `forgetting.protect`, in their order."""
    patterns = night.tuning.forgetting.protect
    if not patterns or not page:
        return list(page)
    store = night.tools.store
    mentions = store.mentions_of(night.owner, [memory.id for memory in page])
    entities = store.entities(night.owner, sorted({mention.entity for mention in mentions}))
    kept = {
        entity.id
        for entity in entities
        if any(is_named(name, patterns) for name in (entity.name, *entity.aliases))
    }
    protected = {mention.node for mention in mentions if mention.entity in kept}
    return [memory for memory in page if memory.id not in protected]
