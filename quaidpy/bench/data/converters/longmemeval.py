"""How does a LongMemEval file read? Each question brings its own haystack of dated sessions with an assistant.

Form: a list of questions with question_id, question_type, `haystack_sessions` (lists of role, content),
`haystack_session_ids`, `haystack_dates`, `answer_session_ids`; an id ending in _abs has no answer.
https://github.com/xiaowu0162/LongMemEval
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from quaidpy.bench.data.datasets import Dataset, Document, Question

_DATE = "%Y/%m/%d %H:%M"


def dataset_of_longmemeval(name: str, rows: list[dict[str, Any]]) -> Dataset:
    """Each question is a scope of its own; sessions are judged."""
    return Dataset(
        name=name,
        split="all",
        unit="session",
        documents=tuple(document for row in rows for document in _documents(row)),
        questions=tuple(_question(row) for row in rows),
    )


def _documents(row: dict[str, Any]) -> Iterator[Document]:
    scope, seq = str(row["question_id"]), 0
    ids, dates = row["haystack_session_ids"], row["haystack_dates"]
    in_time = sorted(
        zip(dates, ids, row["haystack_sessions"], strict=True), key=lambda one: (_iso(one[0]), one[1])
    )
    for date, session, turns in in_time:
        for number, turn in enumerate(turns):
            yield {
                "doc_id": f"{scope}/{session}/{number}",
                "text": str(turn["content"]),
                "scope": scope,
                "session_id": f"{scope}/{session}",
                "speaker": turn["role"],
                "timestamp": _iso(date),
                "seq": seq,
            }
            seq += 1


def _question(row: dict[str, Any]) -> Question:
    scope = str(row["question_id"])
    gold = tuple(f"{scope}/{session}" for session in dict.fromkeys(row.get("answer_session_ids") or ()))
    flags = ["unanswerable"] if scope.endswith("_abs") else [] if gold else ["no_gold"]
    return Question(
        id=scope,
        text=str(row["question"]),
        gold=gold,
        category=str(row["question_type"]),
        scope=scope,
        flags=tuple(flags),
    )


def _iso(written: str) -> str:
    """`2023/05/20 (Sat) 02:21` as ISO 8601."""
    day, _, clock = str(written).partition(" (")
    time = clock.partition(")")[2].strip() or "00:00"
    return datetime.strptime(f"{day.strip()} {time}", _DATE).isoformat()  # noqa: DTZ007 - the data has no zone
