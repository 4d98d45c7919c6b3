"""What a statement was said after, or where it stands: how is it quoted at its end, and what is stated without it?"""

from dataclasses import dataclass

from quaidpy.regex import regex

_LONGEST = 90  # characters of what went before; it tells of what, and no more
_AFTER = regex(r" \((?P<how>after|in|to [^“”]{1,60}) “(?P<words>[^“”]{1,100})”\)\Z")


def said_after(statement: str, words: str, by: str | None = None) -> str:
    """The statement with the words that it was said after; `by`: who said them, where it is somebody else."""
    return f"{statement} ({f'to {by}:' if by else 'after'} {_quoted(words)})"


def stands_in(statement: str, title: str) -> str:
    """The statement with the title of what it stands in."""
    return f"{statement} (in {_quoted(title)})"


def _quoted(words: str) -> str:
    quoted = " ".join(words.split()).replace("“", "'").replace("”", "'")
    if len(quoted) > _LONGEST:
        quoted = quoted[: _LONGEST + 1].rsplit(" ", 1)[0].rstrip(" ,.;:-–—") + "…"
    return f"“{quoted}”"


@dataclass(frozen=True, slots=True)
class Quotation:
    """What stands in brackets at the end of a statement: `how` it stands to it ("after", "to Ilse:", "in"), `words`."""

    how: str
    words: str

    def __str__(self) -> str:
        return f"{self.how} “{self.words}”"


def quotation_of(text: str) -> Quotation | None:
    found = _AFTER.search(text) if text.endswith("”)") else None
    return Quotation(found["how"], found["words"]) if found else None


def statement_alone(text: str) -> str:
    """Without what is quoted at its end, which states nothing."""
    return _AFTER.sub("", text) if text.endswith("”)") else text
