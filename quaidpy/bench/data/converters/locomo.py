"""How does a LoCoMo file read? Conversations of two people in dated sessions, questions and the turns behind them.

Form: a list of samples; `conversation` has `session_N` (turns with speaker, dia_id, text) and `session_N_date_time`,
`qa` has question, answer, category 1 to 5 and `evidence` (dia_ids). https://github.com/snap-research/locomo
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from quaidpy.bench.data.datasets import Dataset, Document, Question
from quaidpy.regex import regex

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
_SESSION = regex(r"session_(\d+)")
_TURN = regex(r"D:?\s*(\d+)\s*:\s*0*(\d+)")
_DATE = "%I:%M %p on %d %B, %Y"


def dataset_of_locomo(name: str, rows: list[dict[str, Any]]) -> Dataset:
    """Each sample is a scope; turns are judged. Questions without known evidence, and adversarial ones, are flagged."""
    documents = [document for row in rows for document in _documents(row)]
    known = {str(document["doc_id"]) for document in documents}
    return Dataset(
        name=name,
        split="all",
        unit="doc",
        documents=tuple(documents),
        questions=tuple(question for row in rows for question in _questions(row, known)),
    )


def _documents(row: dict[str, Any]) -> Iterator[Document]:
    scope, conversation = str(row["sample_id"]), row["conversation"]
    numbers = sorted(int(match[1]) for key in conversation if (match := _SESSION.fullmatch(key)))
    seq = 0
    for number in numbers:
        said_at = _iso(conversation.get(f"session_{number}_date_time"))
        for turn in conversation[f"session_{number}"]:
            yield {
                "doc_id": f"{scope}/{turn['dia_id']}",
                "text": _with_picture(turn),
                "scope": scope,
                "session_id": f"{scope}/S{number}",
                "speaker": turn["speaker"],
                "timestamp": said_at,
                "seq": seq,
            }
            seq += 1


def _questions(row: dict[str, Any], known: set[str]) -> Iterator[Question]:
    scope = str(row["sample_id"])
    for number, asked in enumerate(row["qa"]):
        category = CATEGORIES[int(asked["category"])]
        named = [f"{scope}/D{a}:{b}" for a, b in _TURN.findall(" ".join(asked.get("evidence") or ()))]
        gold = tuple(dict.fromkeys(turn for turn in named if turn in known))
        flags = ["adversarial"] if category == "adversarial" else []
        yield Question(
            id=f"{scope}/q{number}",
            text=str(asked["question"]),
            gold=gold,
            category=category,
            scope=scope,
            flags=tuple(flags if gold or flags else ["no_gold"]),
        )


def _with_picture(turn: dict[str, Any]) -> str:
    """What was said, and what the shared picture shows, as the publishers' caption has it."""
    caption = turn.get("blip_caption")
    return f"{turn['text']} [shares {caption}]" if caption else str(turn["text"])


def _iso(written: str | None) -> str | None:
    """`1:56 pm on 8 May, 2023` as ISO 8601."""
    return datetime.strptime(written, _DATE).isoformat() if written else None  # noqa: DTZ007 - the data has no zone
