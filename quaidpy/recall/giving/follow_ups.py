"""What was said later of what a result says? Short turns right behind it, and turns that come back to it with a change.

A new value is seldom said in the words of the question: "gunnar complains the amber is too close to the lamp, he picked
magenta" answers "which colour for low water?" only for whom has read "amber for low water" before.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from itertools import islice

from quaidpy.domain.identity import TurnId, turn_id
from quaidpy.domain.language.instructions import looks_like_instruction
from quaidpy.domain.language.stop_words import COURTESIES, OF_TALKING, STOP_WORDS
from quaidpy.domain.language.text import stem, words
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.recall.queries import Aim, Corpus, Filter
from quaidpy.domain.recall.traces import Form, Result
from quaidpy.recall.finding.candidates import assemble
from quaidpy.recall.giving.forms import content_stems
from quaidpy.recall.giving.order import is_about_now
from quaidpy.recall.giving.passage_selection import best_passages
from quaidpy.recall.giving.surrounding_turns import asks
from quaidpy.recall.judging.scoring import Scored
from quaidpy.recall.state import RecallTools, State
from quaidpy.shipped.names import WordList, words_of_talk

_Said = tuple[Turn, str]
"""A turn and what is given of it."""

_HEAD = 3  # best results that are followed up
_BEHIND = 3  # turns behind a result that may go on with it
_STANDS_ALONE = 6  # content words; who says fewer goes on with what was said
_SAME_TALK = timedelta(hours=1)
_MOST_TERMS = 16  # rare words of a result that are searched for in what was said later
_LOOKED_AT = 8  # later turns that have most of them
_MOST_TOKENS = 60  # of a result that is searched for, and of a later turn that is given
_RARE = 0.6  # 0-1, as the index tells it; a word below it links nothing
_SHARED = 0.12  # of what a later turn's words weigh, that the result has with two rare words or more
_SHARED_BY_ONE = 0.2  # the same with one
_AS_CLOSE = 0.7  # of the largest share; of what comes as close the newest is given
_VALUE = re.compile(r"\d|(?<=[a-z,:] )[A-Z]\w")


def with_follow_ups(
    given: Sequence[tuple[Scored, Result]], state: State, tools: RecallTools
) -> list[tuple[Scored, Result]]:
    """The results, the best with what was said later of them; what stands whole in the line of a better one goes."""
    place = state.plan.keep_turns
    if place is None or state.query.aim is Aim.RANK:
        return list(given)
    later = _Later(state, tools, place)
    followed: list[tuple[Scored, Result]] = []
    shown: set[TurnId] = set()
    whole: set[TurnId] = set()
    for found, result in given:
        turn = result.evidence[0] if result.evidence else None
        if turn is not None and turn.id in whole:
            continue
        if turn is not None:
            shown.add(turn.id)
        is_followed = turn is not None and len(followed) < _HEAD and result.line.form is not Form.STATEMENT
        said = later.said_of(turn, result.line.text, shown) if turn is not None and is_followed else []
        shown |= {each.id for each, _ in said}
        whole |= {each.id for each, text in said if text == each.text}
        line = replace(result.line, later=tuple(said)) if said else result.line
        followed.append((found, replace(result, line=line) if said else result))
    return followed


@dataclass(frozen=True, slots=True)
class _Later:
    """What was said after a turn, within the bounds of the question."""

    state: State
    tools: RecallTools
    place: Filter

    def said_of(self, turn: Turn, given: str, shown: AbstractSet[TurnId]) -> list[_Said]:
        """In order of time: `given` is what the result gives of its turn; what is `shown` is not told twice."""
        said = [each for each in self._right_behind(turn) if each.id not in shown]
        if is_about_now(self.state.plan):
            known = {*shown, *(each.id for each in said)}
            change = self._change_of(turn, given, known)
            if change is not None:
                behind = (each for each in self._right_behind(change[0]) if each.id not in known)
                return [*_whole(said), change, *_whole(behind)]
        return _whole(said)

    def _right_behind(self, turn: Turn) -> list[Turn]:
        """Short turns of people that go on with it, up to the last that tells a value; who asks between them counts."""
        if turn.role is Role.ASSISTANT:
            return []
        ids = [turn_id(turn.episode, turn.seq + step) for step in range(1, _BEHIND + 1)]
        seen = self._seen(ids)
        kept: list[Turn] = []
        for each in (seen[identity] for identity in ids if identity in seen):
            if not _is_same_talk(turn, each) or not (_is_short(each.text) or _is_asked_back(each)):
                break
            if each.role is not Role.ASSISTANT and (asks(each) or content_stems(each.text)):
                kept.append(each)
        while kept and not _tells_something(kept[-2:]):
            kept.pop()
        return [each for each in kept if not looks_like_instruction(each.text)]

    def _change_of(self, turn: Turn, given: str, known: AbstractSet[TurnId]) -> _Said | None:
        """The turn that has most of the rare words of what is given and tells of a change; of several the newest."""
        if turn.at is None:
            return None
        terms = self._rare_words(_about_the_question(given, self.state.weights))
        later = [each for each in self._later_with(terms, turn) if each.id not in known] if terms else []
        # What tells of no change in all that it says, which most does not, tells of none in any passage.
        telling = (each for each in later if _tells_change(each.text))
        passages = [_passage(each, terms) for each in telling if not looks_like_instruction(each.text)]
        told = [said for said in passages if _tells_change(said[1])]
        shares = self._shared([text for _, text in told], terms)
        closest = max(shares, default=0.0)
        close = [said for said, share in zip(told, shares, strict=True) if share >= _AS_CLOSE * closest > 0]
        return max(close, key=lambda said: (said[0].at or turn.at, said[0].id), default=None)

    def _rare_words(self, text: str) -> dict[str, float]:
        """The stems of the rare words and how telling each is, 0-1; first those that the most texts have."""
        rarity = self.tools.search.rarity(_content_words(text), Corpus.TURNS)
        rare = sorted((rarity[word], word) for word in rarity if rarity[word] >= _RARE)
        return {stem(word): weight for weight, word in rare}

    def _later_with(self, terms: Iterable[str], turn: Turn) -> list[Turn]:
        assert turn.at is not None, "only what has a date has a later"
        start = turn.at + timedelta(minutes=1)
        keep = replace(self.place, since=max(self.place.since or start, start))
        hits = self.tools.search.text(
            " ".join(islice(terms, _MOST_TERMS)), Corpus.TURNS, keep, limit=_LOOKED_AT
        )
        found = self._seen([TurnId(hit.node) for hit in hits]).values()
        return [each for each in found if each.role is not Role.ASSISTANT and not asks(each)]

    def _seen(self, ids: Sequence[TurnId]) -> dict[TurnId, Turn]:
        """Those that may be given as results of this question, and that nobody flagged."""
        candidates, _ = assemble(ids, self.state.plan, self.tools.store)
        unflagged = (each for each in candidates if not any(memory.flagged for memory in each.memories))
        return {each.turn.id: each.turn for each in unflagged if each.turn is not None}

    def _shared(self, texts: Sequence[str], terms: Mapping[str, float]) -> list[float]:
        """Of each text the share of what its words weigh that it has of the terms; 0 where too little links the two."""
        said = [_content_words(text) for text in texts]
        weights = self.tools.search.rarity(sorted({word for each in said for word in each}), Corpus.TURNS)
        return [_share_of(terms, {word: weights[word] for word in each}) for each in said]


def _share_of(terms: Mapping[str, float], weights: Mapping[str, float]) -> float:
    common = [word for word in weights if stem(word) in terms]
    every = math.fsum(weights.values())
    share = math.fsum(weights[word] for word in common) / every if every else 0.0
    links = sum(weights[word] >= _RARE and not word[:1].isdigit() for word in common)
    least = _SHARED if links > 1 else _SHARED_BY_ONE
    return share if links and share >= least else 0.0


def _whole(turns: Iterable[Turn]) -> list[_Said]:
    return [(turn, turn.text) for turn in turns]


def _tells_something(last: Sequence[Turn]) -> bool:
    """Whether the last turn answers the one before it, or tells a value; what only reacts or asks does not."""
    *before, turn = last
    return not asks(turn) and (any(map(asks, before)) or _VALUE.search(turn.text) is not None)


def _is_short(text: str) -> bool:
    """Whether it needs what stands before it to be understood; days and figures do not make it longer."""
    return sum(not word[:1].isdigit() for word in _content_words(text)) < _STANDS_ALONE


def _is_same_talk(turn: Turn, later: Turn) -> bool:
    return turn.at is None or later.at is None or later.at - turn.at <= _SAME_TALK


def _is_asked_back(turn: Turn) -> bool:
    """Whether an assistant only asks: "Did they offer another date?"."""
    return turn.role is Role.ASSISTANT and asks(turn)


def _about_the_question(given: str, weights: Mapping[str, float]) -> str:
    return _cut(given, best_passages(given, weights, most_tokens=_MOST_TOKENS))


def _passage(turn: Turn, terms: Mapping[str, float]) -> _Said:
    return turn, _cut(turn.text, best_passages(turn.text, terms, most_tokens=_MOST_TOKENS))


def _cut(text: str, spans: Sequence[tuple[int, int]]) -> str:
    return " … ".join(text[start:end].strip() for start, end in spans) or text


def _content_words(text: str) -> list[str]:
    """Each once, without possessive ends; no words of every talk, nor of days and counts."""
    said = dict.fromkeys(word.removesuffix("'s").removesuffix("’s") for word in words(text))
    return [word for word in said if word not in _of_every_talk()]


@cache
def _of_every_talk() -> frozenset[str]:
    return STOP_WORDS | COURTESIES | OF_TALKING | words_of_talk("times_and_counts")


def _tells_change(text: str) -> bool:
    """Whether it says that something is other than it was, or denies or ends something and tells a value."""
    if _any_of("changes").search(text):
        return True
    return bool(_any_of("endings").search(text) and _VALUE.search(text))


@cache
def _any_of(listed: WordList) -> re.Pattern[str]:
    phrases = sorted(map(re.escape, words_of_talk(listed)), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)", re.IGNORECASE)
