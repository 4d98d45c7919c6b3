"""What are the steps from a conversation to stored memories?"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from quaidpy.domain.drafts import Rejection
from quaidpy.domain.episodes import Episode, Turn
from quaidpy.domain.identity import EPISODE_PREFIX, RUN_PREFIX, EpisodeId, Owner, RunId, turn_id
from quaidpy.domain.operations import Cause
from quaidpy.domain.relations import RelationMap
from quaidpy.domain.text import index_text_of_turn
from quaidpy.domain.transcripts import DamagedLine, RawTurn, Transcript
from quaidpy.domain.tuning import RememberTuning, ResolutionTuning
from quaidpy.errors import UnreadableError
from quaidpy.ports import Clock, Embedder, IdSource, MemoryStore, SearchIndex
from quaidpy.remember import rules
from quaidpy.remember.cleaning import clean_turn
from quaidpy.remember.embedding import embed_missing
from quaidpy.remember.storing import ChunkOutcome, store_chunk
from quaidpy.remember.transcripts import read_transcript

Progress = Callable[[int, int], None]
"""Told how many turns are done, of how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RememberTools:
    """What remembering needs from the outside, and how it is tuned. No embedder: vectors are back-filled later."""

    store: MemoryStore
    search: SearchIndex
    embedder: Embedder | None
    clock: Clock
    ids: IdSource
    relations: RelationMap
    tuning: RememberTuning
    resolution: ResolutionTuning
    is_retired: Callable[[str], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """One source to remember. `source_key` is how it is recognised again; `user_name` who "I" is without a speaker.

    `by_rules`: False leaves the statements to a model; what each turn mentions is found all the same.
    """

    owner: Owner
    source_key: str
    data: bytes
    user_name: str | None = None
    project: str | None = None
    scope: str = "private"
    by_rules: bool = True


def read_source(path: Path, owner: Owner) -> Intake:
    """A file as something to remember. Raises UnreadableError when it cannot be read."""
    try:
        return Intake(owner=owner, source_key=str(path), data=path.read_bytes())
    except OSError as err:
        raise UnreadableError(
            f"{path} cannot be read: {err.strerror}; is it a file that you may read?"
        ) from err


@dataclass(frozen=True, slots=True, kw_only=True)
class IntakeReport:
    """What became of one source. `known`: it had been taken in whole before."""

    episode: EpisodeId
    run: RunId
    format: str
    known: bool
    turns: int
    outcome: ChunkOutcome
    rejections: tuple[Rejection, ...]
    damaged: tuple[DamagedLine, ...]


def remember(intake: Intake, tools: RememberTools, progress: Progress | None = None) -> IntakeReport:
    """Take in what is new of one source: turns at once and whole, then what they say, chunk by chunk.

    Idempotent: the same bytes store nothing, a grown source goes on at its cursor, and a run that was killed goes
    on at the first turn not yet extracted. Raises UnreadableError before anything is stored.
    """
    run = RunId(tools.ids.new(RUN_PREFIX))
    episode = _known_episode(intake, tools)
    transcript = _read(intake, episode)
    cleaned, rejections = _store_turns(intake, episode, transcript, tools, run)
    outcome = ChunkOutcome()
    pending = tools.store.turns_of(intake.owner, cleaned.id)
    total = len(pending)
    for chunk in _chunks(pending, cleaned.extracted_turns, tools.resolution.chunk_turns):
        result, dropped = _remember_chunk(intake, cleaned, chunk, tools, run)
        outcome, rejections = outcome.plus(result), [*rejections, *dropped]
        if progress:
            progress(chunk[-1].seq + 1, total)
    return IntakeReport(
        episode=cleaned.id,
        run=run,
        format=transcript.format,
        known=not transcript.turns and cleaned.extracted_turns == total,
        turns=len(transcript.turns),
        outcome=outcome,
        rejections=tuple(rejections),
        damaged=transcript.damaged,
    )


def _known_episode(intake: Intake, tools: RememberTools) -> Episode | None:
    same_bytes = tools.store.episode_with_digest(intake.owner, sha256(intake.data).hexdigest())
    return same_bytes or tools.store.episode_from(intake.owner, intake.source_key)


def _read(intake: Intake, episode: Episode | None) -> Transcript:
    """Only what lies behind the cursor, when the bytes before it are still the same; else all of it."""
    is_grown = episode is not None and _digest(intake.data, episode.cursor) == episode.digest
    start = episode.cursor if episode is not None and is_grown else 0
    return read_transcript(intake.data, name=intake.source_key, from_byte=start)


def _digest(data: bytes, length: int) -> str:
    return sha256(data[:length]).hexdigest()


def _store_turns(
    intake: Intake, known: Episode | None, transcript: Transcript, tools: RememberTools, run: RunId
) -> tuple[Episode, list[Rejection]]:
    """Verbatim turns, secrets redacted, searchable by their words from here on."""
    episode = known or _new_episode(intake, transcript, tools)
    before = tools.store.turns_of(intake.owner, episode.id) if known else []
    fresh = _not_stored(transcript.turns, before)
    turns: list[Turn] = []
    rejections: list[Rejection] = []
    now = tools.clock.now()
    for seq, raw in enumerate(fresh, start=len(before)):
        turn, dropped = _turn(raw, episode, seq)
        turn = replace(turn, recorded_at=now)
        turns.append(turn)
        rejections.extend(dropped)
    consumed = transcript.consumed_bytes
    episode = replace(episode, cursor=consumed, digest=_digest(intake.data, consumed))
    if turns or known is None:
        with tools.store.writing(
            _cause(intake, run, f"{len(turns)} turns of {intake.source_key}")
        ) as writing:
            writing.put_episode(episode)
            writing.put_turns(turns)
    return episode, rejections


def _new_episode(intake: Intake, transcript: Transcript, tools: RememberTools) -> Episode:
    dated = [turn.at for turn in transcript.turns if turn.at]
    return Episode(
        id=EpisodeId(tools.ids.new(EPISODE_PREFIX)),
        owner=intake.owner,
        source_key=intake.source_key,
        format=transcript.format,
        digest="",
        cursor=0,
        recorded_at=tools.clock.now(),
        started_at=min(dated, default=None),
        title=transcript.title,
        session=transcript.session,
        project=intake.project,
        scope=intake.scope,
    )


def _not_stored(turns: Sequence[RawTurn], before: Sequence[Turn]) -> list[RawTurn]:
    """Of a source that was rewritten, only the turns it did not have: (speaker, time, text) tells them apart."""
    known = {(turn.speaker, turn.at, turn.text) for turn in before}
    return [raw for raw in turns if (raw.speaker, raw.at, clean_turn(raw.text).text) not in known]


def _turn(raw: RawTurn, episode: Episode, seq: int) -> tuple[Turn, list[Rejection]]:
    identity = turn_id(episode.id, seq)
    cleaned = clean_turn(raw.text)
    turn = Turn(
        id=identity,
        episode=episode.id,
        owner=episode.owner,
        seq=seq,
        text=cleaned.text,
        speaker=raw.speaker,
        role=raw.role,
        at=raw.at,
    )
    return turn, [Rejection(turn=identity, text=text, reason=reason) for text, reason in cleaned.removed]


def _chunks(turns: Sequence[Turn], start: int, size: int) -> Iterator[Sequence[Turn]]:
    for first in range(start, len(turns), size):
        yield turns[first : first + size]


def _remember_chunk(
    intake: Intake, episode: Episode, chunk: Sequence[Turn], tools: RememberTools, run: RunId
) -> tuple[ChunkOutcome, list[Rejection]]:
    context = rules.Context(
        relations=tools.relations,
        tuning=tools.tuning,
        user_name=intake.user_name,
        now=tools.clock.now(),
        before=tuple(_turns_before(episode, chunk, tools)),
        title=episode.title,
    )
    extraction = rules.extract(chunk, context)
    if not intake.by_rules:
        extraction = replace(extraction, drafts=(), rejections=())
    texts = [index_text_of_turn(turn) for turn in chunk] + [draft.text for draft in extraction.drafts]
    vectors = embed_missing(texts, tools.search, tools.embedder)
    outcome, dropped = store_chunk(
        extraction,
        replace(episode, extracted_turns=chunk[-1].seq + 1),
        vectors,
        tools,
        _cause(intake, run, f"turns {chunk[0].seq} to {chunk[-1].seq} of {intake.source_key}"),
    )
    return outcome, [*extraction.rejections, *dropped]


def _turns_before(episode: Episode, chunk: Sequence[Turn], tools: RememberTools) -> list[Turn]:
    first = chunk[0].seq
    start = max(0, first - tools.resolution.context_turns)
    return tools.store.turns(episode.owner, [turn_id(episode.id, seq) for seq in range(start, first)])


def _cause(intake: Intake, run: RunId, why: str) -> Cause:
    return Cause(owner=intake.owner, verb="extract", why=why, run=run)
