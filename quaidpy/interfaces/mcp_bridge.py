"""What does `quaid mcp` do? It carries lines between an agent and the server, and outlives the server.

The standard library only, for a host waits for it. When the server goes, another is started with the next message; the
session is opened again with the client's own words, and what was not answered is asked again.
"""

import json
import os
import sys
import threading
import time
from queue import SimpleQueue
from typing import Any, BinaryIO

from quaidpy import __version__
from quaidpy.errors import QuaidError
from quaidpy.interfaces.client import Client, connect, header_text
from quaidpy.interfaces.server_address import settings_mark

_REACH_S = 30.0
_PAUSE_S = 0.05
_SERVER_GONE = -32000  # JSON-RPC leaves the numbers from here on to servers
_GREETINGS = "mcp-greetings.json"
SHIPPED_GREETINGS = os.path.join(os.path.dirname(__file__), "mcp", "greetings.json")
"""Written by tools/write_greetings.py; a test compares it with what the server says."""
_GREETED_BY = frozenset(
    {
        "initialize",
        "server/discover",
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
    }
)
"""Questions whose answers are the same for every session of one version, in one protocol."""
_PROTOCOL = "io.modelcontextprotocol/protocolVersion"
_OPENING = "initialize"
_OPENED = "notifications/initialized"


