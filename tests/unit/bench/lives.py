"""A tiny life with a value that changed; for the tests of `quaid bench life`."""

import json
from pathlib import Path

_SAID = {
    "01-spring.jsonl": [
        ("Ana", "I live in Porto and I work as a baker.", "2025-03-03T10:00:00"),
        ("Ana", "My sister Clara is allergic to peanuts.", "2025-03-03T10:01:00"),
    ],
    "02-autumn.jsonl": [("Ana", "I moved to Leeds, so I no longer live in Porto.", "2025-10-06T10:00:00")],
}
_ASKED = [
    {"id": "q1", "ask": "What is Clara allergic to?", "hit": "PEANUT", "stale": None, "kind": "direct"},
    {"id": "q2", "ask": "Where does Ana live now?", "hit": "leeds", "stale": "porto", "kind": "update"},
    {"id": "q3", "ask": "Where does Ana work?", "hit": "submarine", "stale": None, "kind": "direct"},
    {"id": "q4", "ask": "thanks, that works!", "hit": None, "stale": None, "kind": "nothing"},
]
_FACTS = [
    {"id": "f1", "fact": "Clara is allergic to peanuts.", "match": "clara.*peanut", "kind": "fact"},
    {"id": "f2", "fact": "Ana owns a submarine.", "match": "submarine", "kind": "fact"},
]
_NEVER = [
    {"id": "n1", "match": "peanut", "why": "it is stored, and the test says it must not be"},
    {"id": "n2", "match": "peanut", "why": "only counted from later on", "after": "2025-04-01"},
]


def written_life(where: Path) -> Path:
    folder = where / "lives"
    home = folder / "homes" / "ana"
    home.mkdir(parents=True)
    for name, turns in _SAID.items():
        rows = [{"speaker": speaker, "text": text, "timestamp": at} for speaker, text, at in turns]
        (home / name).write_text("\n".join(json.dumps(row) for row in rows))
    for name, rows in (("questions", _ASKED), ("facts", _FACTS), ("never", _NEVER)):
        text = "".join(json.dumps({"home": "ana", **row}) + "\n" for row in rows)
        (folder / f"{name}.jsonl").write_text(text)
    return folder
