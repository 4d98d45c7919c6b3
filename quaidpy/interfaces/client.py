"""How does a process talk to the server of a home, and start it? The standard library only, and little of it.

    client = Client(home_folder())
    answer = client.call("POST", "/v1/recall", {"query": "where does Ana live?"}, timeout_s=2)

A call survives the death of the server: it finds or starts another, and asks again under the same request name, so
that a change is made once.
"""

import json
import os
import socket
import sys
import time
from typing import Any

from quaidpy import __version__
from quaidpy.errors import QuaidError, ServerError, error_of_kind
from quaidpy.home.ownership import is_owned
from quaidpy.interfaces.server_address import LOG, read_pointer, settings_mark

START_WITHIN_S = 60.0
"""A server is there within a second or two; one that fails says so at once, a machine under load takes longer."""
_FIRST_PAUSE_S = 0.01
_LONGEST_PAUSE_S = 0.1
_START_AGAIN_AFTER_S = 0.2
_LOG_TAIL = 4000  # bytes


class _NotThereError(Exception):
    """Nobody listens."""


class _LostError(Exception):
    """The connection ended before the answer was whole, or the server is leaving."""


class Client:
    """Asks the server of one home. `may_start`: whether it is started when none runs."""

    def __init__(self, home: str, *, owner: str | None = None, may_start: bool = True) -> None:
        self.home = home
        self._owner = owner if owner is not None else os.environ.get("QUAID_OWNER")
        self._may_start = may_start
        self._started: _Started | None = None

    def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        timeout_s: float = 60.0,
        reach_s: float = START_WITHIN_S,
    ) -> Any:
        """The JSON that the server answers.

        Args:
            method: of HTTP.
            path: with its query, as `/v1/memories?limit=5`.
            body: anything JSON can say; None sends none.
            timeout_s: for the answer, once a server is reached.
            reach_s: for finding or starting a server, and for asking again after one was lost.

        Raises:
            ServerError: none answers in time, or the one that runs has other settings.
            QuaidError: what the server answers.

        """
        name, attempt = os.urandom(8).hex(), 0
        payload = b"" if body is None else json.dumps(body).encode()
        deadline, pause = time.monotonic() + reach_s, _FIRST_PAUSE_S
        while True:
            attempt += 1
            try:
                status, answer = self._ask(method, path, payload, f"{name} {attempt}", timeout_s)
                return _checked(status, answer)
            except _NotThereError as err:
                if not self._may_start:
                    raise ServerError(f"no server runs for {self.home}; `quaid serve` starts one") from err
                self._start()
                lost: Exception = err
            except _LostError as err:
                lost = err
            if time.monotonic() > deadline:
                raise ServerError(
                    f"the server of {self.home} was not reached in {reach_s:g} s ({lost}); "
                    f"see {os.path.join(self.home, LOG)}"
                ) from lost
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE_S)

    def is_there(self) -> bool:
        """Whether somebody listens now."""
        try:
            connect(self.home, "api", timeout_s=1.0)[0].close()
        except ConnectionError:
            return False
        return True

    def _ask(self, method: str, path: str, payload: bytes, name: str, timeout_s: float) -> tuple[int, bytes]:
        try:
            connection, pointer = connect(self.home, "api", timeout_s=timeout_s)
        except ConnectionError as err:
            raise _NotThereError(str(err)) from err
        try:
            with connection:
                connection.sendall(self._head(method, path, payload, name, pointer) + payload)
                return _read_answer(connection)
        except TimeoutError as err:
            raise ServerError(f"the server of {self.home} gave no answer in {timeout_s:g} s") from err
        except OSError as err:
            raise _LostError(str(err)) from err

    def _head(self, method: str, path: str, payload: bytes, name: str, pointer: dict[str, Any]) -> bytes:
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{pointer.get('port', 0)}",
            "Connection: close",
            "Content-Type: application/json",
            f"Content-Length: {len(payload)}",
            f"Quaid-Version: {__version__}",
            f"Quaid-Settings: {settings_mark()}",
            f"Quaid-Request: {name}",
        ]
        if self._owner:
            lines.append(f"Quaid-Owner: {header_text(self._owner)}")
        if agent := os.environ.get("QUAID_AGENT"):
            lines.append(f"Quaid-Agent: {header_text(agent)}")
        if pointer.get("token"):
            lines.append(f"Authorization: Bearer {pointer['token']}")
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def _start(self) -> None:
        """Start one, unless one is coming up. Raises ServerError with its reason when the one we started failed."""
        if (self._started is None or self._started.is_over(self.home)) and not is_owned(self.home):
            self._started = _Started(self.home)


def header_text(text: str) -> str:
    """Percent-encoded, so that any name can stand in a header."""
    return "".join(chr(byte) if 32 < byte < 127 and byte != 37 else f"%{byte:02X}" for byte in text.encode())


