"""Which regular expressions has the package, and which texts would each of them rather not meet?

Compiled patterns are found in every module (containers, dataclasses, classes, defaults and closures included);
those that functions make are read from the source, with a name put where a function puts a value.
"""

import ast
import dataclasses
import importlib
import importlib.util
import inspect
import pkgutil
import random
import re
import re._constants as op
import re._parser as parser
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import quaidpy
import quaidpy_janitor
from quaidpy.regex import CompiledAtFirstUse, regex

# Patterns put together from data at run time: tests/security/test_linear_patterns.py makes an example of each.
MADE_FROM_DATA = frozenset(
    {
        "quaidpy.domain.recall.intents",
        "quaidpy.bench.noise",
        "quaidpy.recall.giving.later_changes",  # lists of words
        "quaidpy.remember.attributes.values",  # a list of weekdays
        "quaidpy.remember.model.quotes",
    }
)
_ASKS_RE = re.compile(r"\bre\s*\.|\bregex\b")  # most modules do not, and need no parsing
_STAND_IN = "Ana"
_CALLS = {"compile", "search", "match", "fullmatch", "sub", "subn", "split", "finditer", "findall"}
_DEPTH = 6
_REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)
_AS_GOOD_AS_ENDLESS = 300


# They load litellm, or what may not be installed, and hold no pattern.
_HEAVY = frozenset(
    {"litellm_embedder", "litellm_model", "cross_encoder", "sentence_transformer_embedder", "__main__"}
)


@cache
def modules() -> tuple[ModuleType, ...]:
    """Every module of the package but those that are heavy to load."""
    names = [name for name in _names() if name.rpartition(".")[2] not in _HEAVY]
    return tuple(importlib.import_module(name) for name in names)


def _names() -> Iterator[str]:
    for package in (quaidpy, quaidpy_janitor):
        yield package.__name__
        yield from (found.name for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."))


@cache
def compiled() -> dict[re.Pattern[str], str]:
    """Every pattern that a module holds, compiled, with the place it was found at."""
    found: dict[re.Pattern[str], str] = {}
    seen: set[int] = set()
    for module in modules():
        for name, value in vars(module).items():
            _look_into(value, f"{module.__name__}.{name}", found, seen, _DEPTH)
    return found


def _look_into(value: Any, path: str, found: dict[re.Pattern[str], str], seen: set[int], depth: int) -> None:
    if isinstance(value, CompiledAtFirstUse):
        value = value.compiled()
    if isinstance(value, re.Pattern):
        found.setdefault(value, path)
        return
    if depth == 0 or isinstance(value, str | bytes | int | float) or id(value) in seen:
        return
    seen.add(id(value))
    for part, inner in _parts(value):
        _look_into(inner, f"{path}{part}", found, seen, depth - 1)


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        yield from ((f"[{str(key)[:20]}]", inner) for key, inner in value.items())
        yield from (("[key]", key) for key in value)
    elif isinstance(value, list | tuple | set | frozenset):
        yield from ((f"[{at}]", inner) for at, inner in enumerate(value))
    elif not str(getattr(value, "__module__", "")).startswith("quaidpy") and not dataclasses.is_dataclass(
        value
    ):
        return
    elif isinstance(value, type):
        yield from ((f".{name}", inner) for name, inner in vars(value).items())
    elif inspect.isfunction(value):
        yield from _held_by(value)
    elif dataclasses.is_dataclass(value):
        yield from (
            (f".{field.name}", getattr(value, field.name, None)) for field in dataclasses.fields(value)
        )


def _held_by(function: Any) -> Iterator[tuple[str, Any]]:
    yield from ((f"({name}=)", inner) for name, inner in (function.__kwdefaults__ or {}).items())
    yield from (("(default)", inner) for inner in function.__defaults__ or ())
    yield from (("(closure)", cell.cell_contents) for cell in function.__closure__ or ())
    wrapped = getattr(function, "__wrapped__", None)
    if wrapped is not None:
        yield "", wrapped


@cache
def written_in_functions() -> tuple[dict[re.Pattern[str], str], list[str]]:
    """The patterns that functions hand to `re`, and the places of those that cannot be read from the source.

    Of modules that are heavy to load, also those outside of functions.
    """
    found: dict[re.Pattern[str], str] = {}
    unreadable: list[str] = []
    for name, path, known in _sources():
        source = path.read_text(encoding="utf-8")
        if _ASKS_RE.search(source) is None:
            continue
        tree = ast.parse(source)
        for call in _calls_in_functions(tree) if known else _calls_of_re(tree):
            place = f"{name}:{call.lineno}"
            try:
                written = _text_of(call.args[0], known)
            except LookupError:
                unreadable.append(place)
            else:
                found.setdefault(re.compile(written, _flags_of(call)), place)
    return found, unreadable


def _sources() -> Iterator[tuple[str, Path, Mapping[str, object]]]:
    """Name, file and names of every module; of those not loaded, no names."""
    for module in modules():
        yield module.__name__, Path(str(module.__file__)), vars(module)
    loaded = {module.__name__ for module in modules()}
    for name in set(_names()) - loaded:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin is not None:
            yield name, Path(spec.origin), {}


def _calls_in_functions(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.iter_child_nodes(tree):
        is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        yield from _calls_of_re(node) if is_function else _calls_in_functions(node)


def _calls_of_re(tree: ast.AST) -> Iterator[ast.Call]:
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.Call) and _is_of_re(node))


def _is_of_re(call: ast.Call) -> bool:
    match call.func:
        case ast.Attribute(value=ast.Name(id="re"), attr=attr):
            return attr in _CALLS
        case ast.Name(id=name):
            return name == regex.__name__
    return False


