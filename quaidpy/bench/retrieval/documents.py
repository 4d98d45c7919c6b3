"""How well are passages of documents found? By file and heading, beside BM25 alone and vectors alone."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from quaidpy.bench.data.datasets import json_lines
from quaidpy.bench.metrics import gold_ranks, interval, mean, metrics_of
from quaidpy.bench.progress import Report
from quaidpy.bench.retrieval.bm25 import PlainTextSearch
from quaidpy.documents.library import Library
from quaidpy.documents.searching import VECTORS, DocumentQuery
from quaidpy.domain.documents.chunks import Passage
from quaidpy.errors import UnreadableError
from quaidpy.settings import Settings
from quaidpy.wiring.parts import parts_for

_DEPTH = 40  # passages looked at; several may be of one section
_SHOWN = ("hit@1", "recall@5", "recall@10", "mrr")
_OURS = "quaidpy"


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentQuestion:
    """`heading`: the innermost one over the answer; None where any of the file will do."""

    text: str
    path: str
    heading: str | None

    @property
    def gold(self) -> str:
        return _unit(self.path, self.heading)


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentFigures:
    """By system: metrics of each question, in order. `missing`: questions whose gold is not in the folder."""

    questions: tuple[DocumentQuestion, ...]
    rows: dict[str, list[dict[str, float]]]
    documents: int
    chunks: int
    missing: tuple[str, ...]

    def document(self) -> dict[str, Any]:
        ours = self.rows[_OURS]
        systems: dict[str, Any] = {}
        for system, rows in self.rows.items():
            told: dict[str, Any] = {name: round(mean([row[name] for row in rows]), 4) for name in _SHOWN}
            if system != _OURS:
                differences = {
                    name: [a[name] - b[name] for a, b in zip(ours, rows, strict=True)] for name in _SHOWN
                }
                told["paired"] = {
                    name: {"difference": round(mean(each), 4), "interval": interval(each)}
                    for name, each in differences.items()
                }
            systems[system] = told
        misses = [
            {"question": question.text, "gold": question.gold}
            for question, row in zip(self.questions, ours, strict=True)
            if not row["recall@5"]
        ]
        return {
            "questions": len(self.questions),
            "documents": self.documents,
            "chunks": self.chunks,
            "systems": systems,
            "missed": misses,
            "missing": list(self.missing),
        }


def read_questions(path: Path) -> list[DocumentQuestion]:
    """Lines of `{"q": …, "path": …, "heading": …}`. Raises UnreadableError naming the line."""
    questions = []
    for number, row in enumerate(json_lines(path), start=1):
        if not (isinstance(row.get("q"), str) and isinstance(row.get("path"), str)):
            raise UnreadableError(f'{path}, line {number} is no {{"q": …, "path": …, "heading": …}}')
        questions.append(DocumentQuestion(text=row["q"], path=row["path"], heading=row.get("heading")))
    return questions


def measure_documents(
    folder: Path, questions: Sequence[DocumentQuestion], settings: Settings, report: Report, *, home: Path
) -> DocumentFigures:
    """Index the folder once, in a home of its own, then ask every system every question in turn."""
    parts = parts_for(replace(settings, home=home))
    library = Library(parts.documents)
    try:
        if library.find(str(folder)) is None:
            library.register(str(folder), name="bench")
        library.reindex(progress=lambda _: lambda done, wanted: report("documents", done, wanted))
        return _asked(library, questions, report)
    finally:
        parts.remembering.store.close()


def _asked(library: Library, questions: Sequence[DocumentQuestion], report: Report) -> DocumentFigures:
    tools = library.tools
    (project,) = library.projects()
    known = tools.index.known(tools.owner, project.project.id)
    stored = tools.index.chunks(tools.owner, range(1, project.chunks * 2 + 1))
    plain = PlainTextSearch()
    plain.add((str(each.number), each.chunk.text) for each in stored)
    units = {str(each.number): _unit(each.path, _last(each.chunk.headings)) for each in stored}
    there = {*units.values(), *(_unit(each.path, None) for each in known)}
    searches: dict[str, Callable[[str], list[str]]] = {
        _OURS: lambda text: _units(library, DocumentQuery(text=text, limit=_DEPTH)),
        "BM25": lambda text: [units[number] for number in plain.search(text, _DEPTH)],
        "vectors": lambda text: _units(library, DocumentQuery(text=text, limit=_DEPTH, lanes=(VECTORS,))),
    }
    if tools.embedder is None:
        del searches["vectors"]
    asked = tuple(question for question in questions if question.gold in there)
    rows: dict[str, list[dict[str, float]]] = {system: [] for system in searches}
    for place, question in enumerate(asked, start=1):
        for system, search in searches.items():
            found = _as_asked(search(question.text), question)
            rows[system].append(metrics_of(gold_ranks(found, [question.gold], None)))
        report("questions", place, len(asked))
    plain.close()
    return DocumentFigures(
        questions=asked,
        rows=rows,
        documents=len(known),
        chunks=project.chunks,
        missing=tuple(question.gold for question in questions if question.gold not in there),
    )


def _as_asked(units: Sequence[str], question: DocumentQuestion) -> list[str]:
    """Each section once; where any section of a file will do, each file once."""
    if question.heading is None:
        units = [_unit(unit.partition("\n")[0], None) for unit in units]
    return list(dict.fromkeys(units))


def _units(library: Library, query: DocumentQuery) -> list[str]:
    return [_unit_of(passage) for passage in library.search(query).passages]


def _unit_of(passage: Passage) -> str:
    return _unit(passage.path, _last(passage.headings))


def _last(headings: Sequence[str]) -> str:
    return headings[-1] if headings else ""


def _unit(path: str, heading: str | None) -> str:
    return f"{path}\n{heading if heading is not None else '*'}"
