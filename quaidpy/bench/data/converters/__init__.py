"""Which published form does this file have? Found by content; each converter makes our own form of it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from quaidpy.bench.data.converters.hotpotqa import dataset_of_hotpotqa
from quaidpy.bench.data.converters.locomo import dataset_of_locomo
from quaidpy.bench.data.converters.longmemeval import dataset_of_longmemeval
from quaidpy.bench.data.datasets import Dataset, hashed, json_lines, read_folder
from quaidpy.errors import UnreadableError

Converter = Callable[[str, list[dict[str, Any]]], Dataset]
CONVERTERS: Mapping[str, Converter] = {
    "locomo": dataset_of_locomo,
    "longmemeval": dataset_of_longmemeval,
    "hotpotqa": dataset_of_hotpotqa,
}
_TELLTALE = {
    "locomo": {"conversation", "qa"},
    "longmemeval": {"haystack_sessions", "haystack_session_ids", "question"},
}
_PASSAGES = ({"question", "context", "supporting_facts"}, {"question", "paragraphs"})


def read_dataset(path: Path, *, split: str, form: str | None = None) -> Dataset:
    """A folder in our form, or a file in one of the published ones (`form`; None looks at its content).

    Raises NotFoundError when there is nothing, UnreadableError for a file of no known form.
    """
    if path.is_dir() and form is None:
        return read_folder(path, split)
    rows = _rows(path)
    chosen = form or sniffed(rows[0])
    if chosen is None:
        keys = ", ".join(sorted(rows[0])[:8])
        raise UnreadableError(
            f"{path} is of no known form ({keys}); name one by --format: {', '.join(CONVERTERS)}"
        )
    try:
        dataset = CONVERTERS[chosen](path.stem, rows)
    except (KeyError, TypeError, ValueError) as err:
        raise UnreadableError(f"{path} is not in the form of {chosen}: {type(err).__name__} {err}") from err
    return replace(dataset, files=tuple(hashed([path], path.parent)))


def sniffed(row: Mapping[str, Any]) -> str | None:
    """The form whose keys the row has."""
    for form, keys in _TELLTALE.items():
        if keys <= row.keys():
            return form
    return "hotpotqa" if any(keys <= row.keys() for keys in _PASSAGES) else None


def _rows(path: Path) -> list[dict[str, Any]]:
    """The objects of a JSON list, of a JSON object under `data`, or of JSON lines."""
    if not path.is_file():
        raise UnreadableError(f"{path} is neither a data set folder nor a file")
    rows = list(json_lines(path)) if path.name.endswith((".jsonl", ".jsonl.gz")) else _whole(path)
    if not rows or not all(isinstance(row, dict) for row in rows):
        raise UnreadableError(f"{path} holds no list of JSON objects")
    return rows


def _whole(path: Path) -> list[dict[str, Any]]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as err:
        raise UnreadableError(f"{path} is no JSON: {err}") from err
    held = content.get("data", [content]) if isinstance(content, dict) else content
    return held if isinstance(held, list) else []
