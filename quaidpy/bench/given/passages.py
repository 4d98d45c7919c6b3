"""Which passage of a text holds most of the words that are looked for?"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.domain.language.text import stem, stems, words
from quaidpy.regex import regex

MOST_CHARACTERS = 400
"""A text up to this long is one passage; so long is a passage of a longer one at most."""

Weights: TypeAlias = Mapping[str, float]
"""How much it is worth that a stem stands in a passage."""

_SENTENCE_END = regex(r"(?<=[.!?…])\s++|(?<!\s)[^\S\n]*+\n\s*+")
_ANSWER_WORD = (
    2.0  # a word that only the answer has, against one of the question: it tells answer from question
)


class Rarity:
    """How telling a word is among some texts: the rarer, the more (inverse document frequency)."""

    def __init__(self, texts: Iterable[str]) -> None:
        counted = [stems(text) for text in texts]
        self._texts = len(counted)
        self._found_in = Counter(each for one in counted for each in one)

    def weights(self, question: str, answer: str = "") -> dict[str, float]:
        """The stems of a question and its answer, without stop words; those that only the answer has count double."""
        asked, told = content_stems(question), content_stems(answer)
        return {each: self._of(each) * (1.0 if each in asked else _ANSWER_WORD) for each in asked | told}

    def _of(self, each: str) -> float:
        return math.log(1 + self._texts / (1 + self._found_in[each]))


def content_stems(text: str) -> set[str]:
    return {stem(word) for word in words(text) if word not in STOP_WORDS}


def best_passage(text: str, weights: Weights) -> tuple[float, str]:
    """The worth of the passage that holds most, and the passage: of equal ones the shortest, then the first."""
    if len(text) <= MOST_CHARACTERS:
        return worth(text, weights), text
    ranked = ((worth(passage, weights), passage) for passage in _passages(text))
    return max(ranked, key=lambda found: (found[0], -len(found[1])))


def worth(text: str, weights: Weights) -> float:
    return math.fsum(sorted(weights[each] for each in stems(text) if each in weights))


def _passages(text: str) -> Iterator[str]:
    """Every stretch of whole sentences that is short enough."""
    sentences = list(_sentences(text))
    for first in range(len(sentences)):
        start, end = sentences[first]
        yield text[start:end]
        for _, later in sentences[first + 1 :]:
            if later - start > MOST_CHARACTERS:
                break
            yield text[start:later]


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Where sentences and lines begin and end; one that is too long is cut between words."""
    begin = 0
    for match in [*_SENTENCE_END.finditer(text), None]:
        end = match.start() if match else len(text)
        yield from _cut(text, begin, end)
        begin = match.end() if match else end


def _cut(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    while end - begin > MOST_CHARACTERS:
        space = text.rfind(" ", begin + 1, begin + MOST_CHARACTERS)
        until = space if space > 0 else begin + MOST_CHARACTERS
        yield begin, until
        begin = until
    if begin < end:
        yield begin, end
