"""How does one stated fact become a memory, without a conversation around it?"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256

from quaidpy.domain.identity import EPISODE_PREFIX, RUN_PREFIX, EpisodeId, Owner, RunId, turn_id
from quaidpy.domain.language.instructions import looks_like_instruction
from quaidpy.domain.memories.drafts import Extraction, MemoryDraft, Rejection
from quaidpy.domain.memories.episodes import Episode, Turn
from quaidpy.domain.memories.index_texts import index_text_of_draft, index_texts_of_turn
from quaidpy.domain.memories.memory import Evidence, Kind, Source
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.secrets.emptiness import says_only_a_secret
from quaidpy.errors import UsageError
from quaidpy.remember.deciding.embedding import embed_missing
from quaidpy.remember.deciding.storing import ChunkOutcome, store_chunk
from quaidpy.remember.finding import rules
from quaidpy.remember.formats.cleaning import clean_turn
from quaidpy.remember.tools import RememberTools


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A statement that somebody wants kept as it is. `kind` None: found from the words."""

    owner: Owner
    text: str
    kind: Kind | None = None
    importance: float | None = None
    confidence: float = 0.9
    tags: tuple[str, ...] = ()
    source: Source = Source.USER
    speaker: str | None = None
    project: str | None = None
    valid_from: datetime | None = None
    user_name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteReport:
    run: RunId
    outcome: ChunkOutcome
    rejections: Sequence[Rejection]


def remember_note(note: Note, tools: RememberTools, *, run: RunId | None = None) -> NoteReport:
    """Keep one statement word for word, with the entities and relations found in it; deduplicated like any other.

    `run`: what it is a part of. Raises UsageError when the text is empty or nothing but a secret.
    """
    now, run = tools.clock.now(), run or RunId(tools.ids.new(RUN_PREFIX))
    cleaned = clean_turn(note.text)
    if not cleaned.text.strip():
        raise UsageError("there is nothing to store: the text is empty once cleaned")
    if says_only_a_secret(cleaned.text):
        raise UsageError("there is nothing to store: all that it says is a secret, and secrets are not kept")
    episode = _episode(note, tools, now)
    turn = Turn(
        id=turn_id(episode.id, 0),
        episode=episode.id,
        owner=note.owner,
        seq=0,
        text=cleaned.text,
        speaker=note.speaker,
        at=now,
    )
    cause = Cause(
        owner=note.owner,
        verb="store",
        why=cleaned.text[:200],
        who="agent" if note.source is Source.ASSISTANT else "user",
        run=run,
    )
    with tools.store.writing(cause) as writing:
        writing.put_episode(episode)
        writing.put_turns([turn])
    extraction = as_said(note, turn, now, tools)
    texts = [*index_texts_of_turn(turn), *map(index_text_of_draft, extraction.drafts)]
    vectors = embed_missing(note.owner, texts, tools.search, tools.embedder)
    outcome, rejections = store_chunk(extraction, replace(episode, extracted_turns=1), vectors, tools, cause)
    secrets = [Rejection(turn=turn.id, text=text, reason=reason) for text, reason in cleaned.removed]
    return NoteReport(run=run, outcome=outcome, rejections=[*secrets, *rejections])


def _episode(note: Note, tools: RememberTools, now: datetime) -> Episode:
    identity = EpisodeId(tools.ids.new(EPISODE_PREFIX))
    data = note.text.encode()
    return Episode(
        id=identity,
        owner=note.owner,
        source_key=f"note:{identity}",
        format="note",
        digest=sha256(data).hexdigest(),
        cursor=len(data),
        recorded_at=now,
        started_at=now,
        project=note.project,
    )


def as_said(note: Note, turn: Turn, now: datetime, tools: RememberTools) -> Extraction:
    """One draft with the user's own words; what the rules find in them adds kind, entities and relations."""
    context = rules.Context(
        relations=tools.relations, tuning=tools.tuning, user_name=note.user_name, now=now, before=()
    )
    found = rules.extract([turn], context)
    best = found.drafts[0] if found.drafts else None
    mentions = {m.entity: m for d in found.drafts for m in d.mentions} | {
        m.entity: m for _, m in found.turn_mentions
    }
    draft = MemoryDraft(
        kind=note.kind or (best.kind if best else Kind.FACT),
        text=turn.text.strip(),
        stated_at=now,
        evidence=(Evidence(turn.id, 0, len(turn.text)),),
        confidence=note.confidence,
        importance=_importance(note, best),
        keywords=best.keywords if best else (),
        tags=note.tags,
        source=note.source,
        speaker=note.speaker,
        valid_from=note.valid_from,
        flagged=looks_like_instruction(turn.text) or any(d.flagged for d in found.drafts),
        mentions=tuple(mentions.values()),
        edges=tuple(edge for d in found.drafts for edge in d.edges),
    )
    return Extraction(drafts=(draft,), turn_mentions=found.turn_mentions, rejections=())


def _importance(note: Note, best: MemoryDraft | None) -> float:
    if note.importance is not None:
        return note.importance
    return best.importance if best else 0.5
