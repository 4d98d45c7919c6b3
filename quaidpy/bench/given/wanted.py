"""Which words must stand in the block for a question to be answered, and do they?

Gold turns are wanted as the data set names them. Where it names sessions, an answering turn is wanted of each that has
words which only the answer has, and which those wanted before it lack: the session that has most of them first. (A set
may name every session that a question touches; the answer stands in some of them.) Where no session has such words
("yes"), all are wanted. The answering turn is the one whose best passage holds most of the content words of question
and answer, rare words counting more and those that only the answer has counting double; a turn that is worth three
quarters of it answers as well. So do several turns of the session that together have three quarters of its words of
question and answer, and of those for which the session is wanted; and a turn of another gold session that has as much
by itself. A turn of up to 400 characters must stand in the block whole. Of a longer one any run of
60 characters of its answering passage is enough: the passage of up to 400 characters that holds most of the same
words. White space, case, markdown and escaping do not matter.
"""

import html
import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
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

_RUN = 60  # characters
_AS_GOOD = 0.75  # of the best answering turn's worth; people say what matters twice, and either will do
_ADDS = (
    0.34  # of what the most telling session has of the answer's own words, that another must add to be wanted
)
_WORD = re.compile(r"[^\W_]+")


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
class Told:
    """How much of which words must be told: `enough` of each kind, by the weights of its stems."""

    enough: tuple[tuple[Weights, float], ...]

    def is_in(self, words: str) -> bool:
        return all(worth(words, weights) >= least for weights, least in self.enough)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """One gold turn, or one gold session, with the turns any of which will do, the best first.

    `beside`: turns of the session that tell a part; enough of them together will do.
    """

    unit: str
    turns: tuple[AnsweringTurn, ...]
    beside: tuple[AnsweringTurn, ...] = ()
    told: Told = Told(enough=())

    def is_in(self, bare_block: str) -> bool:
        if any(turn.is_in(bare_block) for turn in self.turns):
            return True
        said = " ".join(turn.words for turn in self.beside if turn.is_in(bare_block))
        return bool(said) and self.told.is_in(said)


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
        told = {
            unit: turns
            for unit in question.gold
            if unit in self._units and (turns := _by_worth(self._units[unit], weights))
        }
        if not self._by_session:
            return [Wanted(unit=unit, turns=_answering(turns, weights)) for unit, turns in told.items()]
        only_told = content_stems(question.answer) - content_stems(question.text)
        adding = _telling(told, {stem: weights[stem] for stem in only_told})
        return [
            _wanted_of_session(unit, told, (weights, adds))
            for unit, adds in (adding or dict.fromkeys(told, weights)).items()
        ]


def _wanted_of_session(
    unit: str, told: Mapping[str, Sequence[AnsweringTurn]], kinds_of_words: tuple[Weights, Weights]
) -> Wanted:
    """The session's own answering turns, then those of other gold sessions that tell as much."""
    own = told[unit]
    enough = Told(
        enough=tuple((weights, _AS_GOOD * worth(own[0].words, weights)) for weights in kinds_of_words)
    )
    others = (turn for other, turns in told.items() if other != unit for turn in turns)
    as_good = tuple(turn for turn in others if enough.is_in(turn.words))
    answering = _answering(own, kinds_of_words[0])
    return Wanted(unit=unit, turns=(*answering, *as_good), beside=tuple(own), told=enough)


def _telling(found: Mapping[str, Sequence[AnsweringTurn]], only_told: Weights) -> dict[str, Weights]:
    """The units that tell something of the answer, the most telling first; of each the words none before it tells."""
    left = only_told
    least = _ADDS * max((worth(turns[0].words, left) for turns in found.values()), default=0.0)
    telling: dict[str, Weights] = {}
    while left and len(telling) < len(found):
        rest = {unit: worth(turns[0].words, left) for unit, turns in found.items() if unit not in telling}
        unit = max(rest, key=lambda each: rest[each])
        if rest[unit] <= least:
            break
        telling[unit] = left
        told = stems(found[unit][0].words)
        left = {stem: weight for stem, weight in left.items() if stem not in told}
    return telling


def _by_worth(documents: Sequence[Document], weights: Weights) -> list[AnsweringTurn]:
    """Each with its best passage, the worthiest first; the earlier of two equals first."""
    found = [(*best_passage(str(document["text"]), weights), document) for document in documents]
    return [
        AnsweringTurn(
            id=str(document["doc_id"]),
            speaker=str(document.get("speaker") or ""),
            passage=passage,
            words=bare_words(passage),
            is_long=len(str(document["text"])) > MOST_CHARACTERS,
        )
        for _, passage, document in sorted(found, key=lambda each: -each[0])
        if bare_words(passage)
    ]


def _answering(turns: Sequence[AnsweringTurn], weights: Weights) -> tuple[AnsweringTurn, ...]:
    """Those that are worth nearly as much as the best."""
    least = _AS_GOOD * worth(turns[0].passage, weights)
    return tuple(turn for turn in turns if worth(turn.passage, weights) >= least)


def bare_words(text: str) -> str:
    """Only words and numbers, case folded, a space between: what markup, quotes and escaping leave as it is."""
    folded = unicodedata.normalize("NFKC", html.unescape(text)).casefold()
    return " ".join(_WORD.findall(folded))
