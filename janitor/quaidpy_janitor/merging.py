"""What becomes of several memories that say the same? One keeps its words and gets all that the others have."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.identity import EntityId
from quaidpy.domain.language.text import words
from quaidpy.domain.language.typos import IsWord
from quaidpy.domain.memories.memory import Memory, Source, Status, Tier
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy_janitor.task import Change, Night, Rows

_RANK = {Tier.CORE: 0, Tier.WORKING: 1, Tier.PERIPHERAL: 2}
_MOST_KEYWORDS = 12


def merge(
    group: Sequence[Memory], night: Night, *, why: str, model: str | None = None, prompt: str | None = None
) -> Change:
    """A change that merges all of the group into its best; nothing of the others is lost but their place in recall."""
    best = min(group, key=_by_worth(night.tools.is_word))
    others = sorted((memory for memory in group if memory.id != best.id), key=lambda memory: memory.id)
    store, owner = night.tools.store, night.owner
    ids = [memory.id for memory in others]
    edges = {edge.id: edge for edge in (*store.edges_stated_by(owner, ids), *store.edges_of(owner, ids))}
    known = store.edges_stated_by(owner, [best.id])
    moved = list(
        _moved_edges(sorted(edges.values(), key=lambda edge: edge.id), known, best, set(ids), night.now)
    )
    mentions = store.mentions_of(owner, [best.id, *ids])
    return Change(
        verb="merge",
        summary=f"{why}: “{best.text}”",
        lines=(*(f"- {memory.text}" for memory in others), f"+ {best.text}"),
        rows=Rows(
            memories=(merged(best, others), *(_superseded(memory, best, night.now) for memory in others)),
            edges=tuple(moved),
            attributes=tuple(
                replace(attribute, memory=best.id)
                for attribute in store.attributes_stated_by(owner, ids)
                if attribute.memory in ids
            ),
            mentions=tuple(_mentions(best, mentions)),
            planned_on=(*group, *edges.values()),
        ),
        keys=tuple(sorted(memory.id for memory in group)),
        model=model,
        prompt=prompt,
    )


def _by_worth(is_word: IsWord) -> Callable[[Memory], tuple[object, ...]]:
    """What a person vouches for first, then the user's own words, fewest typos, most often said, surest, oldest."""

    def worth(memory: Memory) -> tuple[object, ...]:
        typos = sum(word.isalpha() and not is_word(word) for word in words(memory.text))
        return (
            not (memory.pinned or memory.verified),
            memory.source is not Source.USER,
            memory.status is not Status.ACTIVE,
            typos,
            -memory.confirmations,
            -memory.confidence,
            memory.id,
        )

    return worth


def merged(best: Memory, others: Sequence[Memory]) -> Memory:
    """The best with the highest confidence, all confirmations, evidence, keywords and tags of the group."""
    group = (best, *others)
    starts = [memory.lifetime.valid_from for memory in group]
    return replace(
        best,
        status=Status.ACTIVE if any(memory.status is Status.ACTIVE for memory in group) else best.status,
        confidence=max(memory.confidence for memory in group),
        importance=max(memory.importance for memory in group),
        confirmations=sum(memory.confirmations for memory in group) + len(others),
        pinned=any(memory.pinned for memory in group),
        verified=any(memory.verified for memory in group),
        flagged=any(memory.flagged for memory in group),
        tier=min((memory.tier for memory in group), key=_RANK.__getitem__),
        stated_at=max(memory.stated_at for memory in group),
        keywords=_united(memory.keywords for memory in group)[:_MOST_KEYWORDS],
        tags=_united(memory.tags for memory in group),
        evidence=tuple(dict.fromkeys(piece for memory in group for piece in memory.evidence)),
        lifetime=replace(
            best.lifetime,
            recorded_at=min(memory.lifetime.recorded_at for memory in group),
            valid_from=None if None in starts else min(start for start in starts if start),
        ),
    )


def _united(lists: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item for each in lists for item in each))


def _superseded(memory: Memory, by: Memory, now: datetime) -> Memory:
    """Out of recall from now on; what was known before stays known for questions about then."""
    return replace(
        memory,
        status=Status.SUPERSEDED,
        superseded_by=by.id,
        lifetime=_retracted(memory.lifetime, now),
    )


def _retracted(lifetime: Lifetime, now: datetime) -> Lifetime:
    return lifetime if lifetime.retracted_at is not None else lifetime.retracted(now)


def _moved_edges(
    edges: Sequence[Edge], known: Sequence[Edge], best: Memory, losers: set[str], now: datetime
) -> Iterable[Edge]:
    """Edges of the others, now of the best; one that says what is known already makes that surer and is retracted."""
    holding = {_triple(edge): edge for edge in known if edge.lifetime.retracted_at is None}
    surer: dict[str, Edge] = {}
    for edge in edges:
        if edge.lifetime.retracted_at is not None:
            continue
        moved = replace(
            edge,
            memory=best.id if edge.memory in losers else edge.memory,
            source=best.id if edge.source in losers else edge.source,
            target=best.id if edge.target in losers else edge.target,
        )
        twin = holding.get(_triple(moved))
        if moved.source == moved.target:
            yield replace(edge, lifetime=edge.lifetime.retracted(now))
        elif twin is None:
            holding[_triple(moved)] = moved
            surer[moved.id] = moved
        elif twin.id != moved.id:
            joined = _surer(surer.get(twin.id, twin), moved)
            holding[_triple(moved)] = surer[twin.id] = joined
            yield replace(edge, lifetime=edge.lifetime.retracted(now))
    yield from surer.values()


def _triple(edge: Edge) -> tuple[object, ...]:
    return edge.source, edge.relation, edge.target, edge.lifetime.valid_to


def _surer(edge: Edge, other: Edge) -> Edge:
    starts = [each.lifetime.valid_from for each in (edge, other)]
    return replace(
        edge,
        weight=max(edge.weight, other.weight),
        confidence=max(edge.confidence, other.confidence),
        lifetime=replace(
            edge.lifetime,
            recorded_at=min(edge.lifetime.recorded_at, other.lifetime.recorded_at),
            valid_from=None if None in starts else min(start for start in starts if start),
        ),
    )


def _mentions(best: Memory, mentions: Sequence[Mention]) -> Iterable[Mention]:
    """What any of the group mentions, the best mentions; the heaviest weight counts."""
    weights: dict[EntityId, Mention] = {}
    for mention in mentions:
        known = weights.get(mention.entity)
        if known is None or known.weight < mention.weight:
            weights[mention.entity] = Mention(best.id, mention.entity, mention.weight)
    own = {mention.entity: mention.weight for mention in mentions if mention.node == best.id}
    yield from (mention for entity, mention in sorted(weights.items()) if own.get(entity) != mention.weight)
