"""One small invented session for each host, written the way that host writes it."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import zstandard

FOLDER = "/srv/kite-shop"
DAY = "2026-03-04T09:00:"


def at(second: int) -> str:
    return f"{DAY}{second:02d}.000Z"


def lines(rows: Iterable[Mapping[str, Any]]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def claude_code(session: str = "cc-1") -> list[dict[str, Any]]:
    def record(kind: str, number: int, content: Any, **more: Any) -> dict[str, Any]:
        return {
            "type": kind, "uuid": f"u{number}", "parentUuid": None, "sessionId": session, "cwd": FOLDER,
            "timestamp": at(number), "isSidechain": False,
            "message": {"role": kind, "content": content, "id": f"msg_{number}"}, **more,
        }  # fmt: skip

    return [
        {"type": "queue-operation", "sessionId": session, "timestamp": at(0), "content": "copied words"},
        {"type": "api-request", "sessionId": session, "body": "a copy of the whole prompt"},
        {**record("attachment", 1, ""), "attachment": {"content": ["[MEMORY] old [/MEMORY]"]}},
        record("user", 2, "Our kite shop opens in Setúbal in May."),
        record("assistant", 3, [{"type": "thinking", "thinking": "hm"}]),
        record("assistant", 4, [{"type": "text", "text": "May in Setúbal, noted."}]),
        record("assistant", 5, [{"type": "tool_use", "id": "t", "name": "Bash", "input": {}}]),
        record("user", 6, [{"type": "tool_result", "content": "kites.csv"}]),
        record("user", 7, "<command-name>/compact</command-name>"),
        record("user", 8, "caveat", isMeta=True),
        {"type": "system", "subtype": "compact_boundary", "uuid": "b", "sessionId": session},
        record("user", 9, "Summary of it all.", isCompactSummary=True),
        record("user", 10, "helper words", isSidechain=True, agentId="ab"),
        record(
            "user", 11, [{"type": "text", "text": "Nora pays the rent.<system-reminder>x</system-reminder>"}]
        ),
    ]


def codex() -> list[dict[str, Any]]:
    def item(role: str, text: str, **more: Any) -> tuple[str, dict[str, Any]]:
        kind = "output_text" if role == "assistant" else "input_text"
        content = [{"type": kind, "text": text}]
        return "response_item", {"type": "message", "role": role, "content": content, **more}

    payloads = [
        ("session_meta", {"id": "cx-1", "cwd": FOLDER}),
        item("developer", "hook context"),
        item("user", "<environment_context>x</environment_context>"),
        ("event_msg", {"type": "user_message", "message": "The till runs on port 9001."}),
        item("user", "The till runs on port 9001."),
        ("response_item", {"type": "function_call", "name": "exec", "arguments": "{}"}),
        item("assistant", "Port 9001 it is."),
        (
            "compacted",
            {"message": "s", "replacement_history": [item("user", "The till runs on port 9001.")[1]]},
        ),
    ]
    return [{"timestamp": at(n), "type": kind, "payload": load} for n, (kind, load) in enumerate(payloads)]


def openclaw(session: str = "oc-1") -> list[dict[str, Any]]:
    def event(name: str, parent: str | None, second: int, **more: Any) -> dict[str, Any]:
        return {**more, "id": name, "parentId": parent, "timestamp": at(second)}

    def message(role: str, content: Any, second: int) -> dict[str, Any]:
        return {
            "type": "message",
            "message": {"role": role, "content": content, "timestamp": 1772614800000 + second * 1000},
        }

    return [
        {"type": "session", "version": 4, "id": session, "timestamp": at(0), "cwd": FOLDER},
        event("e1", None, 1, **message("user", "Pia repairs the kites.", 1)),
        event("left", "e1", 2, **message("assistant", "an answer that was taken back", 2)),
        event("e2", "e1", 3, **message("assistant", [{"type": "toolCall", "name": "x"}, {"type": "text", "text": "Pia, noted."}], 3)),
        event("e3", "e2", 4, **message("toolResult", [{"type": "text", "text": "noise"}], 4)),
        event("e4", "e3", 5, type="custom_message", content="injected"),
        event("e5", "e4", 6, type="reset", reason="new"),
        event("e6", "e5", 7, **message("user", "Pia moved to Faro.", 7)),
    ]  # fmt: skip


def gemini() -> list[dict[str, Any]]:
    first = {"id": "g1", "type": "gemini", "content": "", "timestamp": at(2)}
    return [
        {"sessionId": "ge-1", "projectHash": "0" * 64, "startTime": at(0), "kind": "main"},
        {"$set": {"messages": [{"id": "g0", "type": "user", "content": [{"text": "<session_context>x</session_context>"}]}]}},
        {"id": "u1", "type": "user", "timestamp": at(1), "content": [{"text": "<hook_context>[MEMORY]old[/MEMORY]</hook_context>\n\nMy dog is called Brisa."}]},
        first,
        {**first, "toolCalls": [{"id": "t"}], "content": "Brisa is a fine name."},
    ]  # fmt: skip


def copilot() -> list[dict[str, Any]]:
    request = {
        "requestId": "r",
        "timestamp": 1772614801000,
        "message": {"text": "We test with pytest."},
        "response": [],
    }
    tool = {"kind": "toolInvocationSerialized", "toolCallId": "t1"}
    return [
        {"kind": 0, "v": {"sessionId": "vs-1", "requests": []}},
        {"kind": 2, "k": ["requests"], "v": [request]},
        {"kind": 2, "k": ["requests", 0, "response"], "v": [{"kind": "thinking", "value": "x"}, tool, {"value": "With "}]},
        {"kind": 2, "k": ["requests", 0, "response"], "v": [tool, {"value": "pytest."}]},
        {"kind": 1, "k": ["nowhere", 7, "x"], "v": 1},
    ]  # fmt: skip


def chatgpt() -> list[dict[str, Any]]:
    def node(
        name: str, parent: str | None, role: str | None, parts: list[Any], **more: Any
    ) -> dict[str, Any]:
        content = {"content_type": "text", "parts": parts}
        message = {
            "author": {"role": role},
            "content": content,
            "create_time": 1772614800.5,
            "recipient": "all",
        }
        return {
            "id": name,
            "parent": parent,
            "children": [],
            "message": {**message, **more} if role else None,
        }

    nodes = [
        node("root", None, None, []),
        node("h", "root", "user", ["profile"], metadata={"is_visually_hidden_from_conversation": True}),
        node("u", "h", "user", ["I sail on Sundays."]),
        node("old", "u", "assistant", ["not on the way"]),
        node("call", "u", "assistant", ["print(1)"], recipient="python"),
        node("a", "call", "assistant", ["Sundays, good.", {"content_type": "image_asset_pointer"}]),
    ]
    return [{"id": "gpt-1", "title": "Sailing", "mapping": {n["id"]: n for n in nodes}, "current_node": "a"}]


def claude_ai() -> list[dict[str, Any]]:
    answer = [
        {"type": "thinking", "thinking": "x"},
        {"type": "tool_use", "name": "w"},
        {"type": "text", "text": "No walnuts."},
    ]
    return [{"uuid": "ca-1", "name": "Food", "chat_messages": [
        {"uuid": "m1", "sender": "human", "text": "I cannot eat walnuts.", "content": [], "created_at": at(1), "attachments": [{"file_name": "f"}]},
        {"uuid": "m2", "sender": "assistant", "text": "", "content": answer, "created_at": at(2)}]}]  # fmt: skip


def cursor_database(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE cursorDiskKV (key TEXT, value BLOB)")
        composer = {"composerId": "cu-1", "name": "Mast", "workspaceIdentifier": {"uri": {"fsPath": FOLDER}},
                    "fullConversationHeadersOnly": [{"bubbleId": b} for b in ("b1", "b2", "b3", "gone")]}  # fmt: skip
        rows = {
            "composerData:cu-1": composer,
            "bubbleId:cu-1:b1": {"type": 1, "text": "The mast is 12 metres.", "createdAt": at(1)},
            "bubbleId:cu-1:b2": {
                "type": 2,
                "text": "",
                "capabilityType": 15,
                "toolFormerData": {"name": "x"},
            },
            "bubbleId:cu-1:b3": {"type": 2, "text": "12 metres, noted.", "createdAt": at(2)},
        }
        database.executemany(
            "INSERT INTO cursorDiskKV VALUES (?, ?)", [(k, json.dumps(v)) for k, v in rows.items()]
        )
    database.close()


def openclaw_database(path: Path) -> None:
    database = sqlite3.connect(path)
    database.executescript(
        "PRAGMA user_version = 23;"
        "CREATE TABLE session_windows (session_id TEXT, session_key TEXT);"
        "CREATE TABLE transcript_events (session_id TEXT, seq INTEGER, event_json TEXT, event_zstd BLOB);"
    )
    for session, key in (("oc-1", "agent:main:main"), ("oc-2", "agent:main:subagent:7")):
        database.execute("INSERT INTO session_windows VALUES (?, ?)", (session, key))
        for seq, event in enumerate(openclaw(session)):
            raw = json.dumps(event)
            packed = zstandard.ZstdCompressor().compress(raw.encode()) if event.get("id") == "e2" else None
            row = (session, seq, None if packed else raw, packed)
            database.execute("INSERT INTO transcript_events VALUES (?, ?, ?, ?)", row)
    database.commit()
    database.close()


JSON_SAMPLES: dict[str, Callable[[], bytes]] = {
    "claude-code": lambda: lines(claude_code()),
    "codex": lambda: lines(codex()),
    "openclaw": lambda: lines(openclaw()),
    "gemini-cli": lambda: lines(gemini()),
    "vscode-copilot": lambda: lines(copilot()),
    "chatgpt": lambda: json.dumps(chatgpt(), indent=1).encode(),
    "claude-ai": lambda: json.dumps(claude_ai()).encode(),
}
