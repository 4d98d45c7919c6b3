"""A tiny data set of our own: two people's chats, turns judged; and settings without models."""

import json
from pathlib import Path

import pytest

from quaidpy.settings import Settings, load_settings

_TALK = {
    "garden": [
        ("Ana", "I planted a lemon tree behind the house on Saturday."),
        ("Ben", "How lovely, does it get enough sun there?"),
        ("Ana", "It does. My sister Clara gave it to me for my birthday."),
        ("Ben", "I only have a cactus, and even that looks sad."),
    ],
    "work": [
        ("Ana", "The bakery hired me, I start on Monday."),
        ("Ben", "Congratulations! I still repair bicycles in Leeds."),
        ("Ana", "The oven is as old as my grandmother."),
        ("Ben", "Then it will outlive us all."),
    ],
}
_ASKED = [
    ("q0", "What did Ana plant?", ["chat/garden/0"], "single", []),
    ("q1", "Who gave Ana the lemon tree?", ["chat/garden/0", "chat/garden/2"], "multi", []),
    ("q2", "Where does Ben repair bicycles?", ["chat/work/1"], "single", []),
    ("q3", "Who hired Ana?", ["chat/work/0"], "single", []),
    ("q4", "What did Ben plant?", ["chat/garden/0"], "adversarial", ["adversarial"]),
]


@pytest.fixture
def tiny_set(tmp_path: Path) -> Path:
    return written_set(tmp_path)


def written_set(where: Path) -> Path:
    folder = where / "tiny"
    (folder / "dev").mkdir(parents=True)
    (folder / "meta.json").write_text(json.dumps({"name": "tiny", "unit": "doc"}))
    documents = [
        {
            "doc_id": f"chat/{session}/{number}",
            "text": text,
            "scope": "chat",
            "session_id": f"chat/{session}",
            "speaker": speaker,
            "timestamp": "2025-06-02T20:15:00",
            "seq": number,
        }
        for session, turns in _TALK.items()
        for number, (speaker, text) in enumerate(turns)
    ]
    questions = [
        {"qid": qid, "query": text, "gold": gold, "category": category, "scope": "chat", "flags": flags}
        for qid, text, gold, category, flags in _ASKED
    ]
    for name, rows in (("docs", documents), ("queries", questions)):
        text = "".join(f"{json.dumps(row)}\n" for row in rows)
        (folder / "dev" / f"{name}.jsonl").write_text(text)
    return folder


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(home=tmp_path / "home", owner="bench", environment={})
