"""What can be done with a memory? The facade: the nouns and verbs of the command line, in Python."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from quaidpy.documents.library import Library
from quaidpy.domain.identity import (
    EpisodeId,
    MemoryId,
    NodeId,
    OperationId,
    RecallId,
    TurnId,
)
from quaidpy.domain.memories.episodes import Episode, Turn
from quaidpy.domain.memories.erasure import Purged
from quaidpy.domain.memories.memory import Memory as Statement
from quaidpy.domain.memories.memory import Usage
from quaidpy.domain.memories.operations import Operation
from quaidpy.domain.models.prompting import Spent
from quaidpy.domain.recall.queries import Filter, Query
from quaidpy.domain.recall.traces import RecallResult, Trace
from quaidpy.domain.sources.imports import ForeignMemory
from quaidpy.errors import NotFoundError, SettingsError
from quaidpy.ports.embedding import Embedder
from quaidpy.recall.brief import brief
from quaidpy.recall.giving.rendering import context_block
from quaidpy.recall.pipeline import recall
from quaidpy.recall.signals import Listener, ListenerState, signals
from quaidpy.remember.changing import editing, history
from quaidpy.remember.changing.editing import Edit
from quaidpy.remember.changing.importing import remember_foreign
from quaidpy.remember.changing.noting import Note, NoteReport, remember_note
from quaidpy.remember.changing.previewing import Preview, preview
from quaidpy.remember.changing.reembedding import reembed
from quaidpy.remember.deciding.embedding import embed_waiting
from quaidpy.remember.model.reading import Reader, ReadingReport
from quaidpy.remember.pipeline import (
    Intake,
    IntakeReport,
    Progress,
    SourceProgress,
    Unreadable,
    read_source,
    remember,
    remember_all,
)
from quaidpy.services import identity_keeping
from quaidpy.services.graph_of_memory import GraphOfMemory
from quaidpy.services.host_intakes import intake_recognised, intakes_recognised, with_refused
from quaidpy.services.inbox_draining import Drained, drain

_SIGNALS = "signals"  # under which the state of each listener is kept


class Memory(GraphOfMemory):
    """One owner's memory. Use as a context manager: leaving writes what recalls did, and follows with the graph.

    Every method may raise a QuaidError of quaidpy.errors; its message says what failed and what to do.
    """

    @property
    def documents(self) -> Library:
        """Registered projects and their documents; no part of what is remembered."""
        return Library(self._parts.documents)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Write queued effects of recalls, let the graph catch up, close every file. Closing twice is fine."""
        self._parts.effects.flush()
        self._parts.graph.close()
        self._store.close()
        for close in self._parts.closing:
            close()

    # Taking in

    def extract(self, intake: Intake, *, progress: Progress | None = None) -> IntakeReport:
        """Take in one conversation or document; the same one twice stores nothing new.

        A session that an agent's host wrote is recognised and freed of its noise.
        """
        report = remember(intake_recognised(intake), self._parts.remembering, progress)
        return identity_keeping.learnt_by_rules(report, self._parts)

    def extract_all(
        self, intakes: Iterable[Intake], *, progress: SourceProgress | None = None
    ) -> list[IntakeReport | Unreadable]:
        """Take in many sources, much faster than one by one. In order, a report of each, or why it was not read."""
        refused: dict[int, Unreadable] = {}
        recognised = intakes_recognised(intakes, refused)
        answers = with_refused(remember_all(recognised, self._parts.remembering, progress), refused)
        return identity_keeping.learnt_from_all(answers, self._parts)

    def drain_inbox(self) -> Drained:
        """Take in what hooks of agents' hosts have put down since; nothing when another process is at it."""
        return drain(self.owner, self._parts.inbox, self._parts.host_files(), self.extract_all)

    def import_foreign(self, found: ForeignMemory) -> NoteReport:
        """Take in what another memory system holds; the same one twice adds nothing."""
        return remember_foreign(found, self.owner, self._parts.remembering)

    def extract_file(self, path: Path | str, *, progress: Progress | None = None) -> IntakeReport:
        """Take in a file; it is recognised by its path when it has grown."""
        source = Path(path).expanduser().absolute()
        return self.extract(read_source(source, self.owner), progress=progress)

    def read_by_model(
        self, report: IntakeReport, *, user_name: str | None = None, reader: Reader | None = None
    ) -> ReadingReport:
        """Have the deep model, or another `reader`, read what it has not read of an episode just taken in."""
        return identity_keeping.read_and_learn(
            report, self._parts, reader or self._reader(), user_name=user_name
        )

    def read_waiting(self) -> ReadingReport:
        """What a model is due to read: what rests, and what it could not read before."""
        return identity_keeping.read_waiting_and_learn(self._parts, self._reader())

    @property
    def has_reader(self) -> bool:
        """Whether a deep model is configured."""
        return self._parts.reader is not None

    def preview(self, intake: Intake, *, by_model: bool) -> Preview:
        """What taking it in would find; stores nothing."""
        return preview(intake, self._parts.remembering, self._reader() if by_model else None)

    def _reader(self) -> Reader:
        if self._parts.reader is None:
            raise SettingsError(
                "no deep model is set; `quaid config model deep ollama/qwen3` or the like sets one"
            )
        return self._parts.reader

    def store(self, note: Note | str) -> NoteReport:
        """Keep one statement word for word."""
        kept = note if isinstance(note, Note) else Note(owner=self.owner, text=note)
        return remember_note(kept, self._parts.remembering)

    # Finding

    def recall(self, query: Query | str) -> RecallResult:
        """Rank what answers the query; nothing when nothing is relevant. Effects are written later."""
        result = recall(_asked(query), self._parts.recalling)
        self._parts.effects.add(self.owner, result)
        return result

    def context(self, query: Query | str) -> str:
        """The `[MEMORY]` block for an agent, within the query's token budget; empty when nothing is relevant."""
        return context_block(self.recall(query), budget_tokens=_asked(query).budget_tokens)

    def brief(self, *, project: str | None = None, limit: int = 12) -> list[Statement]:
        """What an agent should know before anybody asks; a project's own first."""
        return brief(self._store, self.owner, now=self.now(), project=project, limit=limit)

    def signals(
        self, listener: str, *, session: str | None = None, project: str | None = None
    ) -> list[Statement]:
        """Important things that others stored since this listener last heard; each once, a few at a time."""
        listening = Listener(owner=self.owner, name=listener, session=session, project=project)
        name = f"{self.owner}:{listener}"
        heard = ListenerState.from_row(self._parts.sessions.read(_SIGNALS, name))
        told, after = signals(self._store, listening, heard, now=self.now(), tuning=self._parts.signals)
        if after != heard:  # kept first: a crash in between costs a signal, never a repetition
            self._parts.sessions.write(_SIGNALS, name, after.to_row())
        return told

    def why(self, recall_id: RecallId | None = None) -> Trace:
        """The trace of a recall; None asks for the last one."""
        self._parts.effects.flush()
        return Trace.from_json(self._store.recall_trace(self.owner, recall_id))

    def feedback(self, memories: Mapping[NodeId, float]) -> None:
        """Say how useful memories or turns were: 1 used, 0 not used or corrected; moves the outcome score."""
        self._parts.effects.feedback(self.owner, memories)

    # One memory

    def show(self, identity: MemoryId) -> Statement:
        return editing.memory_called(identity, self.owner, self._parts.remembering)

    def called(self, ids: Sequence[MemoryId]) -> list[Statement]:
        """In the order asked; ids that do not exist are left out."""
        return self._store.memories(self.owner, ids)

    def ids_like(self, part: str) -> list[str]:
        """Whole ids that begin with `part`, or end with what follows its prefix letter; at most 10."""
        return self._store.ids_like(self.owner, part)

    def now(self) -> datetime:
        """The instant that relative dates are read against."""
        return self._parts.remembering.clock.now()

    def usage(self, identity: NodeId) -> Usage:
        return self._store.usages(self.owner, [identity])[identity]

    def memories(self, keep: Filter, *, limit: int = 100, after: MemoryId | None = None) -> list[Statement]:
        """By age, oldest first: one page after `after`."""
        return self._store.memories_where(keep, limit=limit, after=after)

    def newest(self, keep: Filter | None = None, *, limit: int = 40) -> list[Statement]:
        """What we came to know last, newest first."""
        return self._store.newest(keep or Filter(owner=self.owner), limit=limit)

    def edit(self, identity: MemoryId, change: Edit) -> OperationId:
        return editing.edit(identity, change, self.owner, self._parts.remembering)

    def link(self, source: str, relation: str, target: str) -> OperationId:
        """Relate two nodes, given by id or by name."""
        return editing.link(source, relation, target, self.owner, self._parts.remembering)

    def forget(self, identity: MemoryId) -> OperationId:
        return editing.forget(identity, self.owner, self._parts.remembering)

    def pin(self, identity: MemoryId) -> OperationId:
        return editing.pin(identity, self.owner, self._parts.remembering)

    def unpin(self, identity: MemoryId) -> OperationId:
        return editing.unpin(identity, self.owner, self._parts.remembering)

    def retire(self, identity: MemoryId, reason: str, *, persist: bool = False) -> OperationId:
        """Withdraw for a reason; `persist` keeps the words out even of a rebuilt database."""
        statement = self.show(identity)
        operation = editing.retire(identity, reason, self.owner, self._parts.remembering)
        if persist:
            self._parts.files.keep_retired(self.owner, statement, reason)
        return operation

    def purge(self, memories: Sequence[MemoryId], episodes: Sequence[EpisodeId] = ()) -> Purged:
        """Erase for ever, from the database and every copy in the home. No undo. Says what went, and what stays."""
        erased = self._store.purge(self.owner, memories, episodes)
        self._parts.graph.rebuild(self.owner)
        return self._parts.files.erase_copies(self.owner, memories, episodes, erased)

    # History

    def changes(self, *, since: datetime | None = None, limit: int = 100) -> list[Operation]:
        return history.changes(self._store, self.owner, since=since, limit=limit)

    def undo(self, identity: str) -> OperationId:
        """Take back an operation (`op_…`) or a whole run (`run_…`)."""
        return identity_keeping.undo_with_files(self._parts, identity)

    # Episodes

    def episodes(self, *, limit: int = 100) -> list[Episode]:
        return self._store.recent_episodes(self.owner, limit=limit)

    def episodes_called(self, ids: Sequence[EpisodeId]) -> list[Episode]:
        """In the order asked; ids that do not exist are left out."""
        return self._store.episodes(self.owner, ids)

    def turns(self, episode: EpisodeId) -> list[Turn]:
        if not self._store.episodes(self.owner, [episode]):
            raise NotFoundError(f"no episode {episode}; `quaid episodes` lists them")
        return self._store.turns_of(self.owner, episode)

    def words(self, turns: Sequence[TurnId]) -> list[Turn]:
        """Turns by id, in the order asked: the words behind a memory."""
        return self._store.turns(self.owner, turns)

    # The whole

    def stats(self) -> dict[str, int]:
        return self._store.counts(self.owner)

    def spent(self) -> list[Spent]:
        """What language models cost so far, summed by what was done and by model."""
        return self._store.spent_on(self.owner)

    def spendings(self, *, run: str | None = None, limit: int = 100) -> list[Spent]:
        """What single runs and recalls cost, newest first."""
        return self._store.spendings(self.owner, run=run, limit=limit)

    def export(self) -> Iterator[str]:
        """Every canonical row as a line of JSON."""
        rows = self._store.export_rows(self.owner)
        return (json.dumps(row, ensure_ascii=False, sort_keys=True) for row in rows)

    def import_rows(self, rows: Iterable[Mapping[str, object]]) -> int:
        """Take an export in, all or nothing. Returns rows added."""
        return self._store.import_rows(self.owner, rows)

    def backup(self, target: Path) -> Path:
        return self._parts.files.backup(target)

    def rebuild(self) -> None:
        """Make text, vector and graph index anew from the rows."""
        self._parts.remembering.search.rebuild()
        self._parts.graph.rebuild(self.owner)

    def check(self) -> list[str]:
        """Every difference between the rows and what is derived from them, as sentences; empty when all is well."""
        return [*self.check_files(), *self.check_graph()]

    def check_files(self) -> list[str]:
        """What the database's own check and the text and vector index find wrong."""
        return self._parts.files.differences()

    def check_graph(self) -> list[str]:
        """Where the graph engine and the rows differ."""
        return self._parts.graph.verify(self.owner)

    def texts_without_vector(self, *, limit: int = 10_000) -> int:
        """How many texts still wait for an embedding, counted up to `limit`."""
        return len(self._parts.remembering.search.texts_without_vector(self.owner, limit=limit))

    def reembed(self, embedder: Embedder, *, progress: Callable[[int], None] | None = None) -> int:
        """Give every text of this home, whoever owns it, a vector of another embedder, then search by those."""
        return reembed(self._store, self._parts.remembering.search, embedder, progress)

    def embed_waiting(self) -> int:
        """Make the vectors that are missing. Returns how many; 0 without an embedder."""
        tools = self._parts.remembering
        return embed_waiting(self.owner, tools.store, tools.search, tools.embedder) if tools.embedder else 0


def _asked(query: Query | str) -> Query:
    return query if isinstance(query, Query) else Query(text=query)
