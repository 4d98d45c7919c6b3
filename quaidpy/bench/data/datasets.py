"""Which documents, questions and answers does a data set hold?

A folder with `meta.json` (name; unit: doc or session) and `SPLIT/docs.jsonl[.gz]`, `SPLIT/queries.jsonl[.gz]`; a
document has doc_id, text, scope, session_id, speaker, timestamp, a question qid, query, gold, category, scope, flags.
Or a file as others publish it, which a converter turns into the same.
"""

import gzip
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from quaidpy.errors import NotFoundError, UnreadableError

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`gold`: documents, or sessions where those are judged. `flags`: why it is not scored (adversarial, no_gold).

    `answer`: what its makers hold to be right, in words; empty where they do not say.
    """

    id: str
    text: str
    gold: tuple[str, ...]
    category: str
    scope: str
    flags: tuple[str, ...] = ()
    answer: str = ""

    @property
    def is_scored(self) -> bool:
        return bool(self.gold) and not self.flags


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """One scope: what a memory is made of, and what is asked of it."""

    scope: str
    documents: tuple[Document, ...]
    questions: tuple[Question, ...]

    @property
    def scored(self) -> list[Question]:
        return [question for question in self.questions if question.is_scored]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """Documents in conversation order; each scope is a world of its own and gets a memory of its own.

    `unit`: what is judged, doc or session. `files`: name and SHA-256 of each file that was read.
    """

    name: str
    split: str
    unit: str
    documents: tuple[Document, ...]
    questions: tuple[Question, ...]
    files: tuple[tuple[str, str], ...] = ()

    def worlds(self) -> Iterator[World]:
        """Each scope that some question is about, in the order of the documents."""
        documents, questions = defaultdict[str, list[Document]](list), defaultdict[str, list[Question]](list)
        for document in self.documents:
            documents[str(document["scope"])].append(document)
        for question in self.questions:
            questions[question.scope].append(question)
        for scope, held in documents.items():
            if scope in questions:
                yield World(scope=scope, documents=tuple(held), questions=tuple(questions[scope]))

    @property
    def scored(self) -> list[Question]:
        return [question for question in self.questions if question.is_scored]

    @property
    def session_of(self) -> dict[str, str] | None:
        """The session of each document where sessions are judged, else None."""
        if self.unit != "session":
            return None
        return {str(d["doc_id"]): str(d["session_id"]) for d in self.documents}

    @property
    def unit_name(self) -> str:
        """For a person: session, turn of a conversation, or passage."""
        if self.unit == "session":
            return "session"
        return "turn" if any(document.get("session_id") for document in self.documents) else "passage"

    def limited(self, count: int | None) -> "Dataset":
        """With `count` scored questions at most, spread evenly over all, and what is flagged in their scopes."""
        scored = self.scored
        if count is None or len(scored) <= count:
            return self
        kept = [scored[i * len(scored) // count] for i in range(count)]
        ids, scopes = {question.id for question in kept}, {question.scope for question in kept}
        asked = (q for q in self.questions if q.id in ids or (q.flags and q.scope in scopes))
        return replace(self, questions=tuple(asked))

    def first(self, worlds: int | None) -> "Dataset":
        """With the first so many worlds alone, and all that is asked of them; whole without a number."""
        if worlds is None:
            return self
        kept = [*islice(self.worlds(), worlds)]
        documents = tuple(document for world in kept for document in world.documents)
        return replace(
            self, documents=documents, questions=tuple(asked for world in kept for asked in world.questions)
        )

    def sampled(self, count: int | None, *, seed: int = 1) -> "Dataset":
        """With `count` scored questions drawn by chance, in their order; the same ones for the same seed."""
        scored = self.scored
        if count is None or len(scored) <= count:
            return self
        drawn = set(Random(seed).sample(range(len(scored)), count))  # noqa: S311 - statistics, not secrets
        return replace(self, questions=tuple(scored[i] for i in sorted(drawn)))


def read_folder(folder: Path, split: str) -> Dataset:
    """Raises NotFoundError when a file is missing, UnreadableError naming the line that cannot be read."""
    meta_file = folder / "meta.json"
    if not meta_file.exists():
        raise NotFoundError(f"{folder} is no data set: it has no meta.json")
    meta = json.loads(meta_file.read_text(encoding="utf-8"))
    docs_file, queries_file = (_one_of(folder / split, name) for name in ("docs", "queries"))
    documents = tuple(json_lines(docs_file))
    return Dataset(
        name=str(meta["name"]),
        split=split,
        unit=str(meta["unit"]),
        documents=documents,
        questions=tuple(_question(row) for row in json_lines(queries_file)),
        files=tuple(hashed([docs_file, queries_file], folder)),
    )


def json_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Each line of a JSONL file, gzipped or not. Raises UnreadableError."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            try:
                yield json.loads(line)
            except ValueError as err:
                raise UnreadableError(f"{path}, line {number} is no JSON: {err}") from err


def hashed(paths: Iterable[Path], folder: Path) -> Iterator[tuple[str, str]]:
    for path in paths:
        yield str(path.relative_to(folder)), sha256(path.read_bytes()).hexdigest()


def _one_of(folder: Path, name: str) -> Path:
    for path in (folder / f"{name}.jsonl", folder / f"{name}.jsonl.gz"):
        if path.exists():
            return path
    raise NotFoundError(f"there is no {name}.jsonl or {name}.jsonl.gz in {folder}")


def _question(row: Mapping[str, Any]) -> Question:
    return Question(
        id=str(row["qid"]),
        text=str(row["query"]),
        gold=tuple(str(unit) for unit in row["gold"]),
        category=str(row["category"]),
        scope=str(row["scope"]),
        flags=tuple(str(flag) for flag in row.get("flags") or ()),
        answer=str(row.get("answer") or ""),
    )