def _text_of(node: ast.expr, known: Mapping[str, object]) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_text_of(part, known) for part in parts)
        case ast.FormattedValue(value=inner):
            return _text_of(inner, known)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _text_of(left, known) + _text_of(right, known)
        case ast.Name(id=name):
            value = known.get(name, _STAND_IN)
            return value if isinstance(value, str) else _STAND_IN
        case ast.Call(func=ast.Attribute(attr="escape")) | ast.Attribute():
            return _STAND_IN
        case _:
            raise LookupError(ast.unparse(node))


def _flags_of(call: ast.Call) -> int:
    words = {node.attr for node in ast.walk(call) if isinstance(node, ast.Attribute)}
    return sum(
        int(getattr(re, word)) for word in words & {"IGNORECASE", "MULTILINE", "DOTALL", "VERBOSE", "ASCII"}
    )


# ---- Texts that a pattern would rather not meet ----


def pumps(pattern: re.Pattern[str]) -> list[tuple[str, str]]:
    """What may be said once and what again and again after it, from the pattern's own words.

    For each repetition: what leads to it and then what it repeats; both together; the lead alone.
    """
    made: dict[tuple[str, str], None] = {}
    for lead, body in _repetitions(pattern):
        tries = (lead, body), ("", lead + body), ("", lead), ("", body)
        made.update(dict.fromkeys((head, unit) for head, unit in tries if unit))
    return list(made)


def pumped(head: str, unit: str, length: int) -> str:
    """A text of about this length; its end matches nothing."""
    return head + unit * (length // len(unit) + 1) + "\x00"


def _repetitions(pattern: re.Pattern[str]) -> list[tuple[str, str]]:
    # A stretch that can match the same words in two ways is told by its own samples: two are drawn of each.
    tree = parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE)
    pairs: dict[tuple[str, str], None] = {("", ""): None}
    for seed in (1, 2):
        sampler = _Sampler(random.Random(seed))
        whole = sampler.text(tree)
        pairs.update(dict.fromkeys(sampler.repetitions))
        pairs[(whole, "")] = None
    return list(pairs)


class _Sampler:
    """A text that a parsed pattern matches (but for what looks around), and where it repeated what after which lead."""

    def __init__(self, chance: random.Random) -> None:
        self.repetitions: list[tuple[str, str]] = []
        self._chance = chance
        self._groups: dict[int, str] = {}

    def text(self, tree: Any, lead: str = "") -> str:
        said = ""
        for kind, value in tree:
            said += self._one(kind, value, lead + said)
        return said

    def _one(self, kind: Any, value: Any, lead: str) -> str:
        if kind in _REPEATS:
            return self._repeat(value, lead)
        if kind is op.SUBPATTERN:
            said = self.text(value[3], lead)
            self._groups[value[0] or 0] = said
            return said
        if kind is op.ATOMIC_GROUP:
            return self.text(value, lead)
        if kind is op.BRANCH:
            return self._branch(value[1], lead)
        if kind is op.GROUPREF:
            return self._groups.get(value, "")
        return self._letter(kind, value)

    def _branch(self, ways: Any, lead: str) -> str:
        texts = [self.text(way, lead) for way in ways]  # every way is walked, for the repetitions in it
        return self._chance.choice(texts)

    def _repeat(self, value: Any, lead: str) -> str:
        least, most, inner = value
        body = self.text(inner, lead)
        if most > 8:
            self.repetitions.append((lead, body or self.text(inner, lead)))
        return body * min(max(least, 1), 40)

    def _letter(self, kind: Any, value: Any) -> str:
        if kind is op.LITERAL:
            return chr(value)
        if kind is op.NOT_LITERAL:
            return "a" if value != ord("a") else "b"
        if kind is op.ANY:
            return self._chance.choice("a .")
        if kind is op.IN:
            return self._of_set(value)
        return ""  # what looks around, and where it stands

    def _of_set(self, members: Any) -> str:
        if members[0][0] is op.NEGATE:
            form = re.compile(f"[^{''.join(_written(kind, value) for kind, value in members[1:])}]")
            fits = [letter for letter in "a A1.-\n_é" if form.match(letter)]
            return self._chance.choice(fits) if fits else "a"
        kind, value = self._chance.choice(members)
        if kind is op.LITERAL:
            return chr(value)
        if kind is op.RANGE:
            return chr(value[0])
        return {
            op.CATEGORY_DIGIT: "1", op.CATEGORY_SPACE: " ", op.CATEGORY_WORD: "a",
            op.CATEGORY_NOT_WORD: "-", op.CATEGORY_NOT_SPACE: "a", op.CATEGORY_NOT_DIGIT: "a",
        }[value]  # fmt: skip


def _written(kind: Any, value: Any) -> str:
    if kind is op.LITERAL:
        return re.escape(chr(value))
    if kind is op.RANGE:
        return f"{re.escape(chr(value[0]))}-{re.escape(chr(value[1]))}"
    return {
        op.CATEGORY_DIGIT: r"\d", op.CATEGORY_SPACE: r"\s", op.CATEGORY_WORD: r"\w",
        op.CATEGORY_NOT_WORD: r"\W", op.CATEGORY_NOT_SPACE: r"\S", op.CATEGORY_NOT_DIGIT: r"\D",
    }[value]  # fmt: skip


@cache
def is_unbounded(pattern: re.Pattern[str]) -> bool:
    """Whether any part of it may be repeated without end. What is bounded everywhere is linear by construction."""
    return _has_no_end(parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE))


def _has_no_end(tree: Any) -> bool:
    return any(
        (kind in _REPEATS and value[1] > _AS_GOOD_AS_ENDLESS)
        or any(_has_no_end(part) for part in _inside(value))
        for kind, value in tree
    )


def _inside(value: Any) -> Iterator[Any]:
    if isinstance(value, parser.SubPattern):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _inside(part)
