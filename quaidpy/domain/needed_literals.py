"""Which plain words must a text have for a pattern to be found in it? Asking for them costs a tenth of searching for it.

gated = Gated(r"\\b(?:wipe|erase)\\b.{0,20}\\bfiles?\\b")
gated.search("Wipe the disk", folded("Wipe the disk"))  # None, without a search: there is no "file"
"""

import re
from collections.abc import Iterable, Sequence
from importlib import import_module
from itertools import product
from typing import Any

_PARSER: Any = import_module("re._parser")  # what `re` itself reads a pattern with; it has no public name
_SEARCHES = 40
_LEAST = 3  # letters; shorter ones stand in nearly every text
_MOST = 80  # literals of one pattern; to ask for more costs what it spares
_FEW_LETTERS = 6  # of a set like [sz] that are written out
_OFTEN = 2  # of a repetition like s? that is written out
# All letters that `re` takes for an ASCII letter when case does not count, beside its capital.
_ALIKE = str.maketrans({"\u0130": "i", "\u0131": "i", "\u017f": "s", "\u212a": "k"})
_Texts = frozenset[str]
_NOTHING = frozenset({""})


def folded(text: str) -> str:
    """The text with all letters as one that are one to a pattern for which case does not count."""
    return text.lower() if text.isascii() else text.translate(_ALIKE).lower()


class Gated:
    """A pattern for which case does not count, searched for only where a literal stands that it needs.

    Its literals are found out once it was searched for often: that takes as long as some twenty searches.
    """

    __slots__ = ("_needed", "_searches", "pattern")

    def __init__(self, shape: str, flags: int = 0) -> None:
        self.pattern = re.compile(shape, flags | re.IGNORECASE)
        self._needed: tuple[str, ...] = ()
        self._searches = 0

    def search(self, text: str, plain: str) -> re.Match[str] | None:
        """Its first place in the text, of which `plain` is the `folded` form."""
        if self._searches < _SEARCHES:
            self._searches += 1
            if self._searches == _SEARCHES:
                self._needed = needed_literals(self.pattern.pattern, self.pattern.flags)
        if self._needed:
            for literal in self._needed:
                if literal in plain:
                    break
            else:
                return None
        return self.pattern.search(text)


def needed_literals(shape: str, flags: int) -> tuple[str, ...]:
    """Of which one at least stands in the folded form of each text that the pattern is found in; none where none is known."""
    found = _needed(_PARSER.parse(shape, flags))
    if not found or len(found) > _MOST or min(map(len, found)) < _LEAST:
        return ()
    return tuple(sorted(each for each in found if not any(one in each for one in found - {each})))


def _needed(sequence: Iterable[tuple[Any, Any]]) -> _Texts:
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


def _needed_in(operation: str, given: Any) -> _Texts:
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


def _texts_of(operation: str, given: Any) -> _Texts | None:
    """All that a part can be found as, folded; None where those are many or not known."""
    match operation:
        case "LITERAL":
            return _letter(given)
        case "AT" | "ASSERT" | "ASSERT_NOT":
            return _NOTHING  # it takes no room
        case "IN":
            return _texts_of_set(given)
        case "SUBPATTERN":
            return _texts_of_sequence(given[3])
        case "ATOMIC_GROUP":
            return _texts_of_sequence(given)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT" if given[1] <= _OFTEN:
            once = _texts_of_sequence(given[2])
            if once is None:
                return None
            times = range(given[0], given[1] + 1)
            return _bounded(frozenset("".join(each) for n in times for each in product(once, repeat=n)))
        case "BRANCH":
            return _union([_texts_of_sequence(branch) for branch in given[1]])
        case _:
            return None


def _letter(code: int) -> _Texts | None:
    """None for a letter beyond ASCII that has a case: what is one with it differs between versions."""
    letter = chr(code)
    return frozenset({letter.lower()}) if letter.isascii() or letter.lower() == letter.upper() else None


def _texts_of_set(given: Sequence[tuple[Any, Any]]) -> _Texts | None:
    if len(given) > _FEW_LETTERS or any(str(operation) != "LITERAL" for operation, _ in given):
        return None
    return _union([_letter(code) for _, code in given])


def _texts_of_sequence(sequence: Iterable[tuple[Any, Any]]) -> _Texts | None:
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
