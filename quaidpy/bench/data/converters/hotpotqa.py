"""How do HotpotQA-like files read? Questions over Wikipedia passages, some of which together give the answer.

Forms: HotpotQA and 2WikiMultihopQA (`context`: pairs of title and sentences, or columns of them; `supporting_facts`)
and MuSiQue (`paragraphs` with title, paragraph_text, is_supporting). https://hotpotqa.github.io
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from quaidpy.bench.data.datasets import Dataset, Document, Question

_SCOPE = "passages"


def dataset_of_hotpotqa(name: str, rows: list[dict[str, Any]]) -> Dataset:
    """One corpus of all passages, each once; every question is asked of all of it, which is harder than its own."""
    texts = dict.fromkeys(text for row in rows for _, text, _ in _passages(row))
    return Dataset(
        name=name,
        split="all",
        unit="doc",
        documents=tuple(_document(text, seq) for seq, text in enumerate(texts)),
        questions=tuple(_question(row, number) for number, row in enumerate(rows)),
    )


def _document(text: str, seq: int) -> Document:
    return {
        "doc_id": _id_of(text),
        "text": text,
        "scope": _SCOPE,
        "session_id": None,
        "speaker": None,
        "timestamp": None,
        "seq": seq,
    }


def _question(row: dict[str, Any], number: int) -> Question:
    gold = tuple(dict.fromkeys(_id_of(text) for _, text, is_gold in _passages(row) if is_gold))
    return Question(
        id=str(row.get("_id") or row.get("id") or number),
        text=str(row["question"]),
        gold=gold,
        category=_category(row),
        scope=_SCOPE,
        flags=() if gold and row.get("answerable", True) else ("no_gold",),
    )


def _category(row: dict[str, Any]) -> str:
    """The question's type; MuSiQue has the number of hops at the beginning of the id."""
    if "type" in row:
        return str(row["type"])
    return str(row.get("id", "")).partition("__")[0] or "question"


def _passages(row: dict[str, Any]) -> Iterator[tuple[str, str, bool]]:
    """Title, title and text as they are indexed, and whether the answer stands on it."""
    for paragraph in row.get("paragraphs") or ():
        title = str(paragraph["title"])
        yield title, f"{title}\n{paragraph['paragraph_text']}", bool(paragraph.get("is_supporting"))
    if "context" in row:
        needed = set(_titles(row["supporting_facts"]))
        for title, sentences in _pairs(row["context"]):
            yield title, f"{title}\n{''.join(sentences).strip()}", title in needed


def _titles(facts: dict[str, Any] | list[Any]) -> list[str]:
    return (
        [str(title) for title in facts["title"]]
        if isinstance(facts, dict)
        else [str(fact[0]) for fact in facts]
    )


def _pairs(context: dict[str, Any] | list[Any]) -> Iterator[tuple[str, list[str]]]:
    if isinstance(context, dict):
        yield from zip(context["title"], context["sentences"], strict=True)
    else:
        yield from ((str(title), list(sentences)) for title, sentences in context)


def _id_of(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]
