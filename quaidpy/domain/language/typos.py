"""Is this word a typo for that one, or short for those? Only beside a statement that says the rest."""

import re
from collections.abc import Callable, Sequence

from quaidpy.regex import regex

IsWord = Callable[[str], bool]
"""Whether a lower-case word is one that people write on purpose."""

_TOKEN = regex(r"[^\W_]+(?:['’-][^\W_]+)*")
_SHORT = regex(r"\b[A-Z]{2,6}\b")
_RUN = regex(r"\b[A-Z][a-z]+(?: (?:of |the |and )?[A-Z][a-z]+)+\b")


def with_typos_fixed(text: str, like: str, is_word: IsWord) -> str:
    """The text with words that nobody writes on purpose spelt as the word of `like` that they are a slip of.

    Initials are spelt out when `like` has the words they stand for.
    """
    text = _spelled_out(text, like)
    tokens, models = _TOKEN.findall(text), _TOKEN.findall(like)
    targets = [model for model in models if model not in tokens and is_word(model.lower())]
    for token in tokens:
        if token in models or is_word(token.lower()) or not token[0].islower():
            continue
        near = [model for model in targets if _is_typo(token, model.lower())]
        if len(near) == 1:
            text = re.sub(rf"\b{re.escape(token)}\b", near[0], text)
    return text


def _spelled_out(text: str, like: str) -> str:
    words = _TOKEN.findall(like)
    for short in dict.fromkeys(_SHORT.findall(text)):
        if short not in words:
            text = re.sub(rf"\b{short}\b", _standing_for(short, words) or short, text)
    return text


def _standing_for(short: str, words: Sequence[str]) -> str | None:
    """The words in a row whose initials these are."""
    wanted = short.lower()
    for start in range(len(words) - len(short) + 1):
        run = words[start : start + len(short)]
        if "".join(word[0].lower() for word in run) == wanted:
            return " ".join(run)
    return None


def folded(text: str) -> str:
    """The text with names of several words as their initials: what one says who uses these."""

    def fold(match: re.Match[str]) -> str:
        words = match[0].split()
        return "".join(word[0] for word in words if word[0].isupper())

    return _RUN.sub(fold, text)


def _is_typo(slip: str, word: str) -> bool:
    """One slip in a word of four letters or more, two in a long one."""
    if len(word) < 4:
        return False
    most = 2 if len(word) >= 9 else 1
    return typos_between(slip, word, most=most) <= most


def typos_between(one: str, other: str, *, most: int) -> int:
    """Letters inserted, left out, changed or two neighbours changed over; counted up to `most` + 1."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        earlier, before, row = before, row, [i]
        for j, opposite in enumerate(other, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != opposite))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == opposite:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]
