"""How is text cut into words, brought to one form and hashed, and how is a day put in words?"""

import unicodedata
from datetime import datetime
from functools import lru_cache
from hashlib import sha256

from quaidpy.regex import regex

_WORD = regex(r"[^\W_]+(?:['’][^\W_]+)?")
_CJK = regex("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0002ebef]+")
_SPACE = regex(r"\s+")
_ENDINGS = {
    "ions": "", "ing": "", "ors": "", "ers": "", "ion": "", "ied": "y", "ies": "y", "ed": "", "es": "", "or": "",
    "er": "", "'s": "", "’s": "", "s": "",
}  # fmt: skip
_LAST_Y = regex("(?<=[^aeiou])y$")
_DOUBLING = ("ing", "ed")
_DOUBLED = regex(r"(?<=..)([bdgmnprt])\1$")
_SHORTEST_STEM = 3  # letters


def words(text: str) -> list[str]:
    """Lower-case words in order; digits count, punctuation and underscores do not."""
    if text.isascii():  # else lower case may have more letters, and other words
        return _WORD.findall(text.lower())
    return [w.lower() for w in _WORD.findall(text)]


@lru_cache(maxsize=4096)
def word_set(text: str) -> frozenset[str]:
    """Its words. Kept for a while: several steps of a recall look at the same texts."""
    return frozenset(words(text))


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """A lower-case English word without its ending: direct for director, directed and directions; lives is liv.

    studies, studied and studying are one (studi), movies and movie are (movi), jogging and jog are (jog); party and
    part are two, butter and butt.
    """
    for ending, instead in _ENDINGS.items():
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            word = word.removesuffix(ending) + instead
            word = _DOUBLED.sub(r"\1", word) if ending in _DOUBLING else word
            break
    return _LAST_Y.sub("i", word.rstrip("e"))


@lru_cache(maxsize=200_000)
def stems_in_order(text: str) -> tuple[str, ...]:
    """Kept for a while: what many things hang together with is looked at by many questions."""
    return tuple(stem(word) for word in words(text))


def stems(text: str) -> frozenset[str]:
    return frozenset(stems_in_order(text))


def with_cjk_bigrams(text: str) -> str:
    """The text with each run of Chinese, Japanese or Korean characters spaced into overlapping bigrams.

    SQLite's unicode61 tokenizer keeps such a run as one word; bigrams on both sides make parts of it findable.
    """
    if text.isascii():
        return text
    return _CJK.sub(lambda run: f" {_bigrams(run.group())} ", text)


def _bigrams(run: str) -> str:
    if len(run) == 1:
        return run
    return " ".join(run[i : i + 2] for i in range(len(run) - 1))


def normalized(text: str) -> str:
    """For comparing statements: NFKC, case folded, single spaces, no closing punctuation."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return _SPACE.sub(" ", folded).strip().rstrip(".!… ")


def without_accents(text: str) -> str:
    """As it is typed on a keyboard without such letters: Paweł → Pawel, Inês → Ines. Other scripts stay as they are."""
    plain = without_marks(text).translate(_PLAIN_LETTERS)
    return plain if plain.isascii() else text


def without_marks(text: str) -> str:
    """Each letter without what stands over or under it, where that is a sign of its own: ê → e, but ł stays."""
    return "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))


_PLAIN_LETTERS = str.maketrans(
    {**dict(zip("łŁøØđĐı", "lLoOdDi", strict=True)), "ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "þ": "th"}
)


def content_hash(text: str) -> str:
    """SHA-256 of the normalized text, hexadecimal."""
    return sha256(normalized(text).encode()).hexdigest()


def spoken_date(at: datetime) -> str:
    """As people write it: 8 May 2023. English month names whatever the locale."""
    return f"{at.day} {MONTH_NAMES[at.month - 1]} {at.year}"


def weekday(at: datetime) -> str:
    """In short: Mon. English whatever the locale."""
    return _WEEKDAYS[at.weekday()]


MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def with_small_start(text: str) -> str:
    """As within a sentence: "Found a flat" → "found a flat"; a word that is shouted is made small whole."""
    first = text.partition(" ")[0]
    is_shouted = len(first) > 1 and first.isupper()
    return f"{first.lower()}{text[len(first) :]}" if is_shouted else f"{text[:1].lower()}{text[1:]}"
