"""What a statement was said after, or where it stands: how is it quoted at its end, and what is stated without it?"""

from collections.abc import Iterable
from dataclasses import dataclass

from quaidpy.regex import regex

_LONGEST = 90  # characters of what went before; it tells of what, and no more
_CUT = "…"
_AT_END = regex(r" \((?P<how>after|in|to [^“”]{1,60}) “(?P<words>[^“”]{1,100})”\)\Z")


@dataclass(frozen=True, slots=True)
class Quotation:
    """What stands in brackets at the end of a statement: `how` it stands to it ("after", "to Ilse:", "in"), `words`."""

    how: str
    words: str

    def __str__(self) -> str:
        return f"{self.how} “{self.words}”"

    def is_from(self, texts: Iterable[str]) -> bool:
        """Whether one of the texts has its words."""
        return any(self.words.removesuffix(_CUT) in _in_quotes(text) for text in texts)


def said_after(statement: str, words: str, by: str | None = None) -> str:
    """The statement with the words that it was said after; `by`: who said them, where it is somebody else."""
    return f"{statement} ({Quotation(f'to {by}:' if by else 'after', _cut(words))})"


def stands_in(statement: str, title: str) -> str:
    """The statement with the title of what it stands in."""
    return f"{statement} ({Quotation('in', _cut(title))})"


def quotation_of(text: str) -> Quotation | None:
    """What a statement ends with; None where it is stated alone."""
    found = _AT_END.search(text) if text.endswith("”)") else None
    return Quotation(found["how"], found["words"]) if found else None


def statement_alone(text: str) -> str:
    """Without what is quoted at its end, which states nothing."""
    return _AT_END.sub("", text) if text.endswith("”)") else text


def _cut(words: str) -> str:
    quoted = _in_quotes(words)
    if len(quoted) > _LONGEST:
        quoted = quoted[: _LONGEST + 1].rsplit(" ", 1)[0].rstrip(" ,.;:-–—") + _CUT
    return quoted


def _in_quotes(words: str) -> str:
    """As they stand between quotation marks, in one line."""
    return " ".join(words.split()).replace("“", "'").replace("”", "'")
