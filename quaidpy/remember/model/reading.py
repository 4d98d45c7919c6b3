"""How does a language model read an episode? Chunk by chunk, several at once; what fails waits and is tried again."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from itertools import chain

from quaidpy.domain.identity import RUN_PREFIX, Owner, RunId, turn_id
from quaidpy.domain.language.tokens import count_tokens
from quaidpy.domain.memories.drafts import Extraction, MemoryDraft, Rejection
from quaidpy.domain.memories.episodes import Episode, Role, Turn
from quaidpy.domain.memories.index_texts import index_text_of_draft, index_texts_of_turn
from quaidpy.domain.memories.learning import LearningDraft, Lesson
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.memories.readings import Reading, ReadingState
from quaidpy.domain.models.prompting import Spending
from quaidpy.domain.tuning import ModelsTuning
from quaidpy.errors import ModelError
from quaidpy.metering import Metered
from quaidpy.remember.deciding.embedding import embed_missing
from quaidpy.remember.deciding.storing import ChunkOutcome, Section, store_sections
from quaidpy.remember.model.allowance import READING, SPENT, within_allowance
from quaidpy.remember.model.asking import CutAnswerError, ModelTools, ask
from quaidpy.remember.model.conversation_chunking import as_script, cut_at_turns
from quaidpy.remember.model.drafts import Frame, drafts_of
from quaidpy.remember.model.judging import Judgement, judge
from quaidpy.remember.model.learnings import Taught, files_described, learnings_of
from quaidpy.remember.people.introductions import introduced_name
from quaidpy.remember.tools import RememberTools

_PROMPT = "extraction"
_REST = timedelta(minutes=20)  # without a further turn, after which a talk that goes on is read
_LEAST_CHUNK = 200  # tokens; a window too small for the prompt still gets a try
_BEFORE = 4  # turns before a chunk in which its names may have been spoken


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """A model that reads, and how. `files`: identity files that it may teach."""

    asking: ModelTools
    tuning: ModelsTuning
    files: tuple[Taught, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What one chunk gave: statements, lines for identity files, what was turned away; `prompt` is id and version."""

    drafts: tuple[MemoryDraft, ...]
    rejections: tuple[Rejection, ...]
    prompt: str
    learnings: tuple[LearningDraft, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingReport:
    """What became of a reading. `waiting` chunks failed or were not tried; `errors` says why, each reason once.

    `spending`: all of it, also for answers that could not be used; the store keeps it under `run`. `learnt`: lines for
    identity files.
    """

    run: RunId
    model: str
    chunks: int = 0
    waiting: int = 0
    errors: tuple[str, ...] = ()
    outcome: ChunkOutcome = field(default_factory=ChunkOutcome)
    rejections: tuple[Rejection, ...] = ()
    spending: Spending = field(default_factory=Spending)
    learnt: int = 0

    def plus(self, other: "ReadingReport") -> "ReadingReport":
        """Of the next session of the same source, by the same model."""
        return replace(
            self,
            chunks=self.chunks + other.chunks,
            waiting=self.waiting + other.waiting,
            errors=tuple(dict.fromkeys((*self.errors, *other.errors))),
            outcome=self.outcome.plus(other.outcome),
            rejections=(*self.rejections, *other.rejections),
            spending=self.spending.plus(other.spending),
            learnt=self.learnt + other.learnt,
        )


Teach = Callable[[Lesson], int]
"""Told what each chunk taught, once its statements are stored; says how many lines were new."""


def read_episode(
    episode: Episode,
    tools: RememberTools,
    reader: Reader,
    run: RunId,
    *,
    user_name: str | None = None,
    teach: Teach = lambda _: 0,
) -> ReadingReport:
    """Have the model read what it has not read of an episode; failed chunks are tried now, whatever their time.

    Each chunk is one transaction. A run that was killed goes on at the first chunk without an answer.
    `user_name`: else as the user introduces themselves; it is kept with what waits.
    """
    todo = _put_down(episode, tools, reader, run, user_name, rest=timedelta())
    return _read_all(todo, episode.owner, tools, reader, run, teach)


def read_later(
    episode: Episode, tools: RememberTools, reader: Reader, run: RunId, *, user_name: str | None = None
) -> None:
    """Put down what is unread of an episode, to be read once it has rested: a talk that goes on is read in one.

    `read_episode` reads it sooner, `read_due` when its time has come.
    """
    _put_down(episode, tools, reader, run, user_name, rest=_REST)


def _put_down(
    episode: Episode,
    tools: RememberTools,
    reader: Reader,
    run: RunId,
    user_name: str | None,
    *,
    rest: timedelta,
) -> list[Reading]:
    """All that waits of the episode, with what is new in it."""
    known = tools.store.readings(episode.owner, episode=episode.id)
    fresh = _planned(episode, known, tools, reader, user_name)
    fresh = [replace(each, due_at=each.due_at + rest) for each in fresh]
    if fresh:
        cause = Cause(owner=episode.owner, verb="extract", why=f"{len(fresh)} chunks to read", run=run)
        with tools.store.writing(cause) as writing:
            writing.put_readings(fresh)
    cut_anew = {each.first_turn for each in fresh}
    waiting = (each for each in known if each.state is ReadingState.WAITING)
    return [*(each for each in waiting if each.first_turn not in cut_anew), *fresh]


def read_due(
    owner: Owner, tools: RememberTools, reader: Reader, *, teach: Teach = lambda _: 0
) -> ReadingReport:
    """Try again what failed before and is due."""
    todo = tools.store.readings(owner, due_by=tools.clock.now())
    return _read_all(todo, owner, tools, reader, RunId(tools.ids.new(RUN_PREFIX)), teach)


def read_turns(turns: Sequence[Turn], frame: Frame, known: Sequence[str], reader: Reader) -> Read:
    """What the model finds in these turns; an answer too long for its limit is asked for in halves.

    Raises ModelError when the call, or the repair of its answer, failed.
    """
    tuning = reader.tuning
    values = {
        "known": "\n".join(f"- {text}" for text in known) or "(nothing)",
        "files": files_described(reader.files),
        "turns": as_script(turns, frame.user_name, most_tokens=_room(reader)),
    }
    try:
        answer = ask(_PROMPT, values, reader.asking, spare={"snippets": [], "journal": []})
    except CutAnswerError:
        if len(turns) == 1:
            raise
        half = len(turns) // 2
        parts = [
            read_turns(part, replace(frame, turns=part), known, reader)
            for part in (turns[:half], turns[half:])
        ]
        return Read(
            drafts=tuple(draft for part in parts for draft in part.drafts),
            rejections=tuple(rejection for part in parts for rejection in part.rejections),
            prompt=parts[0].prompt,
            learnings=tuple(learning for part in parts for learning in part.learnings),
        )
    facts = answer.value["facts"]
    assert isinstance(facts, list), "the schema was checked"
    frame = replace(frame, least_match=tuning.least_quote_match)
    drafts, rejections = drafts_of(facts, frame)
    learnings, unfit = learnings_of(answer.value, frame, reader.files)
    return Read(
        drafts=tuple(drafts),
        rejections=(*rejections, *unfit),
        prompt=answer.prompt,
        learnings=tuple(learnings),
    )


def chunk_tokens(reader: Reader) -> int:
    """Tokens of conversation for one call: what is wanted, or what the window leaves beside prompt and answer."""
    return max(_LEAST_CHUNK, min(reader.tuning.chunk_tokens, _room(reader)))


def _room(reader: Reader) -> int:
    prompt = reader.asking.prompts.prompt(_PROMPT)
    schema = count_tokens(str(prompt.schema))
    fixed = count_tokens(prompt.system) + schema + prompt.max_tokens + 30 * reader.tuning.known_facts
    fixed += count_tokens(files_described(reader.files))
    return max(_LEAST_CHUNK, reader.tuning.deep_context_tokens - fixed)


def _planned(
    episode: Episode,
    known: Sequence[Reading],
    tools: RememberTools,
    reader: Reader,
    user_name: str | None,
) -> list[Reading]:
    """New readings for the turns behind the last one that was tried; the last one that never was grows with them."""
    last = known[-1] if known and known[-1].state is ReadingState.WAITING and not known[-1].attempts else None
    covered = known if last is None else known[:-1]
    start = max((reading.last_turn for reading in covered), default=-1) + 1
    turns = tools.store.turns_of(episode.owner, episode.id)
    if last is not None and last.last_turn >= turns[-1].seq:
        return []
    user_name = user_name or (last.user_name if last else None) or introduced_name(turns)
    now = tools.clock.now()
    return [
        Reading(
            owner=episode.owner,
            episode=episode.id,
            first_turn=piece[0].seq,
            last_turn=piece[-1].seq,
            due_at=now,
            user_name=user_name,
        )
        for piece in cut_at_turns(turns[start:], most_tokens=chunk_tokens(reader))
    ]


def _read_all(
    todo: Sequence[Reading],
    owner: Owner,
    tools: RememberTools,
    reader: Reader,
    run: RunId,
    teach: Teach,
) -> ReadingReport:
    meter = Metered(reader.asking.model)
    reader = replace(reader, asking=replace(reader.asking, model=meter))
    report = ReadingReport(run=run, model=meter.name)
    allowed = within_allowance(todo, owner, tools, reader.tuning)
    if len(allowed) < len(todo):
        report = replace(report, errors=(SPENT,))
    if allowed:
        meter.prepare()
    for reading, given in _answers(allowed, tools, reader):
        try:
            read = given()
        except ModelError as error:
            report = _failed(report, reading, error, tools, reader)
        else:
            report = _kept(report, reading, read, tools, reader)
            report = replace(report, learnt=report.learnt + _taught(reading, read, report, teach))
        # After each chunk, so that a run that is killed has told what it cost so far.
        tools.store.record_spending(owner, run, READING, meter.name, meter.take())
    return replace(report, waiting=len(todo) - report.chunks, spending=meter.spent)


def _answers(
    todo: Sequence[Reading], tools: RememberTools, reader: Reader
) -> Iterator[tuple[Reading, Callable[[], Read]]]:
    """In order; up to `parallel_calls` are under way, and after a failure nothing new is begun."""
    waiting = list(todo)
    running: list[tuple[Reading, Future[Read]]] = []
    has_failed = False
    with ThreadPoolExecutor(reader.tuning.parallel_calls, thread_name_prefix="quaid-reading") as pool:
        while waiting or running:
            while waiting and len(running) < reader.tuning.parallel_calls and not has_failed:
                reading = waiting.pop(0)
                running.append((reading, pool.submit(_call(reading, tools, reader))))
            if not running:
                return  # a provider that fails once mostly fails again; the rest waits in the queue
            reading, future = running.pop(0)
            has_failed = has_failed or isinstance(future.exception(), ModelError)
            yield reading, future.result


def _call(reading: Reading, tools: RememberTools, reader: Reader) -> Callable[[], Read]:
    """What is read from the store is read here, in the caller's thread; the call itself only asks the model."""
    owner, episode = reading.owner, reading.episode
    ids = [
        turn_id(episode, seq) for seq in range(max(0, reading.first_turn - _BEFORE), reading.last_turn + 1)
    ]
    turns = tools.store.turns(owner, ids)
    here = [turn for turn in turns if turn.seq >= reading.first_turn]
    frame = Frame(
        turns=here,
        before=[turn for turn in turns if turn.seq < reading.first_turn],
        relations=tools.relations,
        tuning=tools.tuning,
        now=tools.clock.now(),
        least_match=reader.tuning.least_quote_match,
        user_name=reading.user_name,
    )
    if all(turn.role is Role.TOOL or not turn.text.strip() for turn in here):
        return lambda: Read(drafts=(), rejections=(), prompt="")
    return partial(read_turns, here, frame, _told_before(reading, tools, reader), reader)


def _told_before(reading: Reading, tools: RememberTools, reader: Reader) -> list[str]:
    """What is known from earlier in the episode, so that the model need not tell it again."""
    earlier = [turn_id(reading.episode, seq) for seq in range(reading.first_turn)]
    found = tools.store.memories_from_turns(reading.owner, earlier)
    ids = list(dict.fromkeys(i for turn in earlier for i in found.get(turn, ())))
    last = ids[-reader.tuning.known_facts :] if reader.tuning.known_facts else []
    return [memory.text for memory in tools.store.memories(reading.owner, last)]


def _kept(
    report: ReadingReport, reading: Reading, read: Read, tools: RememberTools, reader: Reader
) -> ReadingReport:
    outcome, dropped, judged = _store(reading, read, tools, reader, report)
    return replace(
        report,
        chunks=report.chunks + 1,
        outcome=report.outcome.plus(outcome),
        rejections=(*report.rejections, *read.rejections, *dropped),
        errors=tuple(dict.fromkeys([*report.errors, *([judged.error] if judged.error else [])])),
    )


def _taught(reading: Reading, read: Read, report: ReadingReport, teach: Teach) -> int:
    if not read.learnings:
        return 0
    return teach(
        Lesson(
            owner=reading.owner,
            episode=reading.episode,
            run=report.run,
            drafts=read.learnings,
            model=report.model,
            prompt=read.prompt,
        )
    )


def _store(
    reading: Reading, read: Read, tools: RememberTools, reader: Reader, report: ReadingReport
) -> tuple[ChunkOutcome, list[Rejection], Judgement]:
    (episode,) = tools.store.episodes(reading.owner, [reading.episode])
    ids = [turn_id(episode.id, seq) for seq in range(reading.first_turn, reading.last_turn + 1)]
    turns = tools.store.turns(reading.owner, ids)
    texts = [*chain.from_iterable(map(index_texts_of_turn, turns)), *map(index_text_of_draft, read.drafts)]
    vectors = embed_missing(reading.owner, texts, tools.search, tools.embedder)
    extraction = Extraction(drafts=read.drafts, turn_mentions=(), rejections=())
    why = f"{report.model} read turns {reading.first_turn} to {reading.last_turn} of {episode.source_key}"
    judgement = judge(read.drafts, episode, vectors, tools, reader.asking)
    prompts = " ".join(name for name in (read.prompt, judgement.prompt) if name)
    cause = Cause(
        owner=reading.owner, verb="extract", why=why, run=report.run, model=report.model, prompt=prompts
    )
    section = Section(
        extraction=extraction,
        episode=episode,
        cause=cause,
        reading=reading.done(model=report.model, prompt=prompts),
        rulings=judgement.rulings,
    )
    (stored,) = store_sections([section], vectors, tools)
    return stored.outcome, stored.rejections, judgement


def _failed(
    report: ReadingReport, reading: Reading, error: ModelError, tools: RememberTools, reader: Reader
) -> ReadingReport:
    wait = timedelta(minutes=reader.tuning.queue_wait_minutes)
    failed = reading.failed(str(error), now=tools.clock.now(), first_wait=wait)
    why = f"turns {reading.first_turn} to {reading.last_turn} could not be read; they wait"
    with tools.store.writing(Cause(owner=reading.owner, verb="extract", why=why, run=report.run)) as writing:
        writing.put_readings([failed])
    return replace(report, errors=tuple(dict.fromkeys([*report.errors, str(error)])))
