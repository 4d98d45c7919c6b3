"""What a statement was said after, quoted at its end: how is it put there, and what is the statement without it?"""

from quaidpy.regex import regex

_LONGEST = 90  # characters of what went before; it tells of what, and no more
_AFTER = regex(r" \((?:after|to [^“”]{1,60}) “[^“”]{1,100}”\)\Z")


def said_after(statement: str, words: str, by: str | None = None) -> str:
    """The statement with the words that it was said after; `by`: who said them, where it is somebody else."""
    quoted = " ".join(words.split()).replace("“", "'").replace("”", "'")
    if len(quoted) > _LONGEST:
        quoted = quoted[: _LONGEST + 1].rsplit(" ", 1)[0].rstrip(" ,.;:-–—") + "…"
    return f"{statement} ({f'to {by}:' if by else 'after'} “{quoted}”)"


def statement_alone(text: str) -> str:
    """Without the words that it was said after, which state nothing."""
    return _AFTER.sub("", text)
