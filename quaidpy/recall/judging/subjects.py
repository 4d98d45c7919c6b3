"""Of whom does a text speak, when a question asks about somebody? "I" is its speaker, "you" whom it is said to."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from quaidpy.domain.identity import NodeId
from quaidpy.domain.language.stop_words import COURTESIES
from quaidpy.domain.language.text import stem, stems_in_order, words
from quaidpy.domain.memories.episodes import Role
from quaidpy.recall.finding.candidates import Candidate
from quaidpy.recall.judging.person_evidence import LIGHT
from quaidpy.recall.understanding.planning import Plan
from quaidpy.recall.understanding.question_subjects import asks_for_somebody_else
from quaidpy.regex import regex

_OF_SELF = regex(r"\b(?:i|me|my|mine|myself|we|us|our|ours|ourselves)\b(?!\.)", re.IGNORECASE)
_TO_LISTENER = regex(r"\b(?:you|yours?|yourself|yourselves)\b", re.IGNORECASE)
_DENIES = regex(r"\b(?:not|never|no|none|yet|cannot)\b|n['’]t\b", re.IGNORECASE)
_END = regex(r"(?<=[.!?…])\s+")
_CLOSES = regex(r"\s{0,3}(?:[,.!?;:–-]|$)")
_LONGEST_NAME = 3  # words
_LIGHT_STEMS = frozenset(map(stem, LIGHT | {"day", "days"}))


@dataclass(frozen=True, slots=True)
class Asked:
    """Whom a question names: those who speak, as turns call them, and the words of their names; all lower case."""

    speakers: frozenset[str]
    names: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Others:
    """`lead` -1 to 1: how much more of the question `leader` says of themselves than anybody says of whom it names.

    `behind` -1 to 1: by how much less relevant the best is that others say of themselves than the best of those named.
    """

    lead: float = 0.0
    behind: float = 0.0
    leader: str = ""


def who_is_asked_about(plan: Plan, candidates: Iterable[Candidate]) -> Asked | None:
    """None when the question names nobody who speaks in the candidates, or asks who "takes over from Ana".

    A speaker who is called LiHua is named by "Li Hua", too, beside somebody who is known by name.
    """
    speakers = {speaker for candidate in candidates if (speaker := _speaker(candidate))}
    known = speakers & plan.people
    if not known or asks_for_somebody_else(plan.text):
        return None
    spoken = [_bare(word) for word in words(plan.text)]
    runs = {
        "".join(spoken[start : start + length])
        for length in range(1, _LONGEST_NAME + 1)
        for start in range(len(spoken) - length + 1)
    }
    meant = known | {speaker for speaker in speakers if _written_together(speaker) in runs}
    names = {word for name in (*plan.people, *meant) for word in words(name)}
    return Asked(frozenset(meant), frozenset(names))


def weigh_others(
    asked: Asked | None,
    candidates: Sequence[Candidate],
    weights: Mapping[str, float],
    relevances: Mapping[NodeId, float],
) -> Others:
    """What others say of themselves, held against what is said by, of or to whom the question names.

    To "What did Ana paint?" Ben saying "I painted it" answers nothing, Ben saying "you painted it" may. Where several
    others say it, it is a topic of many and tells nothing; and among many somebody always has the words, so that the
    lead is divided by the root of how many others there are. "Where does Ana live?" has no word to lead by.
    `weights`: of the stems of the question.
    """
    if asked is None:
        return Others()
    of_names = {stem(name) for name in asked.names}
    telling = {word: weight for word, weight in weights.items() if word not in of_names}
    if telling.keys() <= _LIGHT_STEMS:
        return Others()
    of_self, said = _by_speaker(asked, candidates, telling)
    if not of_self:
        return Others()
    first = max(sorted(of_self), key=lambda speaker: of_self[speaker])
    theirs = max(_told_of_them(candidate, asked, telling) for candidate in candidates)
    rest = max((most for speaker, most in said.items() if speaker != first), default=0.0)
    every = math.fsum(telling.values()) or 1.0
    return Others(
        lead=(of_self[first] - max(theirs, rest)) / every / math.sqrt(len(said)),
        behind=_best(relevances, (c for c in candidates if _speaker(c) in asked.speakers))
        - _best(relevances, (c for c in candidates if is_about_another(asked, c))),
        leader=next(c.turn.speaker for c in candidates if c.turn and _speaker(c) == first) or "",
    )


def is_about_another(asked: Asked, candidate: Candidate) -> bool:
    """Whether somebody else tells of themselves in it, and nothing in it is of or to whom the question names."""
    speaker = _speaker(candidate)
    if speaker is None or speaker in asked.speakers or not candidate.turn:
        return False
    text = candidate.turn.text
    if _TO_LISTENER.search(text) or not _OF_SELF.search(text) or _remembered_of_them(candidate, asked):
        return False
    sentences = _sentences(text)
    return any(_OF_SELF.search(one) and not _asks(one) for one in sentences) and not any(
        _speaks_of(one, asked) for one in sentences
    )


def _by_speaker(
    asked: Asked, candidates: Sequence[Candidate], telling: Mapping[str, float]
) -> tuple[dict[str, float], dict[str, float]]:
    """Of everybody else, the most of the question that one sentence has: told of themselves, and of any kind."""
    of_self, said = dict[str, float](), dict[str, float]()
    for candidate in candidates:
        speaker = _speaker(candidate)
        if speaker is None or speaker in asked.speakers:
            continue
        said.setdefault(speaker, 0.0)
        of_self.setdefault(speaker, 0.0)
        for sentence, hits in _met(candidate, telling):
            said[speaker] = max(said[speaker], _weight(hits, telling))
            if _tells_of_self(sentence, asked):
                of_self[speaker] = max(of_self[speaker], _weight(hits, telling))
    return of_self, said


def _told_of_them(candidate: Candidate, asked: Asked, telling: Mapping[str, float]) -> float:
    """What speaks for somebody's being spoken of: half of it by what is stated, half by all that they say."""
    speaker = _speaker(candidate)
    if speaker is None:
        return _weight(_hits(" ".join(_texts(candidate)), telling), telling)
    met = _met(candidate, telling)
    if speaker in asked.speakers:
        stated = [
            hits for one, hits in met if not _asks(one) and (_is_of_self(one) or not _is_to_listener(one))
        ]
        return (_weight(_all(stated), telling) + _weight(_all(hits for _, hits in met), telling)) / 2
    of_them = [
        hits for one, hits in met if not _asks(one) and (_is_to_listener(one) or _speaks_of(one, asked))
    ]
    of_them += [_hits(text, telling) for text in _remembered_of_them(candidate, asked)]
    return max((_weight(hits, telling) for hits in of_them), default=0.0)


