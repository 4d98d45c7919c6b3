"""What was said in these lives, what is asked of them, and what must and must not be kept?

A folder with `homes/NAME/FILE…`, taken in by the order of their names, and lines of JSON: `questions.jsonl` (id, home,
ask, hit, stale, kind), `facts.jsonl` (id, home, fact, match, kind), `never.jsonl` (id, home, match, why, after). `hit`,
`stale` and `match` are regular expressions; their case does not matter.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from quaidpy.bench.data.datasets import json_lines
from quaidpy.errors import NotFoundError, UnreadableError

NOTHING = "nothing"
"""The kind of question that must get an empty block."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a person types to an agent. `hit`: a line that answers; None where none should. `stale`: an old value."""

    id: str
    home: str
    text: str
    kind: str
    hit: re.Pattern[str] | None
    stale: re.Pattern[str] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What some live memory must say."""

    id: str
    home: str
    text: str
    kind: str
    match: re.Pattern[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Never:
    """What no live memory may say; with `after` (an ISO date) none that was stated from then on."""

    id: str
    home: str
    why: str
    match: re.Pattern[str]
    after: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """One home: what is taken in, in order, and everything about it."""

    name: str
    files: tuple[Path, ...]
    asked: tuple[Asked, ...]
    facts: tuple[Fact, ...]
    nevers: tuple[Never, ...]

    @property
    def digest(self) -> str:
        """Of the names and bytes that are taken in."""
        told = sha256()
        for file in self.files:
            told.update(f"{file.name}\n".encode())
            told.update(file.read_bytes())
        return told.hexdigest()


def read_lives(folder: Path, only: Iterable[str] = ()) -> list[Life]:
    """By name. Raises NotFoundError for a folder or a name without a home, UnreadableError for a row that is none."""
    homes = sorted(path for path in (folder / "homes").glob("*") if path.is_dir())
    if not homes:
        raise NotFoundError(f"{folder} holds no lives: it has no homes/NAME")
    names = [home.name for home in homes]
    for unknown in sorted(set(only) - set(names)):
        raise NotFoundError(f"no home {unknown} in {folder}; there are {', '.join(names)}")
    asked, facts, nevers = (
        _rows(folder / f"{kind}.jsonl", names) for kind in ("questions", "facts", "never")
    )
    return [
        Life(
            name=home.name,
            files=tuple(sorted(path for path in home.iterdir() if path.is_file())),
            asked=tuple(_asked(row) for row in asked if row["home"] == home.name),
            facts=tuple(_fact(row) for row in facts if row["home"] == home.name),
            nevers=tuple(_never(row) for row in nevers if row["home"] == home.name),
        )
        for home in homes
        if home.name in (set(only) or names)
    ]


def _rows(file: Path, names: list[str]) -> list[dict[str, Any]]:
    rows = list(json_lines(file)) if file.exists() else []
    for row in rows:
        if row.get("home") not in names:
            raise UnreadableError(
                f"{file}: {row.get('id')} is of {row.get('home')!r}, and there is no such home"
            )
    return rows


def _asked(row: Mapping[str, Any]) -> Asked:
    return Asked(
        id=row["id"],
        home=row["home"],
        text=row["ask"],
        kind=row["kind"],
        hit=_pattern(row["hit"]) if row.get("hit") else None,
        stale=_pattern(row["stale"]) if row.get("stale") else None,
    )


def _fact(row: Mapping[str, Any]) -> Fact:
    return Fact(
        id=row["id"], home=row["home"], text=row["fact"], kind=row["kind"], match=_pattern(row["match"])
    )


def _never(row: Mapping[str, Any]) -> Never:
    return Never(
        id=row["id"],
        home=row["home"],
        why=row["why"],
        match=_pattern(row["match"]),
        after=row.get("after") or None,
    )


def _pattern(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text, re.IGNORECASE)
    except re.error as err:
        raise UnreadableError(f"{text!r} is no regular expression: {err}") from err
