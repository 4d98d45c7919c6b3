"""Which later turn tells of a change of what a result says?

A new value is seldom said in the words of the question: "gunnar complains the amber is too close to the lamp, he picked
magenta" answers "which colour for low water?" only for whom has read "amber for low water" before. Words find what may
go on with a result; how near it is by meaning, to the result and to the question, decides.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import cache, cached_property, lru_cache, partial
from itertools import filterfalse, islice
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from quaidpy.domain.identity import TurnId, turn_id, turns_beside
from quaidpy.domain.language.needed_literals import folded
from quaidpy.domain.language.stop_words import COURTESIES, OF_TALKING, STOP_WORDS
from quaidpy.domain.language.text import stem, words
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.recall.queries import Corpus, Filter, Hit
from quaidpy.domain.time.written_dates import MONTH, WEEKDAY
from quaidpy.ports.embedding import Vector
from quaidpy.recall.finding.candidates import assemble
from quaidpy.recall.giving.order import is_about_now, words_weight
from quaidpy.recall.giving.passage_selection import best_passages
from quaidpy.recall.giving.surrounding_turns import asks
from quaidpy.recall.giving.trust import reads_like_an_order
from quaidpy.recall.state import RecallTools, State, calibration_of
from quaidpy.recall.understanding.prompt_intent import wants_done
from quaidpy.recall.understanding.value_forms import form_of_value
from quaidpy.regex import regex
from quaidpy.shipped.names import WordList, is_given_name_only, words_of_talk

Said: TypeAlias = tuple[Turn, str]
"""A turn and what is given of it."""

_MOST_TERMS = 16  # rare words of a result that are searched for in what was said later
_LOOKED_AT = 8  # later turns that have most of them
_SOON = timedelta(days=60)
_SOON_LOOKED_AT = 24  # turns of that time, the nearest
_MOST_TOKENS = 60  # of a result that is searched for, and of a later turn that is given
_MOST_OF_AN_ECHO = 24  # tokens; it names the thing
_MOST_ASKED = 20  # tokens of a result that say what is asked for
_RARE = 0.6  # 0-1, as the index tells it; a word below it links nothing
# How near a later turn is: how close by meaning to the result, 1 for what says the same as the embedder is calibrated,
# and what the next four add. Fitted on 3,200 later turns, D252.
_TO_QUESTION = 0.7  # for being as close to the question
_TELLS_OF_CHANGE = 0.22
_IS_RESULT = 0.4
_NAMES_IT = 0.63  # for being the only one with a rare word of what the result says to the question
_NEAR_ENOUGH = 1.0
_NEAR_ENOUGH_FOR_WORK = 1.5  # what is to be done asks for many things, and for no change of one
_AS_NEAR = 0.08  # below the nearest; of what comes as near the newest is given
_RARE_AS_A_NAME = 0.8  # 0-1, likewise; so rare is a word that names what is spoken of
_BEHIND_NEAR_QUESTION = 0.25  # of 1; what is farther goes on with no result that it stands right behind
_TEXTS_KEPT = 4096  # texts of which is kept what they say: several results look at the same later turns
_FROM_A_DAY = regex(
    r"\b(?:from|as of|starting|effective) (?:the )?(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?)?"
    rf"(?:{MONTH}|{WEEKDAY}|next (?:week|month|term|year)|tomorrow|today|now)\b(?! (?:to|till|until|through|–|-))",
    re.IGNORECASE,
)
_VALUE = regex(rf"\d|(?<=[a-z,:] )[A-Z]\w|\b{WEEKDAY}s?\b")


@dataclass(frozen=True)
class LaterTurns:
    """What was said after the turns of the results, within the bounds of the question.

    `results`: the turns of all results, each with the question of somebody else that it answers.
    """

    state: State
    tools: RecallTools
    place: Filter
    results: Mapping[TurnId, str]
    _echoes: dict[TurnId, Turn] = field(default_factory=dict, init=False)
    """Assistants' answers that name what the turn before them only points at."""
    _soon: set[TurnId] = field(default_factory=set, init=False)
    """Turns of the same conversation in the weeks after a result that say that something is otherwise."""

    def change_of(
        self, turn: Turn, given: str, known: AbstractSet[TurnId], *, is_settled: bool = False
    ) -> Said | None:
        """The newest of the nearest that tell of a change, or a value; None without vectors to compare.

        `given`: what the result gives of its turn. `known`: turns that are not wanted again. `is_settled`: the graph
        states that the result is the whole answer; then a value is none of its changes.
        """
        tells = names_change if is_settled else _tells_change
        if turn.at is None:
            return None
        rare = self._rare_words(
            _cut(given, best_passages(given, self.state.weights, most_tokens=_MOST_TOKENS))
        )
        terms = _by_stem(rare)
        later = [each for each in self._later_with(rare, turn) if each.id not in known] if rare else []
        # What tells of no change in all that it says, which most does not, tells of none in any passage.
        passages = (_passage(each, terms) for each in later if tells(each.text))
        linked = (said for said in passages if tells(said[1]) and self._is_linked(said, terms))
        told = [said for said in linked if self._answers(said) and not reads_like_an_order(said[0].text)]
        naming = _names_of_it(_asked_for(given, self.state.weights), terms, told)
        near = self._nearness(turn, told, naming) if told else []
        nearest = max(near, default=0.0)
        least = max(self._near_enough, nearest - _AS_NEAR)
        close = [said for said, how in zip(told, near, strict=True) if how >= least]
        return max(close, key=lambda said: (said[0].at or turn.at, said[0].id), default=None)

    def _answers(self, said: Said) -> bool:
        """Whether it, or the answer that names what it is about, has a value of the form that the question asks for."""
        form = form_of_value(self.state.plan.text)
        turn, text = said
        echo = self._echoes.get(turn.id)
        return (
            form is None
            or form.search(text) is not None
            or (echo is not None and form.search(echo.text) is not None)
        )

    def echo_of(self, said: Said, of: str) -> list[Said]:
        """The answer that names what the words of the change leave out, of what the result says."""
        turn, text = said
        echo = self._echoes.get(turn.id)
        if echo is None or not _linking_words(of).isdisjoint(_linking_words(text)):
            return []
        terms = dict.fromkeys(map(stem, content_words(text)), 1.0)
        return [_passage(echo, terms, most_tokens=_MOST_OF_AN_ECHO)]

    def seen(self, ids: Sequence[TurnId]) -> dict[TurnId, Turn]:
        """Those that may be given as results of this question, and that nobody flagged."""
        self.tools.asking.foresee(partial(self.tools.store.read_ahead, self.tools.owner, ids))
        candidates, _ = assemble(ids, self.state.plan, self.tools.store)
        unflagged = (each for each in candidates if not any(memory.flagged for memory in each.memories))
        return {each.turn.id: each.turn for each in unflagged if each.turn is not None}

    def _rare_words(self, text: str) -> dict[str, float]:
        """The rare words and how telling each is, 0-1; first those that the most texts have."""
        rarity = self.tools.search.rarity(self.tools.owner, content_words(text), Corpus.TURNS)
        return {word: rare for rare, word in sorted((rarity[w], w) for w in rarity) if rare >= _RARE}

    @cached_property
    def are_wanted(self) -> bool:
        """Whether changes belong to the answer."""
        return is_about_now(self.state.plan)

    @cached_property
    def _near_enough(self) -> float:
        return _NEAR_ENOUGH_FOR_WORK if wants_done(self.state.plan.query.text) else _NEAR_ENOUGH

    def near_question(self, turns: Sequence[Turn]) -> set[TurnId]:
        """Those that are as near to the question by meaning as what goes on with a result is; all without vectors."""
        if self._asked is None:
            return {turn.id for turn in turns}
        stored = self.tools.search.vectors(self.tools.owner, [turn.id for turn in turns])
        question, closeness = _array(self._asked), calibration_of(self.state, self.tools).closeness
        return {
            TurnId(identity)
            for identity, vector in stored.items()
            if closeness(float(_array(vector) @ question)) >= _BEHIND_NEAR_QUESTION
        }

    @property
    def _asked(self) -> "Vector[float] | None":
        return self.state.asked_vector or self.state.vector

    @cached_property
    def _asked_words(self) -> dict[str, float]:
        """By their stems."""
        return _by_stem(self._rare_words(self.state.plan.text))

    def _later_with(self, rare: Iterable[str], turn: Turn) -> list[Turn]:
        """Of people, no questions: those with most of the rare words, and the results."""
        assert turn.at is not None, "only what has a date has a later"
        start = turn.at + timedelta(minutes=1)
        keep = replace(self.place, since=max(self.place.since or start, start))
        hits, soon = self.tools.asking.together(
            partial(self._with_words, " ".join(islice(rare, _MOST_TERMS)), keep),
            partial(self._soon_after, turn),
        )
        others = [TurnId(hit.node) for hit in hits if hit.node not in self.results]
        others += [each for each in soon if each not in others]
        found = {**self._seen_results, **(self.seen(others) if others else {})}
        found |= self._echoed_by(found.values())
        return [
            each
            for each in found.values()
            if each.role is not Role.ASSISTANT and not asks(each) and each.at is not None and each.at >= start
        ]

    def _with_words(self, text: str, keep: Filter) -> list[Hit]:
        hits = self.tools.search.text(text, Corpus.TURNS, keep, limit=_LOOKED_AT)
        self.tools.asking.foresee(partial(self._ask_ahead_of, hits))
        return hits

    def _ask_ahead_of(self, hits: Sequence[Hit]) -> None:
        """Of turns that may tell of a change, and of those right before them."""
        turns = [TurnId(hit.node) for hit in hits]
        before = [near for turn in turns if (near := turns_beside(turn)[0]) is not None]
        self.tools.asking.together(
            partial(self.tools.store.read_ahead, self.tools.owner, [*turns, *before]),
            partial(self.tools.search.vectors, self.tools.owner, [*turns, *before]),
        )

    def _soon_after(self, turn: Turn) -> list[TurnId]:
        """What comes near it in the same conversation in the weeks after, and says that something is otherwise.

        Among those who speak with one another all the time it goes without saying what: "they've moved us to the 21st".
        """
        assert turn.at is not None, "only what has a date has a later"
        vector = self.tools.search.vectors(self.tools.owner, [turn.id]).get(turn.id)
        if vector is None:
            return []
        start = turn.at + timedelta(minutes=1)
        keep = replace(self.place, since=max(self.place.since or start, start), until=turn.at + _SOON)
        hits = self.tools.search.nearest(vector, Corpus.TURNS, keep, limit=_SOON_LOOKED_AT)
        self.tools.asking.foresee(partial(self._ask_ahead_of, hits))
        changed = [
            each for each in self.seen([TurnId(hit.node) for hit in hits]).values() if names_change(each.text)
        ]
        episodes = [turn.episode, *dict.fromkeys(each.episode for each in changed)]
        sources = {e.id: e.source_key for e in self.tools.store.episodes(self.tools.owner, episodes)}
        here = [each.id for each in changed if sources[each.episode] == sources[turn.episode]]
        self._soon.update(here)
        return here

    def _echoed_by(self, turns: Iterable[Turn]) -> dict[TurnId, Turn]:
        """What was said right before an assistant named the thing: "bring it down to 1290" "The cutoff is 1290 now"."""
        echoes = {
            turn_id(each.episode, each.seq - 1): each
            for each in turns
            if each.role is Role.ASSISTANT and each.seq and not asks(each)
        }
        found = self.seen(list(echoes)) if echoes else {}
        self._echoes.update({identity: echoes[identity] for identity in found})
        return found

    @cached_property
    def _seen_results(self) -> dict[TurnId, Turn]:
        return self.seen(list(self.results))

    def _is_linked(self, said: Said, terms: Mapping[str, float]) -> bool:
        """Whether a rare word of the result, or of the question where it is a result itself, stands in it."""
        turn, text = said
        if turn.id in self._soon:
            return True
        if turn.id in self._echoes:
            text = f"{text} {self._echoes[turn.id].text}"
        if turn.id in self.results:
            terms = {**terms, **self._asked_words}
            text = f"{self.results[turn.id]} {text}"
        return not terms.keys().isdisjoint(_linking_words(text))

    def _nearness(self, turn: Turn, told: Sequence[Said], naming: AbstractSet[str]) -> list[float]:
        """By meaning, by words of change and such as name what is asked for, and by being a result itself."""
        asked = self._asked
        echoes = [self._echoes[each.id].id for each, _ in told if each.id in self._echoes]
        stored = self.tools.search.vectors(
            self.tools.owner, [turn.id, *(each.id for each, _ in told), *echoes]
        )
        if asked is None or turn.id not in stored:
            return [0.0] * len(told)
        result, question = _array(stored[turn.id]), _array(asked)
        closeness = calibration_of(self.state, self.tools).closeness

        def how_near(said: Said) -> float:
            each, text = said
            echo = self._echoes.get(each.id, each)
            vectors = [_array(stored[one.id]) for one in (each, echo) if one.id in stored]
            close = max(
                closeness(float(v @ result)) + _TO_QUESTION * closeness(float(v @ question)) for v in vectors
            )
            return (
                close
                + _TELLS_OF_CHANGE * names_change(text)
                + _IS_RESULT * (each.id in self.results)
                + _NAMES_IT * (not naming.isdisjoint(_linking_words(text)))
            )

        return [how_near(said) if said[0].id in stored else 0.0 for said in told]


