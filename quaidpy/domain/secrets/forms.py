"""What does a form of secret consist of? An anchor that is cheap to find, and a pattern that is tried only there."""

import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

LONGEST = 4096  # characters of one secret that a pattern may take: every repetition has an end


@dataclass(frozen=True, slots=True)
class Found:
    """One match: the whole text, where the secret lies in it, and where its anchor begins."""

    text: str
    anchor: int
    start: int
    end: int

    @property
    def secret(self) -> str:
        return self.text[self.start : self.end]


def always(found: Found) -> bool:  # noqa: ARG001 - one shape for all checks
    return True


@dataclass(frozen=True, slots=True)
class Form:
    """One form. `anchors` are lower-case; `pattern` is tried where one begins, its group `secret` is what goes.

    `at_word_start`: the anchor begins a word. `is_real` looks at what was found more closely. Patterns hold no
    unbounded repetition that can be tried again, so the time for a text grows with its length.
    """

    kind: str
    anchors: tuple[str, ...]
    pattern: str
    is_real: Callable[[Found], bool] = always
    at_word_start: bool = False


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Compiled when an anchor was met for the first time: a process that meets none pays nothing."""
    return re.compile(pattern, re.IGNORECASE)


def entropy(text: str) -> float:
    """Bits a character, by Shannon: 4 and more for random letters and digits, under 3.5 for words."""
    total = len(text)
    counts = Counter(text).values()
    return -math.fsum(count / total * math.log2(count / total) for count in counts) if total else 0.0


def is_mixed(text: str) -> bool:
    """Both letters and digits."""
    return any(c.isdigit() for c in text) and any(c.isalpha() for c in text)


_TEMPLATE = (
    r"(?i)\A(?:\$|%\w|<|\{|\*{2}|x{3,}\Z|\.{3}|os\.|process\.|env\.|self\.|config\.|settings\.|getpass|args\."
    r"|your[_-])"
)


def is_template(text: str) -> bool:
    """A place for a value, or where it is read from; no value."""
    return re.match(_TEMPLATE, text) is not None


def has_no_words(found: Found) -> bool:
    """Random enough for a token: its letters and digits do not look like a name."""
    bare = found.secret
    return not is_template(bare) and (is_mixed(bare) or entropy(bare) >= 4)
