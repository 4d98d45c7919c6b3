"""How is a memory kept out of sessions where it is not wanted? Said by hand; undone like any other change."""

from collections.abc import Sequence

from quaidpy.domain.identity import MemoryId, OperationId, Owner
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.recall.contexts import context_named
from quaidpy.errors import UsageError
from quaidpy.remember.changing.editing import end_quotations, memory_called
from quaidpy.remember.tools import RememberTools


def suppress(identity: MemoryId, contexts: Sequence[str], owner: Owner, tools: RememberTools) -> OperationId:
    """Raises NotFoundError; UsageError without a context, or when it is kept out of all of them already."""
    wanted = _named(contexts)
    if not wanted:
        raise UsageError(f"say where {identity} is not wanted, for instance --in work or --in project:shop")
    memory = memory_called(identity, owner, tools)
    known = suppressed_in(memory.id, owner, tools)
    new = [each for each in wanted if each not in known]
    if not new:
        raise UsageError(f"{identity} is kept out of {', '.join(wanted)} sessions already")
    why = f"keep {identity} out of {', '.join(new)}"
    with tools.store.writing(Cause(owner=owner, verb="suppress", why=why)) as writing:
        writing.suppress(identity, new)
        end_quotations(writing, memory, tools)
    return writing.operation


def unsuppress(
    identity: MemoryId, contexts: Sequence[str], owner: Owner, tools: RememberTools
) -> OperationId:
    """Raises NotFoundError; UsageError when it is kept out of none of them."""
    wanted = _named(contexts)
    known = tools.store.suppressed(owner, [memory_called(identity, owner, tools).id])
    gone = [(by, context) for _, by, context in known if not wanted or context in wanted]
    if not gone:
        raise UsageError(f"{identity} is kept out of no {', '.join(wanted) or 'sessions'}")
    why = f"give {identity} in {', '.join(sorted({context for _, context in gone}))} again"
    with tools.store.writing(Cause(owner=owner, verb="unsuppress", why=why)) as writing:
        writing.unsuppress(gone)
    return writing.operation


def suppressed_in(identity: MemoryId, owner: Owner, tools: RememberTools) -> tuple[str, ...]:
    """The contexts that it is kept out of, or a memory that it replaced; by name."""
    return tuple(dict.fromkeys(context for _, _, context in tools.store.suppressed(owner, [identity])))


def _named(contexts: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(map(context_named, contexts)))
