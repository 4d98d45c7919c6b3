"""Does the graph engine hold what the rows say? It follows the change log, and is built anew when in doubt."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from threading import RLock

from quaidpy.domain.identity import Owner
from quaidpy.domain.tuning import GraphTuning
from quaidpy.errors import SettingsError, StorageError
from quaidpy.graph.kuzu.apply import apply_changes
from quaidpy.graph.kuzu.build import build_graph
from quaidpy.graph.kuzu.comparison import Difference, compare
from quaidpy.graph.kuzu.engine import GraphEngineError, GraphSession, GraphTimeoutError, load_engine
from quaidpy.graph.kuzu.files import GraphFiles, remove_family
from quaidpy.graph.kuzu.places import Places
from quaidpy.graph.kuzu.schema import (
    APPLIED_SEQ,
    GET_PROGRESS,
    NEXT_CHANGE,
    NODES_DUE,
    OWNER,
    PUT_PROGRESS,
    SHAPE,
    shape,
)
from quaidpy.storage.sql.graph_rows import GraphRows, OwnerRows
from quaidpy.system.file_lock import FileLock

_UPKEEP_TIMEOUT_S = 120.0
_versions = count(1)


@dataclass(slots=True)
class OpenGraph:
    """An owner's graph in our hands.

    `applied`: the change-log number up to which it is good; `written`: the one that its file says. `changes_at`: when a
    link next begins or ends by itself. `is_suspect`: it failed a reader and must be built anew. `version`: another one
    before and after each change of what it says, never seen before in this process; `is_changing` in between.
    `places`: what walks need; None where the rows answer them.
    """

    session: GraphSession
    files: GraphFiles
    lock: FileLock
    applied: int
    changes_at: str | None
    written: int = field(init=False)
    is_suspect: bool = False
    version: int = field(default_factory=lambda: next(_versions))
    is_changing: bool = False
    places: Places | None = None

    def __post_init__(self) -> None:
        self.written = self.applied


@dataclass(frozen=True, slots=True)
class Unavailable:
    """The graph cannot be had; the rows answer instead. `is_elsewhere`: another process has it open, all is well."""

    reason: str
    is_elsewhere: bool = False


class GraphFollower:
    """Keeps one graph file per owner equal to the rows.

    The rows are the truth: a file that is missing, damaged, foreign, of another shape, too old, too new, or under which
    a process died while opening it, is built anew from one snapshot of them. Threads take turns.
    """

    def __init__(
        self,
        folder: Path,
        rows: GraphRows,
        *,
        tuning: GraphTuning,
        lends_shut: bool = sys.platform == "win32",
    ) -> None:
        """`lends_shut`: whether files are shut while others read them, as where the engine's lock keeps readers out."""
        self._folder = folder
        self._rows = rows
        self._tuning = tuning
        self._lends_shut = lends_shut
        self._open: dict[Owner, OpenGraph] = {}
        self._turn = RLock()

    def current(self, owner: Owner) -> OpenGraph | None:
        """The open graph, if it is in step with the rows. Never opens or waits."""
        opened = self._open.get(owner)
        if opened is None or opened.is_suspect or opened.is_changing:
            return None
        return None if self._rows.is_ahead(owner, opened.applied) else opened

    def catch_up(self, owner: Owner) -> OpenGraph | Unavailable:
        """Open the owner's graph if need be and apply all that was committed; costs one read when nothing was."""
        with self._turn:
            opened = self._opened(owner)
            if isinstance(opened, Unavailable):
                return opened
            try:
                with self._rows.snapshot(owner) as rows:
                    is_done = not opened.is_suspect and self._apply(opened, rows)
            except (GraphEngineError, GraphTimeoutError):
                is_done = False
            return opened if is_done else self._replaced(owner, opened)

    def rebuild(self, owner: Owner) -> OpenGraph | Unavailable:
        """Make the owner's graph anew; the old one serves until the new one is whole, and goes where there is none."""
        with self._turn:
            opened = self._open.get(owner)
            found = self._replaced(owner, opened) if opened else self._take(owner, self._load_anew)
            if isinstance(found, Unavailable) and not found.is_elsewhere:
                remove_family(GraphFiles(self._folder, owner, engine=self._tuning.engine).graph)
            return found

    def verify(self, owner: Owner) -> list[Difference] | Unavailable:
        """Catch up, then compare each node and link with the rows of the same commit; repairs nothing.

        Raises GraphEngineError when the graph cannot even be read.
        """
        with self._turn:
            opened = self.catch_up(owner)
            if isinstance(opened, Unavailable):
                return opened
            with self._rows.snapshot(owner) as rows:
                self._apply(opened, rows)
                return compare(opened.session, rows)

    def lend(self, owner: Owner, take: "_Take", *, known: int | None) -> OpenGraph | Unavailable:
        """Catch up, then let `take` copy the graph's files unless their version is `known`; nobody writes meanwhile."""
        with self._turn:
            opened = self.catch_up(owner)
            if isinstance(opened, Unavailable) or opened.version == known:
                return opened
            if self._lends_shut:
                return self._lent_shut(owner, opened, take)
            take(opened.files, opened.version)
            return opened

    def close(self) -> None:
        """Close all graphs and let their locks go. Closing twice is fine."""
        with self._turn:
            for owner in list(self._open):
                opened = self._open.pop(owner)
                # The marker stands: a kill or fault while the engine writes its log into the file means a rebuild.
                opened.files.mark_opening()
                with suppress(GraphEngineError):
                    self._note(opened)
                    opened.session.define(["CHECKPOINT"])
                    opened.session.close()
                    opened.files.unmark()
                opened.lock.release()

    def _lent_shut(self, owner: Owner, opened: OpenGraph, take: "_Take") -> OpenGraph | Unavailable:
        files = opened.files
        files.mark_opening()
        try:
            opened.session.define(["CHECKPOINT"])
            opened.session.close()
            try:
                take(files, opened.version)
            finally:
                opened.session = GraphSession(files.graph, tuning=self._tuning)
                files.unmark()
        except GraphEngineError as err:
            # The marker stays: the next open builds anew.
            del self._open[owner]
            opened.lock.release()
            return Unavailable(str(err))
        return opened

    def _opened(self, owner: Owner) -> OpenGraph | Unavailable:
        """The open graph; loads or builds it first when it is not open yet."""
        return self._open.get(owner) or self._take(owner, self._load)

    def _take(self, owner: Owner, load: "_Load") -> OpenGraph | Unavailable:
        """Lock the owner's file and open it by `load`. While that runs the marker stands."""
        files = GraphFiles(self._folder, owner, engine=self._tuning.engine)
        lock = FileLock(files.lock)
        try:
            load_engine(self._tuning.engine)
            files.make_folder()
            if not lock.acquire():
                return Unavailable(
                    "another process has the graph open; the rows still answer", is_elsewhere=True
                )
        except (SettingsError, StorageError, OSError) as err:
            return Unavailable(str(err))
        try:
            opened = load(owner, files, lock)
            self._read_places(opened)
            self._open[owner] = opened
        except (StorageError, OSError) as err:
            # The marker stays: the next open builds anew.
            return Unavailable(str(err))
        finally:
            if owner not in self._open:
                lock.release()
        files.unmark()
        self._note(opened)
        return opened

    def _read_places(self, opened: OpenGraph) -> None:
        """Unless there are so many nodes that the rows answer walks."""
        is_small = _node_count(opened.session) <= self._tuning.walk_nodes
        opened.places = Places(opened.session) if is_small else None

    def _load(self, owner: Owner, files: GraphFiles, lock: FileLock) -> OpenGraph:
        died_opening = files.is_marked()
        files.mark_opening()
        if files.graph.exists() and not died_opening:
            opened = self._accepted(owner, files, lock)
            if opened is not None:
                return opened
        return self._load_anew(owner, files, lock)

    def _accepted(self, owner: Owner, files: GraphFiles, lock: FileLock) -> OpenGraph | None:
        """The existing file, if it opens and its watermark fits the change log."""
        try:
            session = GraphSession(files.graph, tuning=self._tuning)
        except GraphEngineError:
            return None
        try:
            opened = OpenGraph(session, files, lock, *_progress(session, owner=owner, shape=self._shape()))
            with self._rows.snapshot(owner) as rows:
                if rows.pruned_upto() <= opened.applied <= rows.head():
                    return opened
        except (GraphEngineError, GraphTimeoutError):
            pass  # not to be trusted: built anew, as if its watermark did not fit
        _close(session)
        return None

    def _load_anew(self, owner: Owner, files: GraphFiles, lock: FileLock) -> OpenGraph:
        files.mark_opening()
        self._build(owner, files)
        files.replace_graph()
        session = GraphSession(files.graph, tuning=self._tuning)
        return OpenGraph(session, files, lock, *_progress(session, owner=owner, shape=self._shape()))

    def _build(self, owner: Owner, files: GraphFiles) -> None:
        with self._rows.snapshot(owner) as rows:
            build_graph(files, rows, owner=owner, shape=self._shape(), tuning=self._tuning)

    def _replaced(self, owner: Owner, opened: OpenGraph) -> OpenGraph | Unavailable:
        """A new graph in the place of an open one, which serves until the new one is whole."""
        files = opened.files
        try:
            self._build(owner, files)
            files.mark_opening()
            _close(opened.session)
            files.replace_graph()
            opened.session = GraphSession(files.graph, tuning=self._tuning)
            opened.applied, opened.changes_at = _progress(opened.session, owner=owner, shape=self._shape())
            opened.written, opened.is_suspect, opened.version = opened.applied, False, next(_versions)
            self._read_places(opened)
        except (StorageError, OSError) as err:
            files.mark_opening()
            del self._open[owner]
            _close(opened.session)
            opened.lock.release()
            return Unavailable(str(err))
        files.unmark()
        self._note(opened)
        return opened

    def _apply(self, opened: OpenGraph, rows: OwnerRows) -> bool:
        """Apply what is new, in one graph transaction.

        False when the graph must be built anew: something was erased, which the engine would only leave out of its
        tables and keep in the file; or there is so much that it is cheaper.
        """
        limit = self._tuning.follow_limit + int(self._tuning.follow_share * rows.node_count())
        pending = rows.pending(opened.applied, limit=limit + 1)
        if len(pending) > limit or any(entry.what == "erased" for entry in pending):
            return False
        is_due = opened.changes_at is not None and opened.changes_at <= rows.now
        head = rows.head()
        if pending or is_due:
            with _changing(opened):
                with opened.session.transaction() as transaction:
                    due = [row[0] for row in transaction.run(NODES_DUE, {"now": rows.now})] if is_due else []
                    applied = apply_changes(transaction, rows, pending, upto=head, due=due)
                opened.written = head
                if opened.places is not None:
                    opened.places.refresh(applied)
                opened.changes_at = _next_change(opened.session)
        opened.applied = head
        return True

    def _note(self, opened: OpenGraph) -> None:
        """Write the watermark into the graph."""
        if opened.written < opened.applied:
            with opened.session.transaction() as transaction:
                transaction.run(PUT_PROGRESS, {"name": APPLIED_SEQ, "value": str(opened.applied)})
            opened.written = opened.applied

    def _shape(self) -> str:
        return shape(degree_cap=self._tuning.degree_cap, nearest_links=self._tuning.nearest_links)