def _met(candidate: Candidate, telling: Mapping[str, float]) -> list[tuple[str, frozenset[str]]]:
    """The sentences of its turn that have a word of the question, and which words of it."""
    if candidate.turn is None or not _hits(candidate.turn.text, telling):
        return []
    found = ((sentence, _hits(sentence, telling)) for sentence in _sentences(candidate.turn.text))
    return [(sentence, hits) for sentence, hits in found if hits]


def _hits(text: str, telling: Mapping[str, float]) -> frozenset[str]:
    return frozenset(filter(telling.__contains__, stems_in_order(text)))


def _weight(hits: Iterable[str], telling: Mapping[str, float]) -> float:
    return math.fsum(telling[word] for word in hits)


def _all(found: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset(word for hits in found for word in hits)


def _best(relevances: Mapping[NodeId, float], candidates: Iterable[Candidate]) -> float:
    """Of the first: they are given best first."""
    return next((relevances.get(candidate.key, 0.0) for candidate in candidates), 0.0)


def _remembered_of_them(candidate: Candidate, asked: Asked) -> list[str]:
    """Its memories that call them by name."""
    told = (memory.statement for memory in candidate.memories)
    return [text for text in told if any(_names(text, name) for name in asked.names)]


def _tells_of_self(sentence: str, asked: Asked) -> bool:
    return (
        not _asks(sentence)
        and _is_of_self(sentence)
        and not _is_to_listener(sentence)
        and not _DENIES.search(sentence)
        and not _speaks_of(sentence, asked)
    )


def _asks(sentence: str) -> bool:
    return sentence.endswith("?")


def _is_of_self(sentence: str) -> bool:
    return bool(_OF_SELF.search(sentence))


def _is_to_listener(sentence: str) -> bool:
    return bool(_TO_LISTENER.search(sentence))


def _speaks_of(sentence: str, asked: Asked) -> bool:
    """Whether they are named in it; "Thanks, Ana!" only calls."""
    return any(not is_call for name in asked.names for is_call in _names(sentence, name))


def _names(text: str, name: str) -> list[bool]:
    """For each time that the text has the name as a word, whether it only calls by it."""
    if name not in text.casefold():
        return []
    return [
        _is_call(text, found)
        for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE)
    ]


def _is_call(text: str, name: re.Match[str]) -> bool:
    before = text[: name.start()].rstrip()
    is_set_off = not before or before[-1] in ",;:–-" or before.split()[-1].casefold() in COURTESIES
    return is_set_off and bool(_CLOSES.match(text, name.end()))


def _speaker(candidate: Candidate) -> str | None:
    """A person who said it, lower case; None for what an assistant, a document or nobody known said."""
    turn = candidate.turn
    return turn.speaker.casefold() if turn and turn.speaker and turn.role is Role.USER else None


def _texts(candidate: Candidate) -> list[str]:
    turn = candidate.turn
    return [*([turn.text] if turn else []), *(memory.statement for memory in candidate.memories)]


def _sentences(text: str) -> list[str]:
    return [sentence for sentence in _END.split(text.strip()) if sentence]


@lru_cache(maxsize=4096)
def _written_together(speaker: str) -> str:
    return "".join(words(speaker))


def _bare(word: str) -> str:
    return word.removesuffix("'s").removesuffix("’s")