def ask_ahead(turns: Sequence[Turn], tools: RecallTools) -> None:
    """Of turns that are followed up: how rare their words are."""
    said = dict.fromkeys(word for turn in turns for word in content_words(turn.text))
    tools.search.rarity(tools.owner, list(said), Corpus.TURNS)


def _array(vector: "Vector[float]") -> NDArray[np.float32]:
    return np.frombuffer(vector, dtype=np.float32)


@lru_cache(maxsize=_TEXTS_KEPT)
def content_words(text: str) -> tuple[str, ...]:
    """Each once, without possessive ends; no words of every talk, nor of days and counts."""
    said = dict.fromkeys(word.removesuffix("'s").removesuffix("’s") for word in words(text))
    return tuple(filterfalse(_of_every_talk().__contains__, said))


def _asked_for(given: str, weights: Mapping[str, float]) -> str:
    """What a result says to the question, of all that is given of it; without words of it, everything."""
    if not words_weight(given, weights):
        return given
    return _cut(given, best_passages(given, weights, most_tokens=_MOST_ASKED))


def _names_of_it(asked_for: str, rarity: Mapping[str, float], told: Iterable[Said]) -> set[str]:
    """The words in it that hardly anything else has, and of these later turns one only: a pub, a tool, somebody."""
    said = Counter(word for _, text in told for word in _linking_words(text))
    return {
        word
        for word in _linking_words(asked_for)
        if rarity.get(word, 0.0) >= _RARE_AS_A_NAME and said[word] == 1
    }


