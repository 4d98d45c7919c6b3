"""Which plain words must a text have for a pattern to be found in it? To ask for them is a tenth of searching for it.

wiping = Gated(re.compile("(?:wipe|erase) .{0,20}files?", re.IGNORECASE))
wiping.search("Wipe the disk", folded("Wipe the disk"))  # None, without a search: there is no "file"
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import groupby, product
from typing import Any, TypeAlias

_PARSER: Any = import_module("re._parser")  # what `re` itself reads a pattern with; it has no public name
_SEARCHES = 40
_LEAST = 3  # letters; shorter ones stand in nearly every text
_MOST = 80  # literals of one pattern; to ask for more costs what it spares
_FEW_LETTERS = 6  # of a set like [sz] that are written out
_OFTEN = 2  # of a repetition like s? that is written out
# All letters that `re` takes for an ASCII letter when case does not count, beside its capital.
_ALIKE = str.maketrans({"\u0130": "i", "\u0131": "i", "\u017f": "s", "\u212a": "k"})
_Texts: TypeAlias = frozenset[str]
_Given: TypeAlias = Any
"""What an operation holds: a letter's code, its parts, or bounds and parts. The parser has no types."""
_Operation: TypeAlias = tuple[object, _Given]
_NOTHING = frozenset({""})
_NOWHERE = "(?!)"  # found in no text


def folded(text: str) -> str:
    """The text with all letters as one that are one to a pattern for which case does not count."""
    return text.lower() if text.isascii() else text.translate(_ALIKE).lower()


@dataclass(slots=True)
class Gated:
    """A pattern that is searched for only where a literal stands that it needs.

    Its literals are found out once it was searched for often: that takes as long as some twenty searches.
    """

    pattern: re.Pattern[str]
    _needed: tuple[str, ...] = ()
    _searches: int = 0

    def search(self, text: str, plain: str) -> re.Match[str] | None:
        """Its first place in the text, of which `plain` is the `folded` form."""
        return self.pattern.search(text) if self._may_be_in(plain) else None

    def finditer(self, text: str, plain: str) -> Iterator[re.Match[str]]:
        """All its places."""
        return self.pattern.finditer(text) if self._may_be_in(plain) else iter(())

    def _may_be_in(self, plain: str) -> bool:
        if self._searches < _SEARCHES:
            self._searches += 1
            if self._searches == _SEARCHES:
                self._needed = needed_literals(self.pattern.pattern, self.pattern.flags)
        needed = self._needed
        if not needed:
            return True
        for literal in needed:  # noqa: SIM110 - `any` takes twice as long
            if literal in plain:
                return True
        return False


class GatedAny:
    """Several patterns of which one is enough: searched for are those of which a literal stands there that they need.

    All literals are looked for at once, letter by letter, however many there are.
    """

    def __init__(self, patterns: Iterable[re.Pattern[str]]) -> None:
        self.patterns = tuple(patterns)
        self._gate: _Gate | None = None
        self._searches = 0

    def is_in(self, text: str, plain: str) -> bool:
        """Whether one of them is found in the text, of which `plain` is the `folded` form."""
        if self._gate is None:
            self._searches += 1
            if self._searches >= _SEARCHES:
                self._gate = _Gate.of(self.patterns)
        patterns = self.patterns if self._gate is None else self._gate.possible(plain)
        return any(pattern.search(text) for pattern in patterns)


@dataclass(frozen=True, slots=True)
class _Gate:
    """`longest`: finds at each place of a text the longest literal there; `needing`: who needs it, or its beginning."""

    always: tuple[re.Pattern[str], ...]
    longest: re.Pattern[str]
    needing: Mapping[str, tuple[re.Pattern[str], ...]]

    @classmethod
    def of(cls, patterns: Iterable[re.Pattern[str]]) -> "_Gate":
        needed = {pattern: needed_literals(pattern.pattern, pattern.flags) for pattern in patterns}
        literals = sorted({literal for each in needed.values() for literal in each})
        needing = {
            found: tuple(pattern for pattern, own in needed.items() if found.startswith(own))
            for found in literals
        }
        always = tuple(pattern for pattern, own in needed.items() if not own)
        longest = f"(?=({_tree(literals)}))" if literals else _NOWHERE
        return cls(always, re.compile(longest), needing)

    def possible(self, plain: str) -> Iterable[re.Pattern[str]]:
        met = self.longest.findall(plain)
        return dict.fromkeys(
            [*self.always, *(pattern for literal in met for pattern in self.needing[literal])]
        )


