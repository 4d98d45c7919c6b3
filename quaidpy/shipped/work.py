"""Which kinds of work do people ask for, and how does it sound when somebody tells what they must keep to?"""

import json
import tomllib
from array import array
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from quaidpy.shipped.files import shipped_folder


@dataclass(frozen=True, slots=True)
class KindOfWork:
    """Of config/work.toml: words that ask for it, examples of what it is to keep to, and whether that always counts."""

    asked: frozenset[str]
    rules: tuple[str, ...]
    binds: bool


@cache
def kinds_of_work() -> tuple[KindOfWork, ...]:
    """In the order of the file."""
    with (shipped_folder("config") / "work.toml").open("rb") as file:
        listed = tomllib.load(file)["work"]
    return tuple(
        KindOfWork(frozenset(each["asked"]), tuple(each["rules"]), each.get("binds", False))
        for each in listed
    )


@cache
def vectors_of_rules(embedder: str, probe: str) -> "Mapping[str, array[float]]":
    """Of the examples, float32 of unit length, as the embedder of this name and probe makes them; none of another."""
    known = json.loads((shipped_folder("config") / "work_vectors.json").read_text(encoding="utf-8"))
    if (known["embedder"], known["probe"]) != (embedder, probe):
        return {}
    return {text: array("f", b64decode(vector)) for text, vector in known["vectors"].items()}
