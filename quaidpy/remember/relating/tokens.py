"""Of which words is a sentence made, when a name is one word and "she's" is two?"""

from collections.abc import Sequence
from dataclasses import dataclass

from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.regex import regex
from quaidpy.remember.people.entities import Named

_WORD = regex(
    r"\w+(?=n['’]t\b)|n['’]t\b|['’](?:s|m|re|ve|ll|d)\b|[^\W_]+(?:[-.&+/][^\W_]+)*[+#]*|['’](?=\s|$)|[^\w\s]"
)
_WRITTEN_OUT = {
    "im": ("i", "am"), "ive": ("i", "have"), "ill": ("i", "will"), "hes": ("he", "is"), "shes": ("she", "is"),
    "theyre": ("they", "are"), "weve": ("we", "have"), "thats": ("that", "is"), "whos": ("who", "is"),
    "youre": ("you", "are"), "gonna": ("going", "to"), "dont": ("do", "n't"), "doesnt": ("does", "n't"),
    "didnt": ("did", "n't"), "isnt": ("is", "n't"), "wasnt": ("was", "n't"), "arent": ("are", "n't"),
    "wont": ("will", "n't"), "cant": ("can", "n't"), "havent": ("have", "n't"), "hasnt": ("has", "n't"),
    "wouldnt": ("would", "n't"),
}  # fmt: skip
_SPELT = {
    "’s": "'s",
    "'m": "am",
    "'re": "are",
    "'ve": "have",
    "'ll": "will",
    "n’t": "n't",
    "’": "'",
    "cannot": "can",
}
_TITLES = frozenset({"dr", "mr", "mrs", "ms", "miss", "prof", "professor"})


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a mark, or a whole name; `word` is in lower case, `named` whom it names, `start` its place."""

    word: str
    start: int
    end: int
    named: EntityDraft | None = None

    @property
    def is_mark(self) -> bool:
        return self.named is None and not (self.word[0].isalnum() or self.word[0] in "'n")


def tokens_of(text: str, named: Sequence[Named]) -> list[Token]:
    """In the order of the text; a name of several words is one of them, with the title before it."""
    found: list[Token] = []
    names = iter([one for one in named if one.end <= len(text)])
    name = next(names, None)
    for match in _WORD.finditer(text):
        start, end = match.span()
        while name is not None and start >= name.end:
            name = next(names, None)
        if name is not None and start >= name.start:
            if start == name.start:
                _drop_title(found)
                found.append(Token(text[start : name.end].casefold(), start, name.end, name.entity))
            elif found and found[-1].end < start and end > name.end:
                found.append(Token(match[0].casefold(), start, end))
            continue
        word = match[0].casefold()
        found.extend(Token(part, start, end) for part in _parts(word, found))
    return found


def _parts(word: str, before: Sequence[Token]) -> tuple[str, ...]:
    if word == "wo" and before:
        return ("will",)
    spelt = _SPELT.get(word.replace("’", "'"), word.replace("’", "'"))
    return _WRITTEN_OUT.get(spelt, (spelt,))


def _drop_title(found: list[Token]) -> None:
    at = len(found) - 1
    if at > 0 and found[at].word == ".":
        at -= 1
    if at >= 0 and found[at].named is None and found[at].word in _TITLES:
        del found[at:]
