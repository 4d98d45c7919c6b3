"""Is anything told that could be the answer, where a question shows what any looks like: an age, a price, a name?

The expected answer type of question answering (Li and Roth 2002), used to be silent.
"""

import re
from collections.abc import Sequence

from quaidpy.domain.identity import adjacent_turns
from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.domain.language.text import stem, words
from quaidpy.domain.language.word_forms import CALENDAR, TITLES
from quaidpy.recall.finding.candidates import Candidate
from quaidpy.recall.judging.candidate_words import bare, bare_words, told_in, written_apart
from quaidpy.recall.judging.person_evidence import HeadOf, named_in, people_in
from quaidpy.recall.understanding.asked_value import (
    asked_the_rest_of,
    asks_two_things,
    form_of_answer,
    named_thing,
    owners_in,
    stands_near,
    subjects_in,
)
from quaidpy.recall.understanding.name_candidates import words_of_names
from quaidpy.recall.understanding.particulars import asked_by
from quaidpy.recall.understanding.planning import Plan
from quaidpy.recall.understanding.prompt_intent import wants_advice, wants_something
from quaidpy.regex import regex
from quaidpy.shipped.names import is_everyday_word, is_given_name_only

_BREATH = 160  # characters of a turn that speaks of one thing
_BEST = 5  # candidates; of these any value of the form may be meant
_SENTENCE = regex(r"(?<=[.!?])\s+|\n+")
_SAYS_NAME = regex(r"\b(?:called|named|names?|christened|nicknamed|aka)\b", re.IGNORECASE)
_OWN = regex(r"\b(?:my|our)\b", re.IGNORECASE)
_SPOKEN_TO = frozenset({"your", "yours"})
_NO_NAMES = CALENDAR | TITLES | STOP_WORDS | {"ok", "okay"}
_NAME_OF_THEM = regex(
    r"\b(?P<whose>[^\W\d_]{2,30})(?:['’]s)?(?= (?:[\w'’]{1,15} ){0,2}(?:called|named|(?:sur)?names?|christened)\b)",
    re.IGNORECASE,
)
_SIDE_BY_SIDE = regex(r"\b(?=([^\W\d_][\w-]{0,40}) ([^\W\d_][\w-]{0,40})(?![\w'’]))")
_CAPITAL = regex(r"(?<=[^\W_][ ,;:(] )[A-ZÀ-Þ][\w-]+|(?<=[^\W_] )[A-ZÀ-Þ][\w-]+|[\"“(][^\W_][\w-]+")


def lacks_answer(plan: Plan, candidates: Sequence[Candidate], head_of: HeadOf) -> bool:
    """Whether an answer has a form that nothing has of what is asked; no question of another kind lacks one.

    A value must stand near the name of whom it is asked of, or be theirs who say it; of a thing it may be in the best
    texts as well. What wants work done, or asks two things, is given what there is.
    """
    text = plan.query.text
    if wants_advice(plan.text) or wants_something(text) or asks_two_things(text):
        return False
    if (name := asked_the_rest_of(text)) is not None and not is_everyday_word(name):
        is_told = any(_tells_the_rest_of(name, said) for each in candidates for said in told_in(each))
        return not (is_told or _is_known_in_full(name, plan))
    if (thing := named_thing(text)) is not None:
        subjects = frozenset(map(bare, words(thing))) & frozenset(map(bare, plan.terms)) - named_in(plan)
        is_own = _OWN.search(text) is not None  # who asks for the name of their niece has one
        return bool(subjects) and not is_own and not _has_name(candidates, subjects, plan, head_of)
    form = form_of_answer(plan.text)
    if form is None:
        return False
    people = people_in(plan) or owners_in(text) or _called(text)
    return not (
        _has_form_by_name(form, candidates, people)
        if people
        else _has_form_by_subject(form, candidates, plan)
    )


def _called(question: str) -> frozenset[str]:
    """Whoever or whatever it names whom nobody knows: "the phone number of Gord"."""
    return frozenset(word for word in words_of_names(question) if not is_everyday_word(word))


