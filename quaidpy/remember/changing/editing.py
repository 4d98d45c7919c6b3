"""How does a person correct what is remembered? Each change is one operation that can be undone."""

from dataclasses import dataclass, replace

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import Entity
from quaidpy.domain.identity import (
    EDGE_PREFIX,
    EdgeId,
    EntityId,
    MemoryId,
    NodeId,
    OperationId,
    Owner,
    turn_id,
)
from quaidpy.domain.language.instructions import looks_like_instruction
from quaidpy.domain.memories.index_texts import index_text_of_memory, reworded
from quaidpy.domain.memories.memory import Kind, Memory, Status
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.memories.quotations import quotation_of
from quaidpy.domain.secrets.emptiness import says_only_a_secret
from quaidpy.domain.secrets.redaction import without_secrets
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.errors import NotFoundError, UsageError
from quaidpy.ports.storage import Writing
from quaidpy.remember.changing.versions import current_version, stale
from quaidpy.remember.deciding.embedding import embed_missing
from quaidpy.remember.deciding.succession import succeed
from quaidpy.remember.tools import RememberTools


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """The new values of a memory; None keeps the old one."""

    text: str | None = None
    kind: Kind | None = None
    importance: float | None = None
    confidence: float | None = None
    tags: tuple[str, ...] | None = None


def memory_called(identity: MemoryId, owner: Owner, tools: RememberTools) -> Memory:
    """Raises NotFoundError."""
    found = tools.store.memories(owner, [identity])
    if not found:
        raise NotFoundError(f"no memory {identity}; `quaid search` prints ids")
    return found[0]


def edit(
    identity: MemoryId, change: Edit, owner: Owner, tools: RememberTools, *, expect: int | None = None
) -> OperationId:
    """Replace parts of a memory, as it is when this is written.

    Raises UsageError when nothing changes, StaleError when `expect` is not the number of its version by then.
    """
    memory = memory_called(identity, owner, tools)
    text = index_text_of_memory(edited(memory, change))
    vectors = embed_missing(owner, [text], tools.search, tools.embedder)
    with tools.store.writing(Cause(owner=owner, verb="edit", why=f"edit {identity}")) as writing:
        now = current_version(writing.versions(identity), identity)
        if expect is not None and now.number != expect:
            raise stale(now, expect, change.text)
        after = edited(now.memory, change)
        if after == now.memory:
            raise UsageError(f"nothing to change in {identity}: every value given is the one it has")
        writing.put_memory(after)
        if vectors.identity is not None:
            writing.put_vectors(vectors.identity, vectors.by_text)
    return writing.operation


def forget(identity: MemoryId, owner: Owner, tools: RememberTools) -> OperationId:
    """Take a memory and the relations it states out of recall; the rows stay and `undo` brings them back."""
    memory = memory_called(identity, owner, tools)
    if memory.status is Status.ARCHIVED:
        raise UsageError(f"{identity} is forgotten already")
    return _withdraw(memory, Status.ARCHIVED, "forget", f"forget {identity}", tools)


def retire(identity: MemoryId, reason: str, owner: Owner, tools: RememberTools) -> OperationId:
    """Withdraw a memory for a reason; the same words are not taken in again when the ledger knows them."""
    return _withdraw(memory_called(identity, owner, tools), Status.RETIRED, "retire", reason, tools)


def pin(identity: MemoryId, owner: Owner, tools: RememberTools) -> OperationId:
    """Keep a memory from ever fading."""
    return _put(replace(memory_called(identity, owner, tools), pinned=True), "pin", f"pin {identity}", tools)


def unpin(identity: MemoryId, owner: Owner, tools: RememberTools) -> OperationId:
    return _put(
        replace(memory_called(identity, owner, tools), pinned=False), "unpin", f"unpin {identity}", tools
    )


def link(source: str, relation: str, target: str, owner: Owner, tools: RememberTools) -> OperationId:
    """Relate two nodes, given by id or by entity name; the relation is normalized like any other."""
    relation = without_secrets(relation)
    ends = (node_called(source, owner, tools), node_called(target, owner, tools))
    canonical = tools.relations.canonical_edge(relation, *ends)
    typed = dict(zip(ends, (source, target), strict=True))
    told = f"{typed[canonical.source]} {canonical.relation} {typed[canonical.target]}"
    now = tools.clock.now()
    edge = Edge(
        id=EdgeId(tools.ids.new(EDGE_PREFIX)),
        owner=owner,
        source=canonical.source,
        relation=canonical.relation,
        target=canonical.target,
        lifetime=Lifetime(recorded_at=now, valid_from=now),
        confidence=0.9,
    )
    existing = [
        e
        for e in tools.store.edges_of(owner, [edge.source], relations=[edge.relation])
        if e.source == edge.source
    ]
    succession = succeed(edge, existing, tools.relations, now=now)
    if succession.added is None:
        raise UsageError(f"{told} is known already")
    with tools.store.writing(Cause(owner=owner, verb="link", why=told)) as writing:
        for changed in (succession.added, *succession.closed):
            writing.put_edge(changed)
        if not canonical.is_known:
            writing.queue_relation(canonical.relation, told)
    return writing.operation


def add_alias(name: str, alias: str, owner: Owner, tools: RememberTools) -> OperationId:
    """Another name for an entity. Raises UsageError when the alias already means somebody else."""
    alias = without_secrets(alias)
    entity = entity_called(name, owner, tools)
    for other in tools.store.entities_named(owner, alias):
        if other.id != entity.id:
            raise UsageError(f"“{alias}” already names {other.name} ({other.id}); choose another alias")
    names = (*entity.aliases, *([] if alias in entity.aliases else [alias]))
    return _put_entity(replace(entity, aliases=names), f"{alias} is {entity.name}", tools)


