"""Which turns of a source are new? Verbatim, secrets redacted, stored before anything is made of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from quaidpy.domain.identity import EPISODE_PREFIX, RUN_PREFIX, EpisodeId, Owner, RunId, TurnId, turn_id
from quaidpy.domain.memories.drafts import Rejection, RejectionReason
from quaidpy.domain.memories.episodes import Episode, Role, Turn
from quaidpy.domain.memories.learning import Trigger
from quaidpy.domain.memories.operations import Caller, Cause
from quaidpy.domain.sources.transcripts import RawTurn, Transcript
from quaidpy.errors import UnreadableError
from quaidpy.remember.formats.cleaning import clean_turn
from quaidpy.remember.formats.off_record import PRIVATE_WORDS, without_off_record
from quaidpy.remember.formats.session_cutting import cut_into_sessions
from quaidpy.remember.formats.transcripts import read_transcript
from quaidpy.remember.people.introductions import introduced_name, known_user_name
from quaidpy.remember.project_labels import project_of
from quaidpy.remember.tools import RememberTools

_GROUPS_TOGETHER = (
    8  # of a chat of 20 MB at once the list of changes took 1.2 GB; of 1,024 turns it takes 10 MB
)

_Known: TypeAlias = tuple[Episode, Sequence[Turn]]
"""A session that is stored, and its turns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """One source to remember. `source_key` is how it is recognised again; `user_name` who "I" is without a speaker.

    `by_rules`: False leaves the statements to a model; what each turn mentions is found all the same. `trigger`: on
    what occasion it is taken in. `written_at`: the stamp of its file; dates without a year, in turns that have no time
    of their own, are meant from there. `caller`: whose hook brought it; None for whoever calls.
    """

    owner: Owner
    source_key: str
    data: bytes
    user_name: str | None = None
    project: str | None = None
    by_rules: bool = True
    trigger: Trigger = Trigger.CONVERSATION
    written_at: datetime | None = None
    caller: Caller | None = None

    def marks(self) -> set[str]:
        """Two intakes that share one may be the same source."""
        return {self.source_key, sha256(self.data).hexdigest()}


