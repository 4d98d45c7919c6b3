"""Of whom does a text speak, when a question asks about somebody? "I" is its speaker, "you" whom it is said to."""

import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from quaidpy.domain.episodes import Role
from quaidpy.domain.identity import NodeId
from quaidpy.domain.stop_words import COURTESIES
from quaidpy.domain.text import stem, words
from quaidpy.recall.candidates import Candidate
from quaidpy.recall.planning import Plan

_OF_SELF = re.compile(r"\b(?:i|me|my|mine|myself|we|us|our|ours|ourselves)\b(?!\.)", re.IGNORECASE)
_TO_LISTENER = re.compile(r"\b(?:you|yours?|yourself|yourselves)\b", re.IGNORECASE)
_DENIES = re.compile(r"\b(?:not|never|no|none|yet|cannot)\b|n['’]t\b", re.IGNORECASE)
_END = re.compile(r"(?<=[.!?…])\s+")
_CLOSES = re.compile(r"\s*(?:[,.!?;:–-]|$)")
_LONGEST_NAME = 3  # words

Share: TypeAlias = Callable[[Collection[str]], float]
"""Of what the question's words weigh, the share that these stems have."""


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


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    stems: frozenset[str]
    words: frozenset[str]
    is_of_self: bool
    is_to_listener: bool
    asks: bool
    denies: bool


def who_is_asked_about(plan: Plan, candidates: Iterable[Candidate]) -> Asked | None:
    """None when the question names nobody who speaks in the candidates.

    A speaker who is called LiHua is named by "Li Hua", too, beside somebody who is known by name.
    """
    speakers = {speaker for candidate in candidates if (speaker := _speaker(candidate))}
    known = speakers & plan.people
    if not known:
        return None
    spoken = words(plan.text)
    runs = {
        "".join(_bare(word) for word in spoken[start : start + length])
        for length in range(1, _LONGEST_NAME + 1)
        for start in range(len(spoken) - length + 1)
    }
    meant = known | {speaker for speaker in speakers if "".join(words(speaker)) in runs}
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
    lead is divided by the root of how many others there are. `weights`: of the stems of the question.
    """
    if asked is None:
        return Others()
    of_names = {stem(name) for name in asked.names}
    telling = {word: weight for word, weight in weights.items() if word not in of_names}
    every = math.fsum(telling.values())

    def share(spoken: Collection[str]) -> float:
        return (
            math.fsum(weight for word, weight in telling.items() if word in spoken) / every if every else 0.0
        )

    of_self, said = _by_speaker(asked, candidates, share)
    if not of_self:
        return Others()
    first = max(sorted(of_self), key=lambda speaker: of_self[speaker])
    theirs = max(_told_of_them(candidate, asked, share) for candidate in candidates)
    rest = max((most for speaker, most in said.items() if speaker != first), default=0.0)
    return Others(
        lead=(of_self[first] - max(theirs, rest)) / math.sqrt(len(said)),
        behind=_best(relevances, (c for c in candidates if _speaker(c) in asked.speakers))
        - _best(relevances, (c for c in candidates if is_about_another(asked, c))),
        leader=next(c.turn.speaker for c in candidates if c.turn and _speaker(c) == first) or "",
    )


def _by_speaker(
    asked: Asked, candidates: Sequence[Candidate], share: Share
) -> tuple[dict[str, float], dict[str, float]]:
    """Of everybody else, the most of the question that one sentence has: told of themselves, and of any kind."""
    of_self, said = dict[str, float](), dict[str, float]()
    for candidate in candidates:
        speaker = _speaker(candidate)
        if speaker is None or speaker in asked.speakers:
            continue
        for sentence in _sentences_of(candidate):
            said[speaker] = max(said.get(speaker, 0.0), share(sentence.stems))
            if _tells_of_self(sentence, asked) and not sentence.denies:
                of_self[speaker] = max(of_self.get(speaker, 0.0), share(sentence.stems))
    return of_self, said


def _best(relevances: Mapping[NodeId, float], candidates: Iterable[Candidate]) -> float:
    return max((relevances.get(candidate.key, 0.0) for candidate in candidates), default=0.0)


def is_about_another(asked: Asked, candidate: Candidate) -> bool:
    """Whether somebody else tells of themselves in it, and nothing in it is of or to whom the question names."""
    speaker = _speaker(candidate)
    if speaker is None or speaker in asked.speakers or _remembered_of_them(candidate, asked):
        return False
    sentences = _sentences_of(candidate)
    return any(_tells_of_self(sentence, asked) for sentence in sentences) and not any(
        sentence.is_to_listener or _speaks_of(sentence, asked) for sentence in sentences
    )


def _told_of_them(candidate: Candidate, asked: Asked, share: Share) -> float:
    """What speaks for somebody's being spoken of: half of it by what is stated, half by all that they say."""
    speaker, sentences = _speaker(candidate), _sentences_of(candidate)
    if speaker is None:
        return share({stem(word) for text in _texts(candidate) for word in words(text)})
    if speaker in asked.speakers:
        stated = [one for one in sentences if not one.asks and (one.is_of_self or not one.is_to_listener)]
        return (share(_stems(stated)) + share(_stems(sentences))) / 2
    of_them = [one for one in sentences if not one.asks and (one.is_to_listener or _speaks_of(one, asked))]
    shares = [share(one.stems) for one in of_them]
    return max([*shares, *(share(one) for one in _remembered_of_them(candidate, asked))], default=0.0)