def _has_form_by_name(form: re.Pattern[str], candidates: Sequence[Candidate], people: frozenset[str]) -> bool:
    """Whether something of that form is said by one of the people, or near their name, or in reply to who asks.

    Or to whoever is spoken to, who may be any of them: "your address at last: 4 Mill Road".
    """
    turns = {candidate.turn.id: candidate.turn for candidate in candidates if candidate.turn is not None}
    asking = {
        near
        for turn in turns.values()
        if turn.text.rstrip().endswith("?") and not people.isdisjoint(bare_words(turn.text))
        for near in adjacent_turns(turn.id)
    }
    return any(
        stands_near(form, text, people | _SPOKEN_TO)
        for candidate in candidates
        for text in told_in(candidate)
    ) or any(
        form.search(turn.text) is not None
        for turn in turns.values()
        if turn.id in asking or not people.isdisjoint(bare_words(written_apart(turn.speaker or "")))
    )


def _has_form_by_subject(form: re.Pattern[str], candidates: Sequence[Candidate], plan: Plan) -> bool:
    """Whether something of that form is said by the best, or with what the question asks it of, if it names that."""
    subjects = frozenset(stem(bare(word)) for word in subjects_in(plan.terms))
    if not subjects:
        return True
    best = [text for candidate in candidates[:_BEST] for text in told_in(candidate)]
    texts = (text for candidate in candidates for text in told_in(candidate))
    return any(form.search(text) for text in best) or any(
        _stands_with(form, text, subjects) for text in texts
    )


def _stands_with(form: re.Pattern[str], text: str, subjects: frozenset[str]) -> bool:
    """Whether something of that form stands near one of the subjects, or anywhere in what is said in one breath."""
    told = bare_words(text)
    if len(text) <= _BREATH:
        return form.search(text) is not None and not subjects.isdisjoint(map(stem, told))
    return stands_near(form, text, {word for word in told if stem(word) in subjects})


def _has_name(candidates: Sequence[Candidate], subjects: frozenset[str], plan: Plan, head_of: HeadOf) -> bool:
    """Whether a sentence that speaks of it, or the next, has any name that the question has not."""
    heads = frozenset(map(head_of, subjects))
    asked = frozenset(word for told in words(plan.query.text) for word in (told, bare(told), f"{told}s"))
    return any(
        _tells_name(f"{sentence} {following}", asked)
        for candidate in candidates
        for text in told_in(candidate)
        for sentence, following in _in_pairs(_SENTENCE.split(text))
        if not heads.isdisjoint(map(head_of, _said_and_told(bare_words(sentence))))
    )


def _is_known_in_full(name: str, plan: Plan) -> bool:
    called = (frozenset(words(full)) for each in plan.entities for full in (each.name, *each.aliases))
    return any(name in full and len(full - TITLES) > 1 for full in called)


def _tells_the_rest_of(name: str, text: str) -> bool:
    """Whether another name stands right beside it, or it says what they are called."""
    if any(found["whose"].lower() == name for found in _NAME_OF_THEM.finditer(text)):
        return True
    beside = [
        (first, second)
        for first, second in _SIDE_BY_SIDE.findall(text)
        if first[0].isupper() == second[0].isupper()  # "Amrita physio" in a list says what she is
    ]
    return any(_is_name(first) for first, second in beside if second.lower() == name) or any(
        _is_name(second) or (second.istitle() and second.lower() not in _NO_NAMES)
        for first, second in beside
        if first.lower() == name
    )


def _is_name(word: str) -> bool:
    """Whether it can be nothing but a name; behind another, a word of every day may be one: "Petra Stone"."""
    lower = word.lower()
    return lower not in _NO_NAMES and not is_everyday_word(lower)


def _said_and_told(said: frozenset[str]) -> frozenset[str]:
    """With what the words tell of in particular: who is born is a baby."""
    return said | asked_by(said)


def _in_pairs(sentences: Sequence[str]) -> list[tuple[str, str]]:
    return list(zip(sentences, [*sentences[1:], ""], strict=True))


def _tells_name(text: str, asked: frozenset[str]) -> bool:
    if _SAYS_NAME.search(text):
        return True
    named = {bare(word.lower().lstrip('"“(')) for word in _CAPITAL.findall(text)}
    named |= {word for word in words(text) if is_given_name_only(word)}
    return not named <= asked | CALENDAR | {"i"}
