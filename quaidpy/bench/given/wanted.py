"""Which words must stand in the block for a question to be answered, and do they?

Gold turns are wanted as the data set names them. Where it names sessions, an answering turn is wanted of each that has
words which only the answer has, and which those wanted before it lack: the session that has most of them first. (A set
may name every session that a question touches; the answer stands in some of them.) Where no session has such words
("yes"), all are wanted. The answering turn is the one whose best passage holds most of the content words of question
and answer, rare words counting more and those that only the answer has counting double; a turn that is worth three
quarters of it answers as well. A turn of up to 400 characters must stand in the block whole. Of a longer one any run of
60 characters of its answering passage is enough: the passage of up to 400 characters that holds most of the same
words. White space, case, markdown and escaping do not matter.
"""

import html
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from quaidpy.bench.data.datasets import Document, Question, World
from quaidpy.bench.given.passages import (
    MOST_CHARACTERS,
    Rarity,
    Weights,
    best_passage,
    content_stems,
    worth,
)
from quaidpy.domain.language.text import stems
from quaidpy.regex import regex

_RUN = 60  # characters
_AS_GOOD = 0.75  # of the best answering turn's worth; people say what matters twice, and either will do
_ADDS = (
    0.34  # of what the most telling session has of the answer's own words, that another must add to be wanted
)
_WORD = regex(r"[^\W_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweringTurn:
    """A turn that answers. `passage`: the whole of a short one. `words`: those of the passage, bare."""

    id: str
    speaker: str
    passage: str
    words: str
    is_long: bool

    def is_in(self, bare_block: str) -> bool:
        if not self.is_long or len(self.words) <= _RUN:
            return f" {self.words} " in f" {bare_block} "
        return any(self.words[i : i + _RUN] in bare_block for i in range(len(self.words) - _RUN + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """One gold turn, or one gold session, with the turns any of which will do; the best first."""

    unit: str
    turns: tuple[AnsweringTurn, ...]

    def is_in(self, bare_block: str) -> bool:
        return any(turn.is_in(bare_block) for turn in self.turns)


class Gold:
    """What the questions of one world want."""

    def __init__(self, world: World, *, by_session: bool) -> None:
        self._rarity = Rarity(str(document["text"]) for document in world.documents)
        self._by_session = by_session
        self._units = defaultdict[str, list[Document]](list)
        for document in world.documents:
            self._units[str(document["session_id" if by_session else "doc_id"])].append(document)

    def wanted(self, question: Question) -> list[Wanted]:
        """For each gold unit that the world holds and that has a word; of sessions those that tell the answer."""
        weights = self._rarity.weights(question.text, question.answer)
        units = [unit for unit in question.gold if unit in self._units]
        found: dict[str, Sequence[AnsweringTurn]] = {
            unit: _answering(self._units[unit], weights) for unit in units
        }
        only_told = content_stems(question.answer) - content_stems(question.text)
        if self._by_session and (
            telling := _telling({u: t for u, t in found.items() if t}, weights, only_told)
        ):
            found = telling
        return [Wanted(unit=unit, turns=tuple(turns)) for unit, turns in found.items() if turns]


def _telling(
    found: Mapping[str, Sequence[AnsweringTurn]], weights: Weights, only_told: AbstractSet[str]
) -> dict[str, Sequence[AnsweringTurn]]:
    """The units that tell something of the answer that those before them do not, the most telling first."""
    left = {stem: weights[stem] for stem in only_told}
    least = _ADDS * max((worth(turns[0].words, left) for turns in found.values()), default=0.0)
    telling: dict[str, Sequence[AnsweringTurn]] = {}
    while len(telling) < len(found):
        rest = {unit: worth(turns[0].words, left) for unit, turns in found.items() if unit not in telling}
        unit = max(rest, key=lambda each: rest[each])
        if rest[unit] <= least or not left:
            break
        telling[unit] = found[unit]
        told = stems(found[unit][0].words)
        left = {stem: weight for stem, weight in left.items() if stem not in told}
    return telling


def _answering(documents: Sequence[Document], weights: Weights) -> list[AnsweringTurn]:
    """Those that are worth nearly as much as the best; the earlier of two equals first."""
    found = [(*best_passage(str(document["text"]), weights), document) for document in documents]
    ranked = sorted(found, key=lambda each: -each[0])
    return [
        AnsweringTurn(
            id=str(document["doc_id"]),
            speaker=str(document.get("speaker") or ""),
            passage=passage,
            words=bare_words(passage),
            is_long=len(str(document["text"])) > MOST_CHARACTERS,
        )
        for value, passage, document in ranked
        if value >= _AS_GOOD * ranked[0][0] and bare_words(passage)
    ]


def bare_words(text: str) -> str:
    """Only words and numbers, case folded, a space between: what markup, quotes and escaping leave as it is."""
    folded = unicodedata.normalize("NFKC", html.unescape(text)).casefold()
    return " ".join(_WORD.findall(folded))
