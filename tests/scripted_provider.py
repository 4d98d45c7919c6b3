"""A model server on loopback that speaks OpenAI's and Ollama's dialect, and misbehaves by script."""

import json
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any


@dataclass(frozen=True)
class Answer:
    """What one request gets. `delay_s` before anything; `drip_s` between the bytes of the body; `reset`: hang up."""

    text: str = ""
    status: int = 200
    delay_s: float = 0.0
    drip_s: float = 0.0
    reset: bool = False
    raw: bytes | None = None
    headers: tuple[tuple[str, str], ...] = ()
    cut: bool = False


Script = Callable[[str], Answer | str]
"""From the whole prompt (system and user) to the answer."""


@dataclass
class Provider:
    """The server as a test sees it: what it was asked, and what it counted."""

    url: str = ""
    script: Script = lambda _: "ok"
    dimension: int = 8
    asked: list[str] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    input_tokens: int = 0
    output_tokens: int = 0
    abandoned: int = 0
    embedded: list[str] = field(default_factory=list)
    embed_status: int = 200
    stopping: Event = field(default_factory=Event)
    lock: Lock = field(default_factory=Lock)

    @property
    def openai(self) -> str:
        return f"{self.url}/v1"

    def answers(self, *answers: Answer | str) -> None:
        """These in turn, the last one for ever."""
        left = list(answers)

        def script(_: str) -> Answer | str:
            with self.lock:
                return left.pop(0) if len(left) > 1 else left[0]

        self.script = script

    def vector(self, text: str) -> list[float]:
        seed = blake2b(text.encode(), digest_size=self.dimension).digest()
        return [1.0 + byte / 64 for byte in seed]


def tokens(text: str) -> int:
    """How this server counts: words."""
    return len(text.split())


@contextmanager
def scripted_provider() -> Iterator[Provider]:
    provider = Provider()
    server = _Server(provider)
    provider.url = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        provider.stopping.set()
        server.shutdown()
        server.server_close()
        thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, provider: Provider) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.provider = provider


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, *_: object) -> None:
        """Silence."""

    def do_GET(self) -> None:
        self._send(200, json.dumps({"version": "0", "models": [], "status": "ok"}).encode())

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])) or b"{}")
        try:
            if "embed" in self.path:
                self._embed(body)
            elif self.path == "/api/show":
                self._send(200, b'{"model_info": {}, "template": "", "capabilities": ["completion"]}')
            else:
                self._complete(body)
        except (BrokenPipeError, ConnectionResetError):
            with self.server.provider.lock:
                self.server.provider.abandoned += 1

    def _complete(self, body: dict[str, Any]) -> None:
        messages = body.get("messages") or [{"content": body.get("prompt", "")}]
        prompt = "\n".join(_plain(message["content"]) for message in messages)
        with self.server.provider.lock:
            self.server.provider.asked.append(prompt)
            self.server.provider.bodies.append(body)
        given = self.server.provider.script(prompt)
        answer = given if isinstance(given, Answer) else Answer(given)
        self.server.provider.stopping.wait(answer.delay_s)
        if answer.reset:
            # Linger zero: the peer sees a reset, not an orderly end.
            linger = struct.pack("ii", 1, 0)
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            self.connection.close()
            self.close_connection = True
            return
        if answer.status != 200:
            complaint = {"error": {"message": answer.text or "scripted", "type": "scripted", "code": None}}
            self._send(answer.status, json.dumps(complaint).encode(), answer)
            return
        with self.server.provider.lock:
            self.server.provider.input_tokens += tokens(prompt)
            self.server.provider.output_tokens += tokens(answer.text)
        self._send(200, answer.raw or self._dialect(prompt, answer, body), answer)

    def _dialect(self, prompt: str, answer: Answer, body: dict[str, Any]) -> bytes:
        used = (tokens(prompt), tokens(answer.text))
        if self.path.startswith("/api/"):
            said = {"message": {"role": "assistant", "content": answer.text}} if "chat" in self.path else {}
            told = {"model": body["model"], "created_at": "2026-01-01T00:00:00Z", "done": True} | said
            told |= {"response": answer.text, "done_reason": "stop", "total_duration": 1}
            return json.dumps(told | {"prompt_eval_count": used[0], "eval_count": used[1]}).encode()
        choice = {
            "index": 0,
            "finish_reason": "length" if answer.cut else "stop",
            "message": {"role": "assistant", "content": answer.text},
        }
        usage = {"prompt_tokens": used[0], "completion_tokens": used[1], "total_tokens": sum(used)}
        told = {"id": "1", "object": "chat.completion", "created": 1, "model": body["model"]}
        return json.dumps(told | {"choices": [choice], "usage": usage}).encode()

    def _embed(self, body: dict[str, Any]) -> None:
        given = body["input"] if isinstance(body["input"], list) else [body["input"]]
        with self.server.provider.lock:
            self.server.provider.embedded.extend(given)
        if self.server.provider.embed_status != 200:
            self._send(self.server.provider.embed_status, b'{"error": {"message": "scripted"}}')
            return
        vectors = [self.server.provider.vector(text) for text in given]
        if self.path.startswith("/api/"):
            told: dict[str, Any] = {"model": body["model"], "embeddings": vectors, "prompt_eval_count": 1}
        else:
            data = [{"object": "embedding", "index": i, "embedding": v} for i, v in enumerate(vectors)]
            usage = {"prompt_tokens": 1, "total_tokens": 1}
            told = {"object": "list", "model": body["model"], "data": data, "usage": usage}
        self._send(200, json.dumps(told).encode())

    def _send(self, status: int, body: bytes, answer: Answer | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, value in answer.headers if answer else ():
            self.send_header(name, value)
        self.end_headers()
        if answer is None or not answer.drip_s:
            self.wfile.write(body)
            return
        for byte in body:
            if self.server.provider.stopping.is_set():
                return
            self.wfile.write(bytes([byte]))
            self.wfile.flush()
            time.sleep(answer.drip_s)


def _plain(content: Any) -> str:
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)