def file_stamp(path: Path) -> datetime | None:
    """When a file was last written; None where there is no such file."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, tz=UTC)
    except OSError:
        return None


def read_source(path: Path, owner: Owner) -> Intake:
    """A file as something to remember. Raises UnreadableError when it cannot be read."""
    try:
        if not (path.is_file() or path.is_dir()) and path.exists():
            raise UnreadableError(
                f"{path} is a pipe or a device and may never end; save what it says to a file and give that"
            )
        return Intake(owner=owner, source_key=str(path), data=path.read_bytes(), written_at=file_stamp(path))
    except OSError as err:
        raise UnreadableError(
            f"{path} cannot be read: {err.strerror}; is it a file that you may read?"
        ) from err


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One session of an intake, compared with what is stored of it. `fresh`: its turns that are not stored yet.

    `user_name`: as given or set, else as the user introduces themselves in the episode, or did in an earlier one.
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
            owner=self.intake.owner,
            verb="extract",
            why=f"{what} of {self.intake.source_key}",
            run=self.run,
            caller=self.intake.caller,
        )


def open_sources(intake: Intake, tools: RememberTools) -> list[Source]:
    """Read what is new of an intake, session by session; stores nothing. Raises UnreadableError.

    Never empty: the last session is there when nothing is new, those before it only with turns that nothing was made
    of yet. All sessions of a source share its key; the last one has the cursor.
    """
    run = RunId(tools.ids.new(RUN_PREFIX))
    known = _known_sessions(intake, tools)
    last = known[-1][0] if known else None
    transcript = _read(intake, last, tools.clock.now())
    before = [turn for _, turns in known for turn in turns]
    fresh = _not_stored(transcript.turns, before)
    going_on, begun = _sessions(fresh, transcript, known[-1] if known else None)
    opened = [_Opened(episode, len(turns), going_on if episode is last else ()) for episode, turns in known]
    opened += [_Opened(_new_episode(intake, transcript, turns, tools), 0, turns) for turns in begun]
    consumed = transcript.consumed_bytes
    holder = replace(opened[-1].episode, cursor=consumed, digest=_digest(intake.data, consumed))
    opened[-1] = replace(opened[-1], episode=holder)
    sources = [_source(each, intake, run, transcript, known, tools) for each in opened]
    name = (
        intake.user_name
        or tools.user_name
        or introduced_name((*before, *(turn for source in sources for turn in source.fresh)))
        or known_user_name(tools.store, intake.owner)
    )
    named = [replace(source, user_name=name) for source in sources]
    return [each for each in named[:-1] if each.fresh or each.waiting] + named[-1:]


@dataclass(frozen=True, slots=True)
class _Opened:
    """A session, how many of its turns are stored, and its new ones."""

    episode: Episode
    stored: int
    fresh: Sequence[RawTurn]


def _source(
    opened: _Opened,
    intake: Intake,
    run: RunId,
    transcript: Transcript,
    known: Sequence[_Known],
    tools: RememberTools,
) -> Source:
    now = tools.clock.now()
    turns: list[Turn] = []
    rejections: list[Rejection] = []
    for seq, raw in enumerate(opened.fresh, start=opened.stored):
        turn, dropped = _turn(raw, opened.episode, seq)
        turns.append(replace(turn, recorded_at=now))
        rejections.extend(dropped)
    digests = {episode.id: episode.digest for episode, _ in known}
    return Source(
        intake=intake,
        run=run,
        user_name=None,
        transcript=transcript,
        episode=opened.episode,
        known_as=digests.get(opened.episode.id),
        stored_turns=opened.stored,
        fresh=tuple(turns),
        rejections=tuple(rejections),
    )


def store_turns(sources: Sequence[Source], tools: RememberTools) -> None:
    """Searchable by their words from here on; an operation a source, eight groups a transaction. All of one owner.

    Killed in between, the first sessions of a source are there; the last one, which has its cursor, comes last.
    """
    news = [source for source in sources if source.fresh or source.known_as is None]
    for together in _with_turns(news, at_least=_GROUPS_TOGETHER * tools.resolution.group_turns):
        with tools.store.writing_together(together[0].intake.owner) as group:
            for source in together:
                with group.operation(source.cause(f"{len(source.fresh)} turns")) as writing:
                    writing.put_episode(source.episode)
                    writing.put_turns(source.fresh)


def _with_turns(sources: Sequence[Source], *, at_least: int) -> Iterator[list[Source]]:
    """In order, as many together as have so many new turns."""
    together: list[Source] = []
    turns = 0
    for source in sources:
        together.append(source)
        turns += len(source.fresh)
        if turns >= at_least:
            yield together
            together, turns = [], 0
    if together:
        yield together


def _known_sessions(intake: Intake, tools: RememberTools) -> list[_Known]:
    """Of the same bytes, else of the same key; in the order in which they were begun."""
    store, owner = tools.store, intake.owner
    same_bytes = store.episode_with_digest(owner, sha256(intake.data).hexdigest())
    key = same_bytes.source_key if same_bytes else intake.source_key
    return [(episode, store.turns_of(owner, episode.id)) for episode in store.episodes_from(owner, key)]


def _sessions(
    fresh: Sequence[RawTurn], transcript: Transcript, last: _Known | None
) -> tuple[Sequence[RawTurn], list[Sequence[RawTurn]]]:
    """What goes on with the last session, and the sessions that begin; of a new source at least one."""
    after = _last_turn(last)
    is_document = bool(fresh) and all(turn.role is Role.DOCUMENT for turn in fresh)
    is_whole = transcript.session is not None or is_document
    if is_whole or (last is not None and after is None):
        return (fresh, []) if last is not None else ((), [fresh])
    going_on, begun = cut_into_sessions(fresh, after=after)
    return going_on, begun if begun or last is not None else [fresh]


def _last_turn(known: _Known | None) -> RawTurn | None:
    """The last turn of a session that has a time, else its last."""
    if known is None or not known[1]:
        return None
    episode, turns = known
    turn = next((each for each in reversed(turns) if each.at), turns[-1])
    return RawTurn(text=turn.text, speaker=turn.speaker, role=turn.role, at=turn.at, session=episode.session)


def _read(intake: Intake, episode: Episode | None, now: datetime) -> Transcript:
    """Only what lies behind the cursor, when the bytes before it are still the same; else all of it.

    What has no stamp was written before it came: `now` at the latest.
    """
    is_grown = episode is not None and _digest(intake.data, episode.cursor) == episode.digest
    start = episode.cursor if episode is not None and is_grown else 0
    transcript = read_transcript(
        intake.data, name=intake.source_key, from_byte=start, written_at=intake.written_at or now
    )
    return replace(transcript, turns=without_off_record(transcript.turns))


def _digest(data: bytes, length: int) -> str:
    return sha256(data[:length]).hexdigest()


def _new_episode(
    intake: Intake, transcript: Transcript, turns: Sequence[RawTurn], tools: RememberTools
) -> Episode:
    dated = [turn.at for turn in turns if turn.at]
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
        session=transcript.session or next((turn.session for turn in turns), None),
        project=intake.project or project_of(transcript, tools.tuning.projects),
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
    removed = list(cleaned.removed)
    if PRIVATE_WORDS in raw.text:
        removed.append((PRIVATE_WORDS, RejectionReason.OFF_RECORD))
    return turn, [Rejection(turn=identity, text=text, reason=reason) for text, reason in removed]