def _remembered_of_them(candidate: Candidate, asked: Asked) -> list[frozenset[str]]:
    """The stems of each of its memories that calls them by name."""
    texts = (words(memory.text) for memory in candidate.memories)
    return [
        frozenset(map(stem, spoken)) for spoken in texts if not asked.names.isdisjoint(map(_bare, spoken))
    ]


def _tells_of_self(sentence: _Sentence, asked: Asked) -> bool:
    return (
        sentence.is_of_self
        and not sentence.asks
        and not sentence.is_to_listener
        and not _speaks_of(sentence, asked)
    )


def _speaks_of(sentence: _Sentence, asked: Asked) -> bool:
    """Whether they are named in it; "Thanks, Ana!" only calls."""
    return any(_is_named(sentence.text, name) for name in sentence.words & asked.names)


def _is_named(text: str, name: str) -> bool:
    for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE):
        before = text[: found.start()].rstrip()
        is_set_off = not before or before[-1] in ",;:–-" or before.split()[-1].casefold() in COURTESIES
        if not (is_set_off and _CLOSES.match(text, found.end())):
            return True
    return False


def _speaker(candidate: Candidate) -> str | None:
    """A person who said it, lower case; None for what an assistant, a document or nobody known said."""
    turn = candidate.turn
    return turn.speaker.casefold() if turn and turn.speaker and turn.role is Role.USER else None


def _texts(candidate: Candidate) -> list[str]:
    turn = candidate.turn
    return [*([turn.text] if turn else []), *(memory.text for memory in candidate.memories)]


def _sentences_of(candidate: Candidate) -> tuple[_Sentence, ...]:
    return _sentences(candidate.turn.text) if candidate.turn else ()


@lru_cache(maxsize=2_000)
def _sentences(text: str) -> tuple[_Sentence, ...]:
    return tuple(_sentence(one) for one in _END.split(text.strip()) if one)


def _sentence(text: str) -> _Sentence:
    spoken = words(text)
    return _Sentence(
        text=text,
        stems=frozenset(map(stem, spoken)),
        words=frozenset(map(_bare, spoken)),
        is_of_self=bool(_OF_SELF.search(text)),
        is_to_listener=bool(_TO_LISTENER.search(text)),
        asks=text.rstrip().endswith("?"),
        denies=bool(_DENIES.search(text)),
    )


def _stems(sentences: Iterable[_Sentence]) -> frozenset[str]:
    return frozenset(each for sentence in sentences for each in sentence.stems)


def _bare(word: str) -> str:
    return word.removesuffix("'s").removesuffix("’s")
