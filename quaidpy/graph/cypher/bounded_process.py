"""How is a program asked that may hang or grow? Line by line, and it is killed past its time or its memory."""

import json
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import Enum
from typing import Any

from quaidpy.graph.cypher.process_memory import memory_of

_FIRST_LOOK_S = 0.05  # most questions are answered by then
_LOOK_S = 0.02
_LONGEST_LOOK_S = 0.25  # where looking itself costs a process


class End(Enum):
    """Why a process is not there any more."""

    LATE = "late"
    MEMORY = "memory"
    LARGE = "large"
    GONE = "gone"


class EndedError(Exception):
    """The process was ended, or ended by itself, before it answered. `code`: its exit code, if it had a say in it."""

    def __init__(self, end: End, *, code: int | None) -> None:
        super().__init__(end.value)
        self.end = end
        self.code = code


class BoundedProcess:
    """A child that answers each line of JSON with one. One question at a time."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str],
        most_bytes: int,
        most_answer_bytes: int,
    ) -> None:
        """`most_bytes`: of memory, all of it; `most_answer_bytes`: of one answer."""
        self._most_bytes = most_bytes
        self._most_answer_bytes = most_answer_bytes
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=dict(environment),
        )

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def ask(self, question: Mapping[str, object], *, timeout_s: float) -> dict[str, Any]:
        """Raises EndedError; the process is gone then."""
        assert self._process.stdin is not None, "opened with a pipe"
        assert self._process.stdout is not None, "opened with a pipe"
        watch = _Watch(self._process, ends_at=time.monotonic() + timeout_s, most_bytes=self._most_bytes)
        watch.start()
        line = b""
        try:
            with suppress(OSError):  # it has gone: no line comes back then
                self._process.stdin.write(json.dumps(question).encode() + b"\n")
                self._process.stdin.flush()
            line = self._process.stdout.readline(self._most_answer_bytes + 1)
        finally:
            watch.stop()
        if line.endswith(b"\n"):
            answer: dict[str, Any] = json.loads(line)
            return answer
        code = self.close()
        end = End.LARGE if line and watch.end is None else watch.end
        raise EndedError(end or End.GONE, code=code)

    def kill(self) -> None:
        """From any thread: whoever asks it is told that it has gone."""
        self._process.kill()

    def close(self) -> int:
        """End it, unless it has ended; its exit code. Closing twice is fine."""
        self._process.kill()
        with suppress(OSError), self._process:
            pass
        return self._process.returncode


class _Watch(threading.Thread):
    """Kills a process that takes too long or too much. `end`: that it did, and why."""

    def __init__(self, process: "subprocess.Popen[bytes]", *, ends_at: float, most_bytes: int) -> None:
        super().__init__(daemon=True)
        self._process = process
        self._ends_at = ends_at
        self._most_bytes = most_bytes
        self._answered = threading.Event()
        self.end: End | None = None

    def stop(self) -> None:
        self._answered.set()
        self.join()

    def run(self) -> None:
        pause = _FIRST_LOOK_S
        while not self._answered.wait(min(pause, max(0.0, self._ends_at - time.monotonic()))):
            started = time.monotonic()
            held = memory_of(self._process.pid)
            if started >= self._ends_at:
                self.end = End.LATE
            elif held is not None and held > self._most_bytes:
                self.end = End.MEMORY
            if self.end is not None:
                self._process.kill()
                return
            pause = min(max(_LOOK_S, 10 * (time.monotonic() - started)), _LONGEST_LOOK_S)
