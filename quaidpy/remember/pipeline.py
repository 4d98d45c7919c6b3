"""What are the steps from a conversation to stored memories?"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import chain
from types import TracebackType
from typing import Self

from quaidpy.domain.identity import EpisodeId, RunId
from quaidpy.domain.memories.drafts import Extraction, Rejection
from quaidpy.domain.memories.episodes import Turn
from quaidpy.domain.memories.index_texts import index_text_of_draft, index_texts_of_turn
from quaidpy.domain.memories.learning import Trigger
from quaidpy.domain.sources.transcripts import DamagedLine
from quaidpy.errors import UnreadableError
from quaidpy.remember.attributes.finding import ChangeContext, changed_in
from quaidpy.remember.deciding.embedding import Embedded, embed_ahead
from quaidpy.remember.deciding.storing import ChunkOutcome, Section, Stored, store_sections
from quaidpy.remember.deciding.supersession import EndingDraft
from quaidpy.remember.deciding.todo_closing import closed_in
from quaidpy.remember.finding import rules
from quaidpy.remember.people.introductions import known_in
from quaidpy.remember.sources import Intake, Source, open_sources, read_source, store_turns
from quaidpy.remember.tools import RememberTools

__all__ = ["Intake", "IntakeReport", "Unreadable", "read_source", "remember", "remember_all"]

Progress = Callable[[int, int], None]
"""Told how many turns are done, of how many: once they are read, and after each group that is stored."""

SourceProgress = Callable[[int], None]
"""Told how many sources are done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntakeReport:
    """What became of one source. `known`: it had been taken in whole before. `learnt`: lines for identity files.

    `unread_languages`: ISO codes of the languages in it whose sentences the rules do not read.
    `episodes`: its sessions that were worked on, in order; `episode` is the last.
    """

    source_key: str
    episode: EpisodeId
    run: RunId
    format: str
    known: bool
    turns: int
    outcome: ChunkOutcome
    rejections: tuple[Rejection, ...]
    damaged: tuple[DamagedLine, ...]
    trigger: Trigger = Trigger.CONVERSATION
    learnt: int = 0
    unread_languages: tuple[str, ...] = ()
    episodes: tuple[EpisodeId, ...] = ()


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A source of which nothing could be taken in, and why."""

    source_key: str
    error: UnreadableError


def remember(intake: Intake, tools: RememberTools, progress: Progress | None = None) -> IntakeReport:
    """Take in what is new of one source: turns at once and whole, then what they say, stretch by stretch.

    Idempotent: the same bytes store nothing, a grown source goes on at its cursor, and a run that was killed goes
    on at the first turn not yet extracted. Raises UnreadableError before anything is stored.
    """
    sources = open_sources(intake, tools)
    with _Taking(tools, turn_progress=progress) as taking:
        taking.take(sources, place=0)
    return _whole(taking.reports[0])


def remember_all(
    intakes: Iterable[Intake], tools: RememberTools, progress: SourceProgress | None = None
) -> list[IntakeReport | Unreadable]:
    """Take in many sources, many in one transaction; in order, an answer for each.

    The result is as if each had been remembered after the other. One that cannot be read fails alone. Killed in
    between, whole transactions are there or not, and doing it again goes on where it stopped.
    """
    unreadable: dict[int, Unreadable] = {}
    with _Taking(tools, source_progress=progress) as taking:
        for place, intake in enumerate(intakes):
            taking.wait_for(intake)
            try:
                sources = open_sources(intake, tools)
            except UnreadableError as error:
                unreadable[place] = Unreadable(intake.source_key, error)
            else:
                taking.take(sources, place=place)
    reports = {place: _whole(sessions) for place, sessions in taking.reports.items()}
    answers: dict[int, IntakeReport | Unreadable] = {**reports, **unreadable}
    return [answers[place] for place in sorted(answers)]


def _whole(sessions: Sequence[IntakeReport]) -> IntakeReport:
    """Of one source; by the session that has its cursor."""
    ordered = sorted(sessions, key=lambda session: session.episode)
    outcome = ChunkOutcome()
    for session in ordered:
        outcome = outcome.plus(session.outcome)
    return replace(
        ordered[-1],
        episodes=tuple(session.episode for session in ordered),
        known=all(session.known for session in ordered),
        turns=sum(session.turns for session in ordered),
        outcome=outcome,
        rejections=tuple(rejection for session in ordered for rejection in session.rejections),
        unread_languages=tuple(
            dict.fromkeys(code for session in ordered for code in session.unread_languages)
        ),
    )


@dataclass(slots=True)
class _UnderWay:
    """A session whose turns are being worked through; `place` among those asked for."""

    source: Source
    place: int
    outcome: ChunkOutcome = field(default_factory=ChunkOutcome)
    rejections: list[Rejection] = field(default_factory=list)
    languages: dict[str, None] = field(default_factory=dict)

    def add(self, stretch: "_Stretch", stored: Stored) -> None:
        self.outcome = self.outcome.plus(stored.outcome)
        self.languages.update(dict.fromkeys(stretch.extraction.unread_languages))
        self.rejections += [*stretch.extraction.rejections, *stored.rejections]

    def report(self) -> IntakeReport:
        source, transcript = self.source, self.source.transcript
        return IntakeReport(
            source_key=source.intake.source_key,
            episode=source.episode.id,
            run=source.run,
            format=transcript.format,
            known=not source.fresh and not source.waiting,
            turns=len(source.fresh),
            outcome=self.outcome,
            rejections=(*source.rejections, *self.rejections),
            damaged=transcript.damaged,
            trigger=source.intake.trigger,
            unread_languages=tuple(self.languages),
        )


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Some turns of a source, by place, with what was found in them."""

    of: _UnderWay
    places: range
    extraction: Extraction
    told: Sequence[EndingDraft]

    def section(self) -> Section:
        source, first, last = self.of.source, self.places[0], self.places[-1]
        return Section(
            extraction=self.extraction,
            episode=replace(source.episode, extracted_turns=last + 1),
            cause=source.cause(f"turns {first} to {last}"),
            told=self.told,
        )