def remove_alias(name: str, alias: str, owner: Owner, tools: RememberTools) -> OperationId:
    entity = entity_called(name, owner, tools)
    if alias not in entity.aliases:
        raise UsageError(f"{entity.name} has no alias “{alias}”")
    left = tuple(known for known in entity.aliases if known != alias)
    return _put_entity(replace(entity, aliases=left), f"{alias} is not {entity.name}", tools)


def entity_called(name: str, owner: Owner, tools: RememberTools) -> Entity:
    """By id, name or alias. Raises NotFoundError, or UsageError when the name means several."""
    found = tools.store.entities(owner, [EntityId(name)]) or tools.store.entities_named(owner, name)
    if not found:
        raise NotFoundError(f"no entity called “{name}”; `quaid entity` lists them")
    if len(found) > 1:
        listed = ", ".join(f"{entity.id} ({entity.type})" for entity in found)
        raise UsageError(f"“{name}” names several: {listed}; give the id")
    return found[0]


def node_called(name: str, owner: Owner, tools: RememberTools) -> NodeId:
    """A memory by id, or an entity by id or name."""
    memories = tools.store.memories(owner, [MemoryId(name)])
    return memories[0].id if memories else entity_called(name, owner, tools).id


def edited(memory: Memory, change: Edit) -> Memory:
    """As it is after the edit. Raises UsageError for what nothing can say."""
    text = memory.text if change.text is None else without_secrets(change.text.strip())
    if not text:
        raise UsageError("a memory cannot be empty; `quaid forget` removes it")
    if says_only_a_secret(text) and text != memory.text:
        raise UsageError(
            "all that the new text says is a secret, and secrets are not kept; nothing was changed"
        )
    for name, share in (("importance", change.importance), ("confidence", change.confidence)):
        if share is not None and not 0 <= share <= 1:
            raise UsageError(f"{name} {share} is out of range: 0 to 1")
    return replace(
        memory if text == memory.text else reworded(memory, text),
        verified=memory.verified or text != memory.text,
        flagged=memory.flagged if text == memory.text else looks_like_instruction(text),
        kind=change.kind or memory.kind,
        importance=memory.importance if change.importance is None else change.importance,
        confidence=memory.confidence if change.confidence is None else change.confidence,
        tags=memory.tags if change.tags is None else tuple(map(without_secrets, change.tags)),
    )


def _withdraw(memory: Memory, status: Status, verb: str, why: str, tools: RememberTools) -> OperationId:
    with tools.store.writing(Cause(owner=memory.owner, verb=verb, why=why)) as writing:
        withdraw_in(writing, memory, status, tools)
    return writing.operation


def withdraw_in(writing: Writing, memory: Memory, status: Status, tools: RememberTools) -> None:
    """Take a memory out of recall, with the relations and values that it alone states."""
    now = tools.clock.now()
    writing.put_memory(replace(memory, status=status, lifetime=memory.lifetime.retracted(now)))
    end_quotations(writing, memory, tools)
    for edge in tools.store.edges_stated_by(memory.owner, [memory.id]):
        if edge.lifetime.retracted_at is None:
            writing.put_edge(replace(edge, lifetime=edge.lifetime.retracted(now)))
    writing.put_attributes(
        replace(attribute, lifetime=attribute.lifetime.retracted(now))
        for attribute in tools.store.attributes_stated_by(memory.owner, [memory.id])
        if attribute.lifetime.retracted_at is None
    )


def end_quotations(writing: Writing, memory: Memory, tools: RememberTools) -> None:
    """What is not wanted any more is not quoted by the memories beside it either."""
    for other in _quoting(memory, tools):
        current = current_version(writing.versions(other), other).memory
        writing.put_memory(reworded(current, current.statement))


def _quoting(memory: Memory, tools: RememberTools) -> list[MemoryId]:
    """The memories that quote the words behind this one, which were said soon after them."""
    said = tools.store.turns(memory.owner, [piece.turn for piece in memory.evidence])
    near = [turn_id(turn.episode, turn.seq + behind) for turn in said for behind in range(_NEAR)]
    by_turn = tools.store.memories_from_turns(memory.owner, near)
    others = dict.fromkeys(each for some in by_turn.values() for each in some if each != memory.id)
    texts = [turn.text for turn in said]
    return [
        other.id
        for other in tools.store.memories(memory.owner, list(others))
        if (quoted := quotation_of(other.text)) is not None and quoted.is_from(texts)
    ]


_NEAR = 50  # turns; what is quoted stands a few messages of people before, with what tools said between


def _put(memory: Memory, verb: str, why: str, tools: RememberTools) -> OperationId:
    vectors = embed_missing(memory.owner, [index_text_of_memory(memory)], tools.search, tools.embedder)
    with tools.store.writing(Cause(owner=memory.owner, verb=verb, why=why)) as writing:
        writing.put_memory(memory)
        if vectors.identity is not None:
            writing.put_vectors(vectors.identity, vectors.by_text)
    return writing.operation


def _put_entity(entity: Entity, why: str, tools: RememberTools) -> OperationId:
    with tools.store.writing(Cause(owner=entity.owner, verb="alias", why=why)) as writing:
        writing.put_entity(entity)
    return writing.operation
