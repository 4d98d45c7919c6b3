"""Which turns of a source are new? Verbatim, secrets redacted, stored before anything is made of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from quaidpy.domain.drafts import Rejection
from quaidpy.domain.episodes import Episode, Turn
from quaidpy.domain.identity import EPISODE_PREFIX, RUN_PREFIX, EpisodeId, Owner, RunId, TurnId, turn_id
from quaidpy.domain.learning import Trigger
from quaidpy.domain.operations import Cause
from quaidpy.domain.transcripts import RawTurn, Transcript
from quaidpy.errors import UnreadableError
from quaidpy.ports import Clock, IdSource, MemoryStore
from quaidpy.remember.cleaning import clean_turn
from quaidpy.remember.introductions import introduced_name
from quaidpy.remember.transcripts import read_transcript


class SourceTools(Protocol):
    """The part of the tools that reading a source needs."""

    @property
    def store(self) -> MemoryStore: ...
    @property
    def clock(self) -> Clock: ...
    @property
    def ids(self) -> IdSource: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """One source to remember. `source_key` is how it is recognised again; `user_name` who "I" is without a speaker.

    `by_rules`: False leaves the statements to a model; what each turn mentions is found all the same. `trigger`: on
    what occasion it is taken in.
    """

    owner: Owner
    source_key: str
    data: bytes
    user_name: str | None = None
    project: str | None = None
    scope: str = "private"
    by_rules: bool = True
    trigger: Trigger = Trigger.CONVERSATION

    def marks(self) -> set[str]:
        """Two intakes that share one may be the same source."""
        return {self.source_key, sha256(self.data).hexdigest()}


def read_source(path: Path, owner: Owner) -> Intake:
    """A file as something to remember. Raises UnreadableError when it cannot be read."""
    try:
        if not (path.is_file() or path.is_dir()) and path.exists():
            raise UnreadableError(
                f"{path} is a pipe or a device and may never end; save what it says to a file and give that"
            )
        return Intake(owner=owner, source_key=str(path), data=path.read_bytes())
    except OSError as err:
        raise UnreadableError(
            f"{path} cannot be read: {err.strerror}; is it a file that you may read?"
        ) from err


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One intake, read and compared with what is stored of it. `fresh`: its turns that are not stored yet.

    `user_name`: as given, else as the user introduces themselves anywhere in the episode.
    `known_as`: the digest under which its episode is stored until now; None for a new one.
    """

    intake: Intake
    run: RunId
    user_name: str | None
    transcript: Transcript
    episode: Episode
    known_as: str | None
    stored_turns: int
    fresh: tuple[Turn, ...]
    rejections: tuple[Rejection, ...]

    @property
    def turns(self) -> int:
        """Of the whole episode."""
        return self.stored_turns + len(self.fresh)

    @property
    def waiting(self) -> range:
        """Places of the turns that nothing was made of yet."""
        return range(self.episode.extracted_turns, self.turns)

    def turn_ids(self, places: range) -> list[TurnId]:
        return [turn_id(self.episode.id, seq) for seq in places]

    def cause(self, what: str) -> Cause:
        return Cause(
            owner=self.intake.owner, verb="extract", why=f"{what} of {self.intake.source_key}", run=self.run
        )


def open_source(intake: Intake, tools: SourceTools) -> Source:
    """Read what is new of an intake; stores nothing. Raises UnreadableError."""
    run = RunId(tools.ids.new(RUN_PREFIX))
    known = _known_episode(intake, tools)
    transcript = _read(intake, known)
    episode = known or _new_episode(intake, transcript, tools)
    before = tools.store.turns_of(intake.owner, episode.id) if known else []
    now = tools.clock.now()
    turns: list[Turn] = []
    rejections: list[Rejection] = []
    for seq, raw in enumerate(_not_stored(transcript.turns, before), start=len(before)):
        turn, dropped = _turn(raw, episode, seq)
        turns.append(replace(turn, recorded_at=now))
        rejections.extend(dropped)
    consumed = transcript.consumed_bytes
    return Source(
        intake=intake,
        run=run,
        user_name=intake.user_name or introduced_name((*before, *turns)),
        transcript=transcript,
        episode=replace(episode, cursor=consumed, digest=_digest(intake.data, consumed)),
        known_as=known.digest if known else None,
        stored_turns=len(before),
        fresh=tuple(turns),
        rejections=tuple(rejections),
    )


def store_turns(sources: Sequence[Source], tools: SourceTools) -> None:
    """Searchable by their words from here on; one transaction, an operation a source. All of one owner."""
    news = [source for source in sources if source.fresh or source.known_as is None]
    if not news:
        return
    with tools.store.writing_together(news[0].intake.owner) as group:
        for source in news:
            with group.operation(source.cause(f"{len(source.fresh)} turns")) as writing:
                writing.put_episode(source.episode)
                writing.put_turns(source.fresh)


def _known_episode(intake: Intake, tools: SourceTools) -> Episode | None:
    same_bytes = tools.store.episode_with_digest(intake.owner, sha256(intake.data).hexdigest())
    return same_bytes or tools.store.episode_from(intake.owner, intake.source_key)


def _read(intake: Intake, episode: Episode | None) -> Transcript:
    """Only what lies behind the cursor, when the bytes before it are still the same; else all of it."""
    is_grown = episode is not None and _digest(intake.data, episode.cursor) == episode.digest
    start = episode.cursor if episode is not None and is_grown else 0
    return read_transcript(intake.data, name=intake.source_key, from_byte=start)


def _digest(data: bytes, length: int) -> str:
    return sha256(data[:length]).hexdigest()


def _new_episode(intake: Intake, transcript: Transcript, tools: SourceTools) -> Episode:
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
        project=intake.project or transcript.project,
        scope=intake.scope,
    )


def _not_stored(turns: Sequence[RawTurn], before: Sequence[Turn]) -> list[RawTurn]:
    """Of a source that was rewritten, only the turns it did not have: (speaker, time, text) tells them apart."""
    if not before:
        return list(turns)
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