@dataclass(frozen=True, slots=True)
class _Prepared:
    """Stretches that will be stored together, and their vectors, which are being made meanwhile."""

    stretches: list[_Stretch]
    vectors: Callable[[], Embedded]


class _Taking:
    """Works sources through: turns stored, statements found, embedded, decided and stored, group by group.

    While the vectors of one group are made in the background, the group before it is decided and stored. Leaving
    finishes what was begun, unless an error is on its way.
    """

    def __init__(
        self,
        tools: RememberTools,
        *,
        turn_progress: Progress | None = None,
        source_progress: SourceProgress | None = None,
    ) -> None:
        self.reports: dict[int, list[IntakeReport]] = {}
        self._taken, self._due = 0, 0  # turns worked through, and all there are
        self._tools = tools
        self._turn_progress, self._source_progress = turn_progress, source_progress
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embedding")
        self._opened: list[_UnderWay] = []
        self._found: list[_Stretch] = []
        self._texts: list[str] = []
        self._prepared: _Prepared | None = None
        self._keys: set[str] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self._finish()
        finally:
            self._pool.shutdown(cancel_futures=True)

    def wait_for(self, intake: Intake) -> None:
        """Finish first what the intake may be a repetition of, or what belongs to another owner."""
        if not self._keys.isdisjoint(intake.marks()):
            self._finish()
        others = self._opened[:1] or [stretch.of for stretch in self._found[:1]]
        if any(other.source.intake.owner != intake.owner for other in others):
            self._finish()
        self._keys.update(intake.marks())

    def take(self, sources: Sequence[Source], *, place: int) -> None:
        """`sources`: the sessions of one."""
        for source in sources:
            self._opened.append(_UnderWay(source, place))
            self._taken += source.episode.extracted_turns
            self._due += source.turns
            if source.known_as is not None:
                self._keys.add(source.known_as)  # who comes with these bytes must see that they are replaced
        if sum(len(each.source.waiting) for each in self._opened) >= self._tools.resolution.group_turns:
            self._read_opened()

    def _finish(self) -> None:
        self._read_opened()
        self._prepare()
        self._store()
        self._keys.clear()

    def _read_opened(self) -> None:
        opened, self._opened = self._opened, []
        self._tell()
        store_turns([each.source for each in opened], self._tools)
        for each in opened:
            self._read(each)
        self._end(each for each in opened if not each.source.waiting)

    def _read(self, each: _UnderWay) -> None:
        size = self._tools.resolution.chunk_turns
        waiting = each.source.waiting
        for first in range(waiting.start, waiting.stop, size):
            places = range(first, min(first + size, waiting.stop))
            self._found.append(self._stretch(each, places))
            if sum(len(stretch.places) for stretch in self._found) >= self._tools.resolution.group_turns:
                self._prepare()

    def _stretch(self, each: _UnderWay, places: range) -> _Stretch:
        source, store = each.source, self._tools.store
        context = range(max(0, places.start - self._tools.resolution.context_turns), places.start)
        turns = store.turns(source.intake.owner, source.turn_ids(places))
        before = tuple(store.turns(source.intake.owner, source.turn_ids(context)) if context else ())
        now = self._tools.clock.now()
        extraction = rules.extract(
            turns,
            rules.Context(
                relations=self._tools.relations,
                tuning=self._tools.tuning,
                user_name=source.user_name,
                now=min(now, source.intake.written_at or now),
                before=before,
                title=source.episode.title,
                known=known_in(store, source.intake.owner, turns),
            ),
        )
        if not source.intake.by_rules:
            extraction = replace(extraction, drafts=(), rejections=())
            self._texts += _texts(turns, extraction)
            return _Stretch(each, places, extraction, ())
        self._texts += _texts(turns, extraction)
        telling = ChangeContext(self._tools.attributes, source.user_name, now)
        told: tuple[EndingDraft, ...] = (
            *changed_in(turns, before, extraction, telling),
            *closed_in(turns, now),
        )
        return _Stretch(each, places, extraction, told)

    def _prepare(self) -> None:
        """Begin the vectors of what was found, and store the group before it meanwhile."""
        found, self._found = self._found, []
        texts, self._texts = self._texts, []
        if not found:
            return
        tools, owner = self._tools, found[0].of.source.intake.owner
        vectors = embed_ahead(owner, texts, tools.search, tools.embedder, pool=self._pool)
        before, self._prepared = self._prepared, _Prepared(found, vectors)
        if before is not None:
            self._put(before)

    def _store(self) -> None:
        before, self._prepared = self._prepared, None
        if before is not None:
            self._put(before)

    def _put(self, prepared: _Prepared) -> None:
        sections = [stretch.section() for stretch in prepared.stretches]
        stored = store_sections(sections, prepared.vectors(), self._tools)
        for stretch, result in zip(prepared.stretches, stored, strict=True):
            stretch.of.add(stretch, result)
            self._taken += len(stretch.places)
            self._tell()
        self._end(each.of for each in prepared.stretches if each.places.stop == each.of.source.turns)

    def _tell(self) -> None:
        if self._turn_progress:
            self._turn_progress(self._taken, self._due)

    def _end(self, ended: Iterable[_UnderWay]) -> None:
        for each in ended:
            self.reports.setdefault(each.place, []).append(each.report())
        if self._source_progress:
            self._source_progress(len(self.reports))


def _texts(turns: list[Turn], extraction: Extraction) -> list[str]:
    return [
        *chain.from_iterable(map(index_texts_of_turn, turns)),
        *map(index_text_of_draft, extraction.drafts),
    ]
