"""What does the graph say to a user's query? Asked of a process that is kept ready, and that is never trusted."""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Any

from quaidpy.domain.identity import Owner
from quaidpy.domain.tuning import GraphTuning
from quaidpy.errors import BusyError, StorageError, UsageError
from quaidpy.graph.cypher.bounded_process import BoundedProcess, End, EndedError
from quaidpy.graph.cypher.bounds import ENDED_WITHOUT_WORK
from quaidpy.graph.kuzu.files import GraphFiles, remove_family
from quaidpy.graph.kuzu.follower import GraphFollower, Unavailable
from quaidpy.ports.graph import CypherTable

_OPENING_S = 60.0  # to start, and to copy and open a graph of a million nodes on a busy machine
_MOST_WAITING = 4  # each keeps a thread of the server from answering others
_GRACE_S = 0.3  # for the engine to say itself that it is late, which keeps the process
_PACKAGE = Path(__file__).resolve().parents[3]
_MAIN = "from quaidpy.graph.cypher.answering import main; main()"


class CypherAsker:
    """Answers queries one at a time, over a copy of the owner's graph as it was last changed."""

    def __init__(self, follower: GraphFollower, *, tuning: GraphTuning) -> None:
        self._follower = follower
        self._tuning = tuning
        self._line = BoundedSemaphore(1 + _MOST_WAITING)
        self._turn = Lock()
        self._process: BoundedProcess | None = None
        self._version: int | None = None  # of the graph that the process has open
        self._copy: Path | None = None

    def ask(self, owner: Owner, text: str, parameters: Mapping[str, object], *, limit: int) -> CypherTable:
        """At most `limit` rows, in values of JSON.

        Raises UsageError with the engine's reason for a wrong query, and for one past its bounds of time, memory or
        answer; BusyError while another query is answered or another process has the graph; StorageError when the graph
        cannot be had.
        """
        timeout_s = self._tuning.cypher_timeout_s
        question = {
            "text": text,
            "parameters": dict(parameters),
            "limit": limit,
            "timeout_s": timeout_s,
            "most_bytes": self._most_answer_bytes,
        }
        with self._my_turn(timeout_s):
            try:
                return self._answer(owner, question)
            except EndedError as err:
                if not (err.end is End.GONE and err.code == ENDED_WITHOUT_WORK):
                    raise self._refusal(err.end) from err
            # It had been idle for so long that it left just now; reading twice is harmless.
            try:
                return self._answer(owner, question)
            except EndedError as err:
                raise self._refusal(err.end) from err

    @contextmanager
    def _my_turn(self, timeout_s: float) -> Iterator[None]:
        if not self._line.acquire(blocking=False):
            raise BusyError(f"{1 + _MOST_WAITING} queries are being answered or wait; try again")
        try:
            if not self._turn.acquire(timeout=timeout_s):
                raise BusyError(f"other queries have been running for {timeout_s:g} s; try again")
            try:
                yield
            finally:
                self._turn.release()
        finally:
            self._line.release()

    def close(self) -> None:
        """End the process; what runs is cut off. Closing twice is fine."""
        process = self._process
        if process is not None:
            process.kill()
        with self._turn:
            self._drop()

    def _answer(self, owner: Owner, question: Mapping[str, object]) -> CypherTable:
        process = self._ready()
        try:
            self._open_newest(owner, process)
            answer = process.ask(question, timeout_s=self._tuning.cypher_timeout_s + _GRACE_S)
        except EndedError:
            self._drop()
            raise
        return self._table(answer)

    def _ready(self) -> BoundedProcess:
        """The process; a new one where there is none. It loads while the graph catches up."""
        if self._process is not None and self._process.is_alive:
            return self._process
        self._drop()
        tuning = self._tuning
        memory_bytes = tuning.cypher_memory_mb << 20
        settings = {
            "engine": tuning.engine,
            "buffer_pool_bytes": min(tuning.buffer_pool_mb << 20, memory_bytes // 2),
            "most_file_bytes": tuning.max_file_mb << 20,
            "memory_bytes": memory_bytes,
            "idle_s": tuning.cypher_idle_s,
        }
        places = (str(_PACKAGE), os.environ.get("PYTHONPATH"))
        self._process = BoundedProcess(
            [sys.executable, "-P", "-c", _MAIN, json.dumps(settings)],
            environment={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, places))},
            most_bytes=memory_bytes,
            most_answer_bytes=2 * self._most_answer_bytes,
        )
        return self._process

    def _open_newest(self, owner: Owner, process: BoundedProcess) -> None:
        def take(files: GraphFiles, version: int) -> None:
            self._version, self._copy = None, files.asked
            family = [str(path) for path in files.family()]
            question = {"files": family, "copy": str(files.asked), "timeout_s": _OPENING_S}
            answer = process.ask(question, timeout_s=_OPENING_S)
            if "failed" in answer:
                raise StorageError(
                    f"cannot run Cypher: the copy of the graph does not open: {answer['failed']}"
                )
            self._version = version

        found = self._follower.lend(owner, take, known=self._version)
        if isinstance(found, Unavailable):
            raised = BusyError if found.is_elsewhere else StorageError
            raise raised(f"cannot run Cypher: {found.reason}")

    def _table(self, answer: Mapping[str, Any]) -> CypherTable:
        if "columns" in answer:
            return CypherTable(tuple(answer["columns"]), tuple(tuple(row) for row in answer["rows"]))
        if "refused" in answer:
            raise UsageError(f"the graph engine refused the query: {answer['refused']}")
        raise self._refusal(End(next(iter(answer))))

    def _refusal(self, end: End) -> UsageError | StorageError:
        tuning = self._tuning
        match end:
            case End.LATE:
                return UsageError(
                    f"the query took longer than {tuning.cypher_timeout_s:g} s; add a LIMIT or a narrower MATCH"
                )
            case End.MEMORY:
                return UsageError(
                    f"the query needs more than {tuning.cypher_memory_mb} MB of memory (graph.cypher_memory_mb); add a "
                    "LIMIT or a narrower MATCH"
                )
            case End.LARGE:
                return UsageError(
                    f"the answer is larger than {tuning.cypher_answer_mb:g} MB (graph.cypher_answer_mb); ask for fewer "
                    "rows or columns"
                )
            case End.GONE:
                return StorageError(
                    "the query ended the graph engine's process; nothing of the memory was touched"
                )

    @property
    def _most_answer_bytes(self) -> int:
        return int(self._tuning.cypher_answer_mb * 2**20)

    def _drop(self) -> None:
        if self._process is not None:
            self._process.close()
        if self._copy is not None:
            remove_family(self._copy)  # on Windows it could not be removed while it was open
        self._process = self._version = self._copy = None
