"""One loopback stand-in for the models of four hosts: says back what it was asked, and logs every request.

To a reader of conversations it answers with JSON: one fact of whatever it reads.

Usage: mock_models.py PORT LOG.jsonl
"""

import json
import sys
import time
from collections.abc import Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import zstandard

from quaidpy.domain.models.prompting import NOT_A_TALK

FACT = {
    "text": "The user's sister Ana rows on the Douro.", "kind": "fact", "confidence": 0.9, "keywords": ["rowing"],
    "scope": "private", "reason": "said", "quote": "rows a single scull", "turn": 1, "speaker": "user", "edges": [],
}  # fmt: skip
USAGE = {"input_tokens": 100, "output_tokens": 10}


def words(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(each.get("text", "") for each in content or [] if isinstance(each, dict))


def answer_to(asked: str) -> str:
    if NOT_A_TALK not in asked:
        return "mock: " + asked[-200:]
    if "is_capital" in asked:
        return json.dumps({"city": "Lisbon", "is_capital": True})
    return json.dumps({"facts": [FACT], "snippets": [], "journal": []})


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    log = Path("requests.jsonl")

    def log_message(self, *arguments: object) -> None:
        """Quiet."""

    def do_HEAD(self) -> None:
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()

    def do_GET(self) -> None:
        self.give({"object": "list", "data": [], "models": []})

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.headers.get("content-encoding") == "zstd":
            raw = zstandard.ZstdDecompressor().stream_reader(raw).read()
        body = json.loads(raw or b"{}")
        with self.log.open("a") as file:
            file.write(json.dumps({"path": self.path, "body": body}) + "\n")
        path = self.path.partition("?")[0]
        if path.endswith("count_tokens") or "countTokens" in path:
            self.give({"input_tokens": 10, "totalTokens": 10})
        elif path.endswith("/messages"):
            self.as_anthropic(body)
        elif path.endswith("/chat/completions"):
            self.as_openai(body)
        elif path.endswith("/responses"):
            self.as_responses(body)
        elif "enerateContent" in path:
            self.as_gemini(body, is_streamed="stream" in path)
        else:
            self.give({})

    def give(self, answer: Any) -> None:
        data = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def stream(self, events: Iterable[Any]) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for event in events:
            name = f"event: {event['type']}\n" if isinstance(event, dict) and "type" in event else ""
            data = event if isinstance(event, str) else json.dumps(event)
            self.wfile.write(f"{name}data: {data}\r\n\r\n".encode())
        self.close_connection = True

    def as_anthropic(self, body: Any) -> None:
        said = answer_to(words(body["messages"][-1]["content"]))
        base = {
            "id": f"msg_{time.time_ns()}",
            "type": "message",
            "role": "assistant",
            "model": body.get("model"),
            "stop_sequence": None,
        }
        if not body.get("stream"):
            self.give(
                {
                    **base,
                    "content": [{"type": "text", "text": said}],
                    "stop_reason": "end_turn",
                    "usage": USAGE,
                }
            )
            return
        self.stream([
            {"type": "message_start", "message": {**base, "content": [], "stop_reason": None, "usage": USAGE}},
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": said}},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": None}, "usage": {"output_tokens": 12}},
            {"type": "message_stop"},
        ])  # fmt: skip

    def as_openai(self, body: Any) -> None:
        said = answer_to(words(body["messages"][-1]["content"]))
        base = {"id": f"c{time.time_ns()}", "created": int(time.time()), "model": body.get("model")}
        usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
        message = {"role": "assistant", "content": said}
        if not body.get("stream"):
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            self.give({**base, "object": "chat.completion", "choices": [choice], "usage": usage})
            return
        chunk = {**base, "object": "chat.completion.chunk"}
        self.stream([
            {**chunk, "choices": [{"index": 0, "delta": message, "finish_reason": None}]},
            {**chunk, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
            {**chunk, "choices": [], "usage": usage},
            "[DONE]",
        ])  # fmt: skip

    def as_responses(self, body: Any) -> None:
        asked = [words(each["content"]) for each in body.get("input", []) if each.get("role") == "user"]
        item = {"type": "message", "id": f"msg_{time.time_ns()}", "role": "assistant", "status": "completed",
                "content": [{"type": "output_text", "text": answer_to((asked or [""])[-1]), "annotations": []}]}  # fmt: skip
        usage = {
            **USAGE,
            "total_tokens": 110,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens_details": {"reasoning_tokens": 0},
        }
        name = f"r{time.time_ns()}"
        self.stream([
            {"type": "response.created", "response": {"id": name}},
            {"type": "response.output_item.added", "output_index": 0, "item": item},
            {"type": "response.output_item.done", "output_index": 0, "item": item},
            {"type": "response.completed", "response": {"id": name, "output": [item], "usage": usage}},
        ])  # fmt: skip

    def as_gemini(self, body: Any, *, is_streamed: bool) -> None:
        said = answer_to(words((body.get("contents") or [{}])[-1].get("parts")))
        content = {"role": "model", "parts": [{"text": said}]}
        answer = {
            "candidates": [{"content": content, "finishReason": "STOP", "index": 0}],
            "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15},
        }
        if is_streamed:
            self.stream([answer])
        else:
            self.give(answer)


if __name__ == "__main__":
    Handler.log = Path(sys.argv[2])
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
