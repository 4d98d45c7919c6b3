"""How does what another system remembers become memories here? Each statement is a turn and a memory."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from itertools import chain

from quaidpy.domain.identity import EPISODE_PREFIX, RUN_PREFIX, EpisodeId, Owner, RunId, turn_id
from quaidpy.domain.language.instructions import looks_like_instruction
from quaidpy.domain.memories.drafts import (
    EdgeDraft,
    EntityDraft,
    EntityMention,
    Extraction,
    MemoryDraft,
    Rejection,
)
from quaidpy.domain.memories.episodes import Episode, Role, Turn
from quaidpy.domain.memories.index_texts import index_text_of_draft, index_texts_of_turn
from quaidpy.domain.memories.memory import Evidence, Kind, Source
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.sources.imports import ForeignMemory, ForeignRelation, ForeignStatement
from quaidpy.remember.changing.noting import NoteReport
from quaidpy.remember.deciding.embedding import embed_missing
from quaidpy.remember.deciding.outcomes import ChunkOutcome
from quaidpy.remember.deciding.storing import store_chunk
from quaidpy.remember.finding import rules
from quaidpy.remember.formats.cleaning import clean_turn
from quaidpy.remember.tools import RememberTools

_ABOUT = 1.0  # weight of a mention that the other system itself has drawn
_USUAL_IMPORTANCE = 0.5


def remember_foreign(found: ForeignMemory, owner: Owner, tools: RememberTools) -> NoteReport:
    """Take a foreign memory in; the same one twice adds nothing, and one killed half-way goes on.

    Statements that are known already only confirm what is there.
    """
    run = RunId(tools.ids.new(RUN_PREFIX))
    cleaned = [clean_turn(each.text) for each in found.statements]
    kept = [
        (replace(each, text=clean.text), clean)
        for each, clean in zip(found.statements, cleaned, strict=True)
        if clean.text.strip()
    ]
    statements = [each for each, _ in kept]
    episode = _opened(found.system, statements, owner, tools, run)
    outcome, rejections = ChunkOutcome(), list[Rejection]()
    for part in _parts(episode, len(statements), size=tools.resolution.chunk_turns):
        stored, dropped = _take_in(episode, statements, part, tools, run)
        outcome = outcome.plus(stored)
        rejections += dropped
    for seq, (_, clean) in enumerate(kept):
        rejections += [Rejection(turn_id(episode.id, seq), text, reason) for text, reason in clean.removed]
    return NoteReport(run=run, outcome=outcome, rejections=rejections)


def _opened(
    system: str, statements: Sequence[ForeignStatement], owner: Owner, tools: RememberTools, run: RunId
) -> Episode:
    """The episode of exactly these statements; made with its turns when there is none yet."""
    data = "\n".join(f"{each.at} {each.text}" for each in statements).encode()
    digest = sha256(data).hexdigest()
    known = tools.store.episode_with_digest(owner, digest)
    if known is not None:
        return known
    now = tools.clock.now()
    episode = Episode(
        id=EpisodeId(tools.ids.new(EPISODE_PREFIX)),
        owner=owner,
        source_key=f"{system}:{digest[:16]}",
        format=system,
        digest=digest,
        cursor=len(data),
        recorded_at=now,
        started_at=min((each.at for each in statements if each.at), default=None),
    )
    turns = [_turn(episode, seq, each, now) for seq, each in enumerate(statements)]
    cause = Cause(owner=owner, verb="import", why=f"{len(turns)} statements of {system}", run=run)
    with tools.store.writing(cause) as writing:
        writing.put_episode(episode)
        writing.put_turns(turns)
    return episode


def _turn(episode: Episode, seq: int, said: ForeignStatement, now: datetime) -> Turn:
    return Turn(
        id=turn_id(episode.id, seq),
        episode=episode.id,
        owner=episode.owner,
        seq=seq,
        text=said.text,
        speaker=said.speaker,
        role=Role.DOCUMENT,
        at=said.at,
        recorded_at=now,
    )


def _parts(episode: Episode, count: int, *, size: int) -> Iterator[range]:
    for first in range(episode.extracted_turns, count, size):
        yield range(first, min(first + size, count))


def _take_in(
    episode: Episode, statements: Sequence[ForeignStatement], part: range, tools: RememberTools, run: RunId
) -> tuple[ChunkOutcome, list[Rejection]]:
    now = tools.clock.now()
    turns = [_turn(episode, seq, statements[seq], now) for seq in part]
    drafts: list[MemoryDraft] = []
    for turn in turns:
        context = rules.Context(
            relations=tools.relations, tuning=tools.tuning, user_name=None, now=now, before=()
        )
        found = rules.extract([turn], context)
        drafts.append(_draft(statements[turn.seq], turn, found, now, tools))
    extraction = Extraction(
        drafts=tuple(drafts),
        turn_mentions=tuple((turn.id, m) for turn, d in zip(turns, drafts, strict=True) for m in d.mentions),
        rejections=(),
    )
    texts = [*chain.from_iterable(map(index_texts_of_turn, turns)), *map(index_text_of_draft, drafts)]
    vectors = embed_missing(episode.owner, texts, tools.search, tools.embedder)
    cause = Cause(
        owner=episode.owner,
        verb="import",
        why=f"statements {part[0]} to {part[-1]} of {episode.source_key}",
        run=run,
    )
    return store_chunk(extraction, replace(episode, extracted_turns=part.stop), vectors, tools, cause)


def _draft(
    said: ForeignStatement, turn: Turn, found: Extraction, now: datetime, tools: RememberTools
) -> MemoryDraft:
    """The other system's own words, kind and links, and what rules find in the words beside them."""
    best = found.drafts[0] if found.drafts else None
    named = {mention.entity.name: mention for _, mention in found.turn_mentions}
    named |= {entity.name: EntityMention(entity, _ABOUT) for entity in _named_in(said)}
    edges = tuple(_edge(relation, said, tools) for relation in said.relations)
    importance = (
        said.importance if said.importance is not None else best.importance if best else _USUAL_IMPORTANCE
    )
    return MemoryDraft(
        kind=said.kind or (best.kind if best else Kind.FACT),
        text=turn.text.strip(),
        stated_at=said.at or now,
        evidence=(Evidence(turn.id, 0, len(turn.text)),),
        confidence=said.confidence,
        importance=importance,
        keywords=said.keywords or (best.keywords if best else ()),
        tags=said.tags,
        source=Source.IMPORT,
        speaker=said.speaker,
        flagged=looks_like_instruction(turn.text) or any(draft.flagged for draft in found.drafts),
        mentions=tuple(named.values()),
        edges=edges or tuple(edge for draft in found.drafts for edge in draft.edges),
    )


def _named_in(said: ForeignStatement) -> list[EntityDraft]:
    ends = [end for relation in said.relations for end in (relation.source, relation.target)]
    return [*ends, *said.about]


def _edge(found: ForeignRelation, said: ForeignStatement, tools: RememberTools) -> EdgeDraft:
    canonical = tools.relations.canonical_edge(found.relation, found.source.name, found.target.name)
    by_name = {found.source.name: found.source, found.target.name: found.target}
    return EdgeDraft(
        subject=by_name[canonical.source],
        relation=canonical.relation,
        object=by_name[canonical.target],
        confidence=said.confidence,
        is_known=canonical.is_known,
    )