def _by_stem(rare: Mapping[str, float]) -> dict[str, float]:
    return {stem(word): how for word, how in rare.items()}


@lru_cache(maxsize=_TEXTS_KEPT)
def _linking_words(text: str) -> frozenset[str]:
    """The stems of its content words; figures link nothing."""
    return frozenset(stem(word) for word in content_words(text) if not word.isdecimal())


def _passage(turn: Turn, terms: Mapping[str, float], *, most_tokens: int = _MOST_TOKENS) -> Said:
    return turn, _cut(turn.text, best_passages(turn.text, terms, most_tokens=most_tokens))


def _cut(text: str, spans: Sequence[tuple[int, int]]) -> str:
    return " … ".join(text[start:end].strip() for start, end in spans) or text


@cache
def _of_every_talk() -> frozenset[str]:
    return STOP_WORDS | COURTESIES | OF_TALKING | words_of_talk("times_and_counts")


@lru_cache(maxsize=_TEXTS_KEPT)
def _tells_change(text: str) -> bool:
    """Whether it says that something is other than it was, or denies or ends something, or tells a value."""
    return _names_any(text, "changes", "endings") or tells_value(text)


@lru_cache(maxsize=_TEXTS_KEPT)
def names_change(text: str) -> bool:
    """Whether it says so by a word for change, or by the day from which something holds."""
    return _names_any(text, "changes") or _FROM_A_DAY.search(text) is not None


def tells_value(text: str) -> bool:
    """Whether it has a figure, a name or a weekday; names of people also where they are written small."""
    return _VALUE.search(text) is not None or any(map(is_given_name_only, words(text)))


def _names_any(text: str, *listed: WordList) -> bool:
    # Compared in lower case: a search for which case does not count takes four times as long.
    return _any_of(listed).search(folded(text)) is not None


@cache
def _any_of(listed: tuple[WordList, ...]) -> re.Pattern[str]:
    phrases = {phrase for each in listed for phrase in words_of_talk(each)}
    longest_first = sorted(map(re.escape, phrases), key=lambda phrase: (-len(phrase), phrase))
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)")