def connect(home: str, which: str, *, timeout_s: float) -> tuple[socket.socket, dict[str, Any]]:
    """A connection to the server's `api` or `mcp` door, and what its pointer says. Raises ConnectionError."""
    pointer = read_pointer(home)
    door = (pointer or {}).get(which)
    if pointer is None or door is None:
        raise ConnectionError("no server has said where it listens")
    family = socket.AF_UNIX if isinstance(door, str) else socket.AF_INET
    connection = socket.socket(family, socket.SOCK_STREAM)
    try:
        connection.settimeout(timeout_s)
        connection.connect(door if isinstance(door, str) else ("127.0.0.1", int(door)))
    except OSError as err:
        connection.close()
        raise ConnectionError(f"nobody listens at {door}: {err.strerror or err}") from err
    return connection, pointer


def start_server(home: str) -> None:
    """Start the server of a home in the background and do not wait for it; harmless where one runs already."""
    _Started(home)


class _Started:
    """A server that this process has started."""

    def __init__(self, home: str) -> None:
        os.makedirs(home, mode=0o700, exist_ok=True)
        self._at = time.monotonic()
        self._pid = _spawn(home)

    def is_over(self, home: str) -> bool:
        """Whether it has ended, or how it fares is not known. Raises ServerError when it ended with an error."""
        done, status = os.waitpid(self._pid, os.WNOHANG) if self._pid else (0, 0)
        if done:
            self._pid = 0
            if os.waitstatus_to_exitcode(status) > 0:
                raise ServerError(f"the server of {home} did not start: {_last_words(home)}")
        return not self._pid and time.monotonic() - self._at > _START_AGAIN_AFTER_S


if sys.platform == "win32":
    import subprocess

    def _spawn(home: str) -> int:
        with open(os.path.join(home, LOG), "ab") as log:
            subprocess.Popen(  # noqa: S603 - our own interpreter
                _server_command(home),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                creationflags=0x00000208,
            )  # DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP
        return 0

else:

    def _inherited() -> list[int]:
        """What our caller left open for us: a lock or a pipe among it would be held as long as the server lives."""
        found = []
        for name in os.listdir("/dev/fd"):
            try:
                if int(name) > 2 and os.get_inheritable(int(name)):
                    found.append(int(name))
            except OSError:
                continue  # the listing itself, closed by now
        return found

    def _spawn(home: str) -> int:
        """By posix_spawn, which needs no library; the server makes itself a session of its own."""
        log = os.path.join(home, LOG)
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600),
            (os.POSIX_SPAWN_DUP2, 1, 2),
            *((os.POSIX_SPAWN_CLOSE, descriptor) for descriptor in _inherited()),
        ]
        command = _server_command(home)
        return os.posix_spawn(command[0], command, os.environ, file_actions=actions)


def _server_command(home: str) -> list[str]:
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    code = f"import sys; sys.path.insert(0, {root!r}); from quaidpy.interfaces.background import main; main({home!r})"
    return [sys.executable, "-P", "-c", code]  # -P: nothing is imported from the folder that a call came from


def _last_words(home: str) -> str:
    try:
        with open(os.path.join(home, LOG), "rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - _LOG_TAIL))
            lines = file.read().decode(errors="replace").strip().splitlines()
    except OSError:
        lines = []
    return lines[-1] if lines else "it left no word"


def _read_answer(connection: socket.socket) -> tuple[int, bytes]:
    """Status and body. Raises _LostError when it ends early."""
    with connection.makefile("rb") as file:
        status = file.readline(1000).split(b" ", 2)
        if len(status) < 2 or not status[1].isdigit():
            raise _LostError("the connection ended before the answer")
        length: int | None = None
        while (line := file.readline(65_536)) not in {b"\r\n", b""}:
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length" and value.strip().isdigit():
                length = int(value)
        body = b"" if length is None else file.read(length)
    if length is None or len(body) < length:
        raise _LostError("the connection ended in the middle of the answer")
    return int(status[1]), body


def _checked(status: int, body: bytes) -> Any:
    """The document of an answer; raises what an error says, _LostError when the server asks to be asked again."""
    try:
        document = json.loads(body) if body else None
    except (ValueError, RecursionError) as err:
        raise _LostError("what answered is no server of ours") from err
    if status < 400:
        return document
    error = document.get("error", {}) if isinstance(document, dict) else {}
    if error.get("kind") == "leaving":
        raise _LostError("the server is leaving")
    raise _raised(error, status)


def _raised(error: dict[str, Any], status: int) -> QuaidError:
    return error_of_kind(str(error.get("kind")), str(error.get("message", f"the server answered {status}")))
