"""How does a process of its own answer Cypher? A line of JSON a question, a line an answer, over a copy of a graph."""

import json
import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from quaidpy.graph.cypher.bounds import Guard, allow_files, limit_memory, unlimit_memory, write_no_files
from quaidpy.graph.kuzu.engine import load_engine

_INTERNAL = frozenset({"_id", "_src", "_dst"})
_OUT_OF_MEMORY = ("bad_alloc", "Unable to allocate memory", "buffer pool is full")


class Answerer:
    """One engine, one graph at a time, which is opened for reading only."""

    def __init__(
        self, *, engine: str, buffer_pool_bytes: int, most_file_bytes: int, memory_bytes: int
    ) -> None:
        self._engine = load_engine(engine)
        self._sizes = {"buffer_pool_size": buffer_pool_bytes, "max_db_size": most_file_bytes}
        self._memory_bytes = memory_bytes
        self._open: tuple[Any, Any] | None = None

    def open(self, files: Sequence[str], *, copy: str) -> dict[str, object]:
        """Copy a graph's files, open the copy, and take its name away: what was erased must not lie there."""
        if self._open is not None:
            for each in self._open:
                each.close()
            self._open = None
        unlimit_memory()
        allow_files()
        first = min(files, key=len)  # the others are named after it
        copies = [Path(copy + file.removeprefix(first)) for file in files]
        for source, target in zip(files, copies, strict=True):
            shutil.copyfile(source, target)
            target.chmod(0o600)
        try:
            database = self._engine.Database(copy, read_only=True, auto_checkpoint=False, **self._sizes)
            self._open = (self._engine.Connection(database, num_threads=1), database)
        except RuntimeError as err:
            return {"failed": str(err)}
        finally:
            for each in copies:
                with suppress(PermissionError):  # of an open file, on Windows; our side removes it afterwards
                    each.unlink(missing_ok=True)
        write_no_files()
        limit_memory(self._memory_bytes)
        return {"opened": True}

    def ask(
        self, text: str, parameters: Mapping[str, object], *, limit: int, timeout_s: float, most_bytes: int
    ) -> dict[str, object]:
        assert self._open is not None, "a graph is opened before it is asked"
        connection, _ = self._open
        connection.set_query_timeout(max(1, int(timeout_s * 1000)))
        try:
            result = connection.execute(text, dict(parameters))
            rows, size = [], 0
            for row in _first(result, limit):
                rows.append([_plain(value) for value in row])
                size += len(json.dumps(rows[-1]))
                if size > most_bytes:
                    return {"large": True}
            return {"columns": result.get_column_names(), "rows": rows}
        except RuntimeError as err:
            if str(err).startswith("Interrupted"):
                return {"late": True}
            is_short = any(sign in str(err) for sign in _OUT_OF_MEMORY)
            return {"memory": True} if is_short else {"refused": str(err)}
        except MemoryError:
            return {"memory": True}


def main() -> None:
    """The settings are the only argument; questions come on standard input until it ends."""
    settings = json.loads(sys.argv[1])
    guard = Guard(idle_s=settings.pop("idle_s"))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # so that nothing a library prints is taken for an answer
    answerer = Answerer(**settings)
    for line in sys.stdin.buffer:
        question = json.loads(line)
        guard.working(question["timeout_s"])
        if "files" in question:
            answer = answerer.open(question["files"], copy=question["copy"])
        else:
            answer = answerer.ask(**question)
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()
        guard.idle()
        if "memory" in answer:
            break  # what is left of this memory is in pieces; the next question gets a new process
    os._exit(0)  # nothing here is worth being closed


def _first(result: Any, limit: int) -> Iterator[list[Any]]:
    for _ in range(limit):
        if not result.has_next():
            return
        yield result.get_next()


def _plain(value: Any) -> object:
    """In values of JSON: nodes and relations as their properties, without the engine's own addresses; times in ISO."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items() if key not in _INTERNAL}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    if isinstance(value, (bytes, bytearray)):
        return value.hex()
    return value.isoformat() if isinstance(value, (datetime, date, time)) else str(value)


if __name__ == "__main__":
    main()
