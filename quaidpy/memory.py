"""What can be done with a memory? The facade: the nouns and verbs of the command line, in Python."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from quaidpy.documents.library import Library
from quaidpy.domain.identity import (
    RECALL_PREFIX,
    EpisodeId,
    MemoryId,
    NodeId,
    OperationId,
    Owner,
    RecallId,
    TurnId,
)
from quaidpy.domain.memories.episodes import Episode, Turn
from quaidpy.domain.memories.erasure import Purged
from quaidpy.domain.memories.memory import Memory as Statement
from quaidpy.domain.memories.memory import Usage
from quaidpy.domain.memories.operations import Operation
from quaidpy.domain.memories.versions import Version
from quaidpy.domain.models.prompting import Spent
from quaidpy.domain.recall.queries import Filter, Query
from quaidpy.domain.recall.traces import Degraded, RecallResult, Trace
from quaidpy.domain.sources.imports import ForeignMemory
from quaidpy.errors import NotFoundError, SettingsError
from quaidpy.ports.embedding import Embedder
from quaidpy.recall.giving.rendering import context_block
from quaidpy.remember.changing import editing, history, versions
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
from quaidpy.services.contexts_of_memory import ContextsOfMemory
from quaidpy.services.edited_files import note_edits
from quaidpy.services.graph_of_memory import GraphOfMemory
from quaidpy.services.handover.checkpoints import save_at_end
from quaidpy.services.handover_of_memory import HandoverOfMemory
from quaidpy.services.host_intakes import intake_recognised, intakes_recognised, with_refused
from quaidpy.services.inbox_draining import Drained, drain
from quaidpy.services.mirror_of_memory import MirrorOfMemory
from quaidpy.services.mirroring import erase_from_mirror
from quaidpy.services.notices_of_memory import NoticesOfMemory
from quaidpy.services.parts import Parts
from quaidpy.services.spaces.moving import moved_together, undo_move
from quaidpy.services.sync.keeping import told_behind


class Memory(GraphOfMemory, ContextsOfMemory, HandoverOfMemory, NoticesOfMemory, MirrorOfMemory):
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
        self._parts.remembering.store.close()
        for close in self._parts.closing:
            close()

    # Taking in

    def extract(self, intake: Intake, *, progress: Progress | None = None) -> IntakeReport:
        """Take in one conversation or document; the same one twice stores nothing new.

        A session that an agent's host wrote is recognised and freed of its noise.
        """
        parts = self._writing_to()
        placed = replace(intake_recognised(intake), owner=parts.owner)
        return identity_keeping.learnt_by_rules(remember(placed, parts.remembering, progress), parts)

    def extract_all(
        self, intakes: Iterable[Intake], *, progress: SourceProgress | None = None
    ) -> list[IntakeReport | Unreadable]:
        """Take in many sources, much faster than one by one. In order, a report of each, or why it was not read."""
        return self._extract_in(self._writing_to(), intakes, progress)

    def _extract_in(
        self, parts: Parts, intakes: Iterable[Intake], progress: SourceProgress | None = None
    ) -> list[IntakeReport | Unreadable]:
        refused: dict[int, Unreadable] = {}
        placed = (replace(intake, owner=parts.owner) for intake in intakes)
        recognised = intakes_recognised(placed, refused)
        answers = with_refused(remember_all(recognised, parts.remembering, progress), refused)
        return identity_keeping.learnt_from_all(answers, parts)

    def drain_inbox(self) -> Drained:
        """Take in what hooks of agents' hosts have put down since; nothing when another process is at it."""
        stop_here = partial(save_at_end, self._parts)
        take_in = partial(self._extract_in, self._parts)  # whoever drains: what hosts say is their owner's
        edited = partial(note_edits, self._parts)
        files = self._parts.host_files()
        return drain(self.owner, self._parts.inbox, files, take_in, at_end=stop_here, at_edits=edited)

    def import_foreign(self, found: ForeignMemory) -> NoteReport:
        """Take in what another memory system holds; the same one twice adds nothing."""
        parts = self._writing_to()
        return remember_foreign(found, parts.owner, parts.remembering)

    def extract_file(self, path: Path | str, *, progress: Progress | None = None) -> IntakeReport:
        """Take in a file; it is recognised by its path when it has grown."""
        source = Path(path).expanduser().absolute()
        return self.extract(read_source(source, self.owner), progress=progress)

    def read_by_model(
        self, report: IntakeReport, *, user_name: str | None = None, reader: Reader | None = None
    ) -> ReadingReport:
        """Have the deep model, or another `reader`, read what it has not read of an episode just taken in."""
        parts = self._writing_to()
        return identity_keeping.read_and_learn(report, parts, reader or self._reader(), user_name=user_name)

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
        parts = self._writing_to()
        kept = note if isinstance(note, Note) else Note(owner=parts.owner, text=note)
        return remember_note(replace(kept, owner=parts.owner), parts.remembering)

    # Finding

    def recall(self, query: Query | str) -> RecallResult:
        """Rank what answers the query; nothing when nothing is relevant. Effects are written later."""
        asked = self._in_context(query)
        result, spaces = self._recalled(asked)
        keys = tuple(space.key for space in spaces)
        caller = self._parts.calling.current()
        trace = replace(
            result.trace,
            agent=caller.agent if caller else None,
            spaces=() if keys == (self._asker,) else keys,
        )
        if (behind := told_behind(self._parts)) is not None:
            trace = replace(trace, degraded=(*trace.degraded, Degraded("sync", behind)))
        result = replace(result, trace=trace, results=self._placed(result.results, spaces))
        self._parts.effects.add(self._asker, result, self._places(result, spaces))
        return replace(result, beside=self._answering_beside(asked, spaces)) if result.abstained else result

    def context(self, query: Query | str) -> str:
        """The `[MEMORY]` block for an agent, within the query's token budget; empty when nothing is relevant."""
        return context_block(self.recall(query), budget_tokens=self._in_context(query).budget_tokens)

    def why(self, recall_id: RecallId | None = None) -> Trace:
        """The trace of a recall; None asks for the last one."""
        self._parts.effects.flush()
        for trace in self._traces(recall_id):
            return trace
        raise NotFoundError(
            "nothing was recalled yet"
            if recall_id is None
            else f"no recall {recall_id}; the log keeps the recent ones"
        )

    def feedback(self, memories: Mapping[NodeId, float]) -> None:
        """Say how useful memories or turns were: 1 used, 0 not used or corrected; moves the outcome score."""
        by_space: dict[Owner, dict[NodeId, float]] = {}
        for node, useful in memories.items():
            parts = self._at(node)
            self._require_writable(parts)
            by_space.setdefault(parts.owner, {})[node] = useful
        for space, told in by_space.items():
            self._parts.effects.feedback(space, told)

    # One memory

    def show(self, identity: MemoryId, *, known_at: datetime | None = None) -> Statement:
        """As it is, or as it was worded at `known_at`."""
        if known_at is not None:
            return versions.known_then(identity, known_at, self._front, self._reading)
        return editing.memory_called(identity, self._front, self._reading)

    def history(self, identity: MemoryId) -> list[Version]:
        """Every version of a memory, the first one first."""
        return versions.history(identity, self._front, self._reading)

    def rollback(self, identity: MemoryId, to: int | datetime) -> OperationId:
        """Word it as its version of this number did, or the one in force then."""
        parts = self._at(identity)
        return versions.rollback(identity, to, parts.owner, parts.remembering)

    def called(self, ids: Sequence[MemoryId]) -> list[Statement]:
        """In the order asked; ids that do not exist are left out."""
        return self._store.memories(self._front, ids)

    def ids_like(self, part: str) -> list[str]:
        """Whole ids that begin with `part`, or end with what follows its prefix letter; at most 10."""
        found = self._store.ids_like(self._front, part)
        if self._asker != self._front:  # who asked is kept with the one who asked, whatever they asked
            recalls = self._parts.remembering.store.ids_like(self._asker, part)
            found += [each for each in recalls if each.startswith(RECALL_PREFIX)]
        return [
            each for each in found if not each.startswith(RECALL_PREFIX) or any(self._traces(RecallId(each)))
        ]

    def now(self) -> datetime:
        """The instant that relative dates are read against."""
        return self._parts.remembering.clock.now()

    def usage(self, identity: NodeId) -> Usage:
        return self._store.usages(self._front, [identity])[identity]

    def recall_times(self, identity: MemoryId) -> tuple[datetime, ...]:
        """When it was recalled, oldest first: the last 20 that were an hour apart at least."""
        return self._store.recall_times(self._front, [identity]).get(identity, ())

    def memories(self, keep: Filter, *, limit: int = 100, after: MemoryId | None = None) -> list[Statement]:
        """By age, oldest first: one page after `after`."""
        return self._store.memories_where(self._kept(keep), limit=limit, after=after)

    def newest(self, keep: Filter | None = None, *, limit: int = 40) -> list[Statement]:
        """What we came to know last, newest first."""
        return self._store.newest(self._kept(keep or Filter(owner=self.owner)), limit=limit)

    def edit(self, identity: MemoryId, change: Edit, *, expect: int | None = None) -> OperationId:
        """`expect`: the number of the version it is an edit of; StaleError when somebody was faster."""
        parts = self._at(identity)
        return editing.edit(identity, change, parts.owner, parts.remembering, expect=expect)

    def link(self, source: str, relation: str, target: str) -> OperationId:
        """Relate two nodes, given by id or by name."""
        parts = self._linked_in(source, target)
        return editing.link(source, relation, target, parts.owner, parts.remembering)

    def forget(self, identity: MemoryId) -> OperationId:
        parts = self._at(identity)
        return editing.forget(identity, parts.owner, parts.remembering)

    def pin(self, identity: MemoryId) -> OperationId:
        parts = self._at(identity)
        return editing.pin(identity, parts.owner, parts.remembering)

    def unpin(self, identity: MemoryId) -> OperationId:
        parts = self._at(identity)
        return editing.unpin(identity, parts.owner, parts.remembering)

    def retire(self, identity: MemoryId, reason: str, *, persist: bool = False) -> OperationId:
        """Withdraw for a reason; `persist` keeps the words out even of a rebuilt database."""
        statement, parts = self.show(identity), self._at(identity)
        operation = editing.retire(identity, reason, parts.owner, parts.remembering)
        if persist:
            parts.files.keep_retired(parts.owner, statement, reason)
        return operation

    def purge(self, memories: Sequence[MemoryId], episodes: Sequence[EpisodeId] = ()) -> Purged:
        """Erase for ever, from the database and every copy in the home. No undo. Says what went, and what stays."""
        erased = Purged(rows=0, words=())
        for parts, own in self._had_by(memories, episodes):
            kept = [each for each in memories if each in own], [each for each in episodes if each in own]
            gone = parts.remembering.store.purge(parts.owner, *kept)
            parts.graph.rebuild(parts.owner)
            erased = erased.plus(parts.files.erase_copies(parts.owner, *kept, gone))
            rewritten, left = erase_from_mirror(kept[0], parts)
            erased = replace(erased, rewritten=(*erased.rewritten, *rewritten), left=(*erased.left, *left))
        return erased

    # History

    def changes(
        self, *, since: datetime | None = None, agent: str | None = None, limit: int = 100
    ) -> list[Operation]:
        """Newest first. `agent`: only what this caller did."""
        return history.changes(self._store, self._front, since=since, agent=agent, limit=limit)

    def undo(self, identity: str) -> OperationId:
        """Take back an operation (`op_…`) or a whole run (`run_…`)."""
        parts = self._at(identity)
        for operation in history.operations_of(parts.remembering.store, parts.owner, identity)[:1]:
            if moved_together(operation):
                return undo_move(operation, parts)
        return identity_keeping.undo_with_files(parts, identity)

    # Episodes

    def episodes(self, *, limit: int = 100) -> list[Episode]:
        return self._store.recent_episodes(self._front, limit=limit)

    def episodes_called(self, ids: Sequence[EpisodeId]) -> list[Episode]:
        """In the order asked; ids that do not exist are left out."""
        return self._store.episodes(self._front, ids)

    def turns(self, episode: EpisodeId) -> list[Turn]:
        if not self._store.episodes(self._front, [episode]):
            raise NotFoundError(f"no episode {episode}; `quaid episodes` lists them")
        return self._store.turns_of(self._front, episode)

    def words(self, turns: Sequence[TurnId]) -> list[Turn]:
        """Turns by id, in the order asked: the words behind a memory."""
        return self._store.turns(self._front, turns)

    # The whole

    def stats(self) -> dict[str, int]:
        return self._store.counts(self._front)

    def spent(self) -> list[Spent]:
        """What language models cost so far, summed by what was done and by model."""
        return self._parts.remembering.store.spent_on(self.owner)

    def spendings(self, *, run: str | None = None, limit: int = 100) -> list[Spent]:
        """What single runs and recalls cost, newest first."""
        return self._parts.remembering.store.spendings(self.owner, run=run, limit=limit)

    def export(self) -> Iterator[str]:
        """Every canonical row as a line of JSON."""
        rows = self._parts.remembering.store.export_rows(self.owner)
        return (json.dumps(row, ensure_ascii=False, sort_keys=True) for row in rows)

    def import_rows(self, rows: Iterable[Mapping[str, object]]) -> int:
        """Take an export in, all or nothing. Returns rows added."""
        return self._parts.remembering.store.import_rows(self.owner, rows)

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
        """What the database's own check and the indexes find wrong; on a server, of what is read here."""
        return self._parts.files.differences(self._parts.access.keys_read)

    def check_graph(self) -> list[str]:
        """Where the graph engine and the rows differ."""
        return self._parts.graph.verify(self.owner)

    def texts_without_vector(self, *, limit: int = 10_000) -> int:
        """How many texts still wait for an embedding, counted up to `limit`."""
        return len(self._parts.remembering.search.texts_without_vector(self.owner, limit=limit))

    def reembed(self, embedder: Embedder, *, progress: Callable[[int], None] | None = None) -> int:
        """Give every text of this home, whoever owns it, a vector of another embedder, then search by those."""
        return reembed(self._parts.remembering.store, self._parts.remembering.search, embedder, progress)

    def embed_waiting(self) -> int:
        """Make the vectors that are missing. Returns how many; 0 without an embedder."""
        tools = self._parts.remembering
        return embed_waiting(self.owner, tools.store, tools.search, tools.embedder) if tools.embedder else 0