def _tree(texts: Iterable[str]) -> str:
    """A pattern for the longest of them that stands somewhere: each letter is looked at once."""
    branches = []
    for letter, group in groupby(sorted(texts), key=lambda text: text[:1]):
        further = [text[1:] for text in group]
        longer = list(filter(None, further))
        rest = _tree(longer) if longer else ""
        branches.append(re.escape(letter) + (f"{rest}?" if rest and len(longer) < len(further) else rest))
    return f"(?:{'|'.join(branches)})"


def needed_literals(shape: str, flags: int) -> tuple[str, ...]:
    """Of these one stands in the folded form of each text that the pattern is found in; empty where none are known."""
    found = _needed(_PARSER.parse(shape, flags))
    if not found or len(found) > _MOST or min(map(len, found)) < _LEAST:
        return ()
    return tuple(sorted(each for each in found if not any(one in each for one in found - {each})))


def _needed(sequence: Iterable[_Operation]) -> _Texts:
    """Of the runs in a sequence whose texts are known, and of its parts: those whose shortest literal is longest."""
    runs, run = [], _NOTHING
    for operation, given in sequence:
        texts = _texts_of(str(operation), given)
        if texts is not None and len(run) * len(texts) <= _MOST:
            run = frozenset(map("".join, product(run, texts)))
            continue
        runs += [run, _needed_in(str(operation), given)]
        run = texts or _NOTHING
    return max([*runs, run], key=_worth)


def _worth(texts: _Texts) -> tuple[int, int]:
    return min(map(len, texts), default=0), -len(texts)


def _needed_in(operation: str, given: _Given) -> _Texts:
    match operation:
        case "SUBPATTERN":
            return _needed(given[3])
        case "ATOMIC_GROUP":
            return _needed(given)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            return _needed(given[2]) if given[0] else frozenset()
        case "BRANCH":
            branches = [_needed(branch) for branch in given[1]]
            return frozenset[str]().union(*branches) if all(map(_is_told, branches)) else frozenset()
        case _:
            return frozenset()


def _is_told(texts: _Texts) -> bool:
    return _worth(texts)[0] > 0


def _texts_of(operation: str, given: _Given) -> _Texts | None:
    """All that a part can be found as, folded; None where those are many or not known."""
    read = _READERS.get(operation)
    return read(given) if read else None


def _letter(code: int) -> _Texts | None:
    """None for a letter beyond ASCII that has a case: what is one with it differs between versions."""
    letter = chr(code)
    return frozenset({letter.lower()}) if letter.isascii() or letter.lower() == letter.upper() else None


def _no_room(_given: _Given) -> _Texts:
    """Of a place or a look around."""
    return _NOTHING


def _one_of(given: Sequence[_Operation]) -> _Texts | None:
    """Of a set of letters."""
    if len(given) > _FEW_LETTERS or any(str(operation) != "LITERAL" for operation, _ in given):
        return None
    return _union([_letter(code) for _, code in given])


def _group(given: _Given) -> _Texts | None:
    return _in_a_row(given[3])


def _repetition(given: _Given) -> _Texts | None:
    least, most, part = given
    once = _in_a_row(part) if most <= _OFTEN else None
    if once is None:
        return None
    return _bounded(
        frozenset("".join(each) for times in range(least, most + 1) for each in product(once, repeat=times))
    )


def _branches(given: _Given) -> _Texts | None:
    return _union([_in_a_row(branch) for branch in given[1]])


def _in_a_row(sequence: Iterable[_Operation]) -> _Texts | None:
    found = _NOTHING
    for operation, given in sequence:
        texts = _texts_of(str(operation), given)
        if texts is None or len(found) * len(texts) > _MOST:
            return None
        found = frozenset(map("".join, product(found, texts)))
    return found


def _union(parts: Sequence[_Texts | None]) -> _Texts | None:
    known = [part for part in parts if part is not None]
    return _bounded(frozenset[str]().union(*known)) if len(known) == len(parts) else None


def _bounded(texts: _Texts) -> _Texts | None:
    return texts if len(texts) <= _MOST else None


_READERS: Mapping[str, Callable[[_Given], _Texts | None]] = {
    "LITERAL": _letter,
    "AT": _no_room,
    "ASSERT": _no_room,
    "ASSERT_NOT": _no_room,
    "IN": _one_of,
    "SUBPATTERN": _group,
    "ATOMIC_GROUP": _in_a_row,
    "MAX_REPEAT": _repetition,
    "MIN_REPEAT": _repetition,
    "POSSESSIVE_REPEAT": _repetition,
    "BRANCH": _branches,
}