class Bridge:
    """One agent's session. Lines of the client go in by `carry`; answers are written as they come.

    Lines are passed on in order by a thread of their own: a greeting is answered while the server is coming up.
    """

    def __init__(self, home: str, *, owner: str | None, answers: BinaryIO, agent: str | None = None) -> None:
        """`agent`: who calls; None for the client's own name."""
        self._home = home
        self._agent = agent
        self._owner = owner
        self._answers = answers
        self._client = Client(home, owner=owner)
        self._lock = threading.Lock()
        self._wire: Any = None
        self._opening: bytes | None = None
        self._opened: bytes | None = None
        self._waiting: dict[str, bytes] = {}
        self._greeted: dict[str, str] = {}
        self._known = Greetings(home)
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._sender = threading.Thread(target=self._send, daemon=True)
        self._sender.start()

    def carry(self, line: bytes) -> None:
        """Pass one message on, whatever happened to the server before."""
        self._greet(_message(line))
        self._lines.put(line)

    def _send(self) -> None:
        while (line := self._lines.get()) is not None:
            message = _message(line)
            with self._lock:
                self._note(message, line)
                try:
                    self._pass_on(message, line)
                except (QuaidError, OSError) as err:
                    self._tell_failure(err)

    def _pass_on(self, message: dict[str, Any], line: bytes) -> None:
        try:
            self._wire = self._wire or self._connected(is_again=message.get("method") != _OPENING)
            self._wire.sendall(line)
        except OSError:
            self._wire = None
            self._ask_again()

    def _tell_failure(self, error: Exception) -> None:
        """To all that wait, as an answer they understand; the next message tries anew."""
        for number in list(self._waiting):
            self._waiting.pop(number)
            if self._greeted.pop(number, None) != "":
                fault = {"code": _SERVER_GONE, "message": f"quaid: {error}"}
                document = {"jsonrpc": "2.0", "id": json.loads(number), "error": fault}
                self._say(json.dumps(document).encode() + b"\n")

    def end(self, *, within_s: float = 30.0) -> None:
        """Wait for what is still to be answered, then hang up."""
        self._lines.put(None)
        self._sender.join(within_s)
        until = time.monotonic() + within_s
        while self._waiting and time.monotonic() < until:
            time.sleep(_PAUSE_S)
        with self._lock:
            if self._wire is not None:
                self._wire.close()

    def _greet(self, message: dict[str, Any]) -> None:
        """While no server is up yet, what every session asks first is answered from what was answered before."""
        key = greeting_key(message)
        if key is None:
            return
        number = json.dumps(message["id"])
        known = self._known.answer(key) if self._wire is None else None
        self._greeted[number] = "" if known else key
        if known:
            self._say(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": known}).encode() + b"\n")

    def _say(self, line: bytes) -> None:
        self._answers.write(line)
        self._answers.flush()

    def _note(self, message: dict[str, Any], line: bytes) -> None:
        if message.get("method") == _OPENING:
            self._opening = line
        elif message.get("method") == _OPENED:
            self._opened = line
        if "method" in message and message.get("id") is not None:
            self._waiting[json.dumps(message["id"])] = line

    def _connected(self, *, is_again: bool) -> Any:
        """A wire to a server, with the session opened as the client did. Raises QuaidError when none can be had."""
        self._client.call("GET", "/v1/health", reach_s=_REACH_S)
        wire, pointer = connect(self._home, "mcp", timeout_s=_REACH_S)
        wire.settimeout(None)
        greeting = {"token": pointer["token"], "settings": settings_mark()}
        if self._owner:
            greeting["owner"] = header_text(self._owner)
        if self._agent:
            greeting["agent"] = header_text(self._agent)
        wire.sendall(json.dumps(greeting).encode() + b"\n")
        lines = wire.makefile("rb")
        if is_again and self._opening is not None:
            wire.sendall(self._opening)
            if not lines.readline():
                raise ConnectionError("the server left while the session was opened again")
            wire.sendall(self._opened or b"")
        threading.Thread(target=self._listen, args=(wire, lines), daemon=True).start()
        return wire

    def _listen(self, wire: Any, lines: BinaryIO) -> None:
        """Carry answers until this wire ends; then, if some are still waited for, ask again."""
        try:
            for line in lines:
                message = _message(line)
                if "method" not in message and self._is_old_news(message):
                    continue
                self._say(line)
        except OSError:
            pass  # as good as its end
        with self._lock:
            if self._wire is wire:
                self._wire = None
                try:
                    if self._waiting:
                        self._ask_again()
                except (QuaidError, OSError) as err:
                    self._tell_failure(err)

    def _is_old_news(self, message: dict[str, Any]) -> bool:
        """Whether the client has this answer already; a first answer to a greeting is kept for later sessions."""
        number = json.dumps(message.get("id"))
        self._waiting.pop(number, None)
        key = self._greeted.pop(number, None)
        if key and "result" in message:
            self._known.keep(key, message["result"])
        return key == ""

    def _ask_again(self) -> None:
        """On a fresh wire, all that was not answered."""
        until = time.monotonic() + _REACH_S
        while True:
            try:
                is_opening = self._opening is not None and self._opening in self._waiting.values()
                self._wire = self._connected(is_again=not is_opening)
                for line in list(self._waiting.values()):
                    self._wire.sendall(line)
            except OSError:
                self._wire = None
                if time.monotonic() > until:
                    raise
                time.sleep(_PAUSE_S)
            else:
                return


class Greetings:
    """Answers that are the same for every session of this version: kept in the home, and shipped for the first one."""

    def __init__(self, home: str) -> None:
        self._path = os.path.join(home, _GREETINGS)
        self._lock = threading.Lock()

    def answer(self, key: str) -> Any:
        """None when it is not known."""
        return self._read().get(key) or _greetings_in(SHIPPED_GREETINGS).get(key)

    def keep(self, key: str, answer: Any) -> None:
        with self._lock:
            known = self._read()
            if known.get(key) == answer:
                return
            known[key] = answer
            from quaidpy.system.whole_files import write_whole  # seldom: once a version

            write_whole(self._path, json.dumps({"version": __version__, "known": known}))

    def _read(self) -> dict[str, Any]:
        return _greetings_in(self._path)


def _greetings_in(path: str) -> dict[str, Any]:
    """By key; nothing when there is no such file, or another version wrote it."""
    try:
        with open(path, encoding="utf-8") as file:
            kept = json.load(file)
    except (OSError, ValueError):
        return {}
    return dict(kept["known"]) if kept.get("version") == __version__ else {}


def greeting_key(message: dict[str, Any]) -> str | None:
    """Under which a message's answer may be kept; None for anything that is not a greeting."""
    params = message.get("params") or {}
    if message.get("method") not in _GREETED_BY or message.get("id") is None or "cursor" in params:
        return None
    meta = params.get("_meta") or {}
    protocol = params.get("protocolVersion") or meta.get(_PROTOCOL) or ""
    return f"{message['method']} {protocol}"


def run(home: str, *, owner: str | None, agent: str | None) -> int:
    """Carry until stdin ends. Returns the exit code. Nothing but protocol goes to stdout."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints by mistake, prints to stderr
    bridge = Bridge(home, owner=owner, agent=agent, answers=answers)
    for line in sys.stdin.buffer:
        if line.strip():
            bridge.carry(line)
    bridge.end()
    return 0


def _message(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