_Take = Callable[[GraphFiles, int], None]
_Load = Callable[[Owner, GraphFiles, FileLock], OpenGraph]


def _progress(session: GraphSession, *, owner: Owner, shape: str) -> tuple[int, str | None]:
    """The watermark, and when links next begin or end by themselves; raises GraphEngineError for a foreign file."""
    found = dict(session.read(GET_PROGRESS, {}, timeout_s=_UPKEEP_TIMEOUT_S))
    if found.get(SHAPE) != shape or found.get(OWNER) != owner:
        raise GraphEngineError(
            f"the graph {session.path.name} was made for another owner or by another version"
        )
    return int(found[APPLIED_SEQ]), _next_change(session)


@contextmanager
def _changing(opened: OpenGraph) -> Iterator[None]:
    """Whoever reads meanwhile can tell."""
    opened.version, opened.is_changing = next(_versions), True
    try:
        yield
    finally:
        opened.version, opened.is_changing = next(_versions), False


def _node_count(session: GraphSession) -> int:
    # Of nodes the engine counts rightly; of relations it does not.
    return int(session.read("MATCH (n:Node) RETURN count(*)", {}, timeout_s=_UPKEEP_TIMEOUT_S)[0][0])


def _next_change(session: GraphSession) -> str | None:
    rows = session.read(NEXT_CHANGE, {}, timeout_s=_UPKEEP_TIMEOUT_S)
    earliest: str | None = rows[0][0]
    return earliest


def _close(session: GraphSession) -> None:
    # What the engine still wants to say about a file that is thrown away does not matter.
    with suppress(GraphEngineError):
        session.close()
