"""Which capital words of a question may name somebody?"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from quaidpy.domain.language.languages import language_of
from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.domain.language.text import stem, words
from quaidpy.domain.language.word_forms import TITLES
from quaidpy.domain.time.written_dates import MONTHS, WEEKDAYS
from quaidpy.regex import regex
from quaidpy.shipped.names import is_everyday_word, is_given_name_only

_SHORT = 3  # letters, with which many a name is also a word or an abbreviation somewhere
_SHORTEST_ENDING = 2  # letters
MOST_WORDS = 40  # of a question, looked through for names
_CAPITAL_NOUNS = "de"
_DETERMINERS = frozenset(
    ["the", "a", "an", "this", "which", "what", "last", "next", "every", "each", "any", "some", "other", "first", "new"]
)  # fmt: skip
_ARTICLES = frozenset(["the", "a", "an"])
_PLACE_OR_TIME = frozenset(
    ["in", "on", "at", "during", "since", "until", "before", "after", "near", "into", "through"]
)
_CALENDAR = frozenset({*MONTHS, *WEEKDAYS})
_NO_NAMES = STOP_WORDS | _CALENDAR | TITLES
_NO_NAME_AFTER = _DETERMINERS | _PLACE_OR_TIME
_TOWARDS = (
    "according", "important", "dear", "kind", "happen", "mean", "meant", "matter", "belong", "give", "gave", "given",
    "gift", "present", "offer", "lend", "lent", "sell", "sold", "show", "shown", "say", "said", "speak", "spoke",
    "talk", "write", "wrote", "written", "letter", "message", "reply", "explain", "recommend", "suggest", "introduce",
    "apologize", "listen", "married", "engaged", "related", "similar", "propose", "promise",
)  # fmt: skip
_TO_SOMEBODY = frozenset(map(stem, _TOWARDS))
_SUPPOSES = frozenset(["would", "could", "might", "should"])


@dataclass(frozen=True, slots=True)
class _CapitalWord:
    """`before`: the two words before it, lower case, empty where there are none."""

    name: str
    before: tuple[str, str]
    is_possessive: bool


def bare_name(text: str) -> str:
    """Without quotes, stops and the ending of a possessive."""
    return text.strip(" ?!.,;:\"'“”()").removesuffix("'s").removesuffix("’s")


def single_names(text: str) -> list[str]:
    """Capital words that stand alone; "Ben Johnson" is not a Ben."""
    return [word.name for word in _capital_words(text)]


def names_asked_about(text: str) -> list[str]:
    """Of those, what may be somebody: not "the Alps", "in June", "to Canada"; none where all nouns have capitals.

    Who has something is somebody wherever that is ("in Ana's car"); so is whom something is given or said to.
    """
    if language_of(text) == _CAPITAL_NOUNS:
        return []
    supposes = text.split(maxsplit=1)[0].casefold() in _SUPPOSES if text.strip() else False
    return [
        word.name
        for word in _capital_words(text)
        if word.name.casefold() not in _CALENDAR and _may_be_somebody(word, supposes=supposes)
    ]


@lru_cache(maxsize=64)  # several steps ask it of the same question
def words_of_names(text: str) -> frozenset[str]:
    """Words that may be of the name of somebody or something in particular, lower case: of "Gareth Fenn" both.

    None where all nouns have capitals, and none of the first word, which has one anyway.
    """
    if language_of(text) == _CAPITAL_NOUNS:
        return frozenset()
    tokens = text.split()[:MOST_WORDS]
    names = [bare_name(token) for token in tokens]
    pairs = pairwise(name.casefold() for name in names)
    return frozenset(
        word
        for place, (name, (before, folded)) in enumerate(zip(names[1:], pairs, strict=True), start=1)
        if name[:1].isupper() and folded not in _NO_NAMES and before not in _NO_NAME_AFTER
        if not _begins_sentence(tokens, place) or is_given_name_only(folded)
        for word in words(name)
    )


def _begins_sentence(tokens: Sequence[str], place: int) -> bool:
    """Whether it has its capital for that alone; "Dr." and "St." end nothing."""
    if not place or not tokens[place - 1].rstrip('"”)').endswith((".", "!", "?")):
        return not place
    before = bare_name(tokens[place - 1])
    return len(before) > _SHORTEST_ENDING and before.casefold() not in TITLES


@lru_cache(maxsize=64)
def names_of_somebody(text: str) -> frozenset[str]:
    """Words of it, lower case, that are given names and nothing else, or of whom has something: "Zorp's bike".

    Without a capital only given names of some length, and who stands between "does" and a verb as no thing does.
    """
    tokens = map(bare_name, text.split()[:MOST_WORDS])
    things = called_with_an_article(text)
    owners = frozenset(
        word.name.casefold()
        for word in _capital_words(text)
        if word.is_possessive
        and word.name.casefold() not in _NO_NAMES
        and language_of(text) != _CAPITAL_NOUNS
    )
    return (
        owners
        | _lone_subjects(text)
        | frozenset(
            word
            for token in tokens
            for word in words(token)
            if (len(word) > _SHORT or token[:1].isupper())
            and is_given_name_only(word)
            and word not in STOP_WORDS
            if word not in things
        )
    )


def _lone_subjects(text: str) -> frozenset[str]:
    """Who does something without an article, by a word of no other use: "does priyanka have kids"."""
    found = (match["who"] for match in _LONE_SUBJECT.finditer(text))
    return frozenset(who for who in found if who not in _NO_NAMES and not is_everyday_word(who))


_LONE_SUBJECT = regex(
    r"\b(?:does|did) (?P<who>[a-zà-ÿ]{4,20}) (?:have|get|go|want|like|love|live|work|play|eat|drink|drive|speak|own|say"
    r"|sing|come|start|use|need|know|think|take|teach|study|run|do|open|break|leave|move|buy|sell|meet|marry|see|call)\b"
)


@lru_cache(maxsize=64)
def called_with_an_article(text: str) -> frozenset[str]:
    """Words, lower case, that only stand behind an article and without a capital: "gloria" of "the gloria evening"."""
    tokens = [bare_name(token) for token in text.split()[:MOST_WORDS]]
    told = [
        (word.casefold(), before.casefold() in _ARTICLES and word.islower())
        for before, word in pairwise(["", *tokens])
    ]
    return frozenset(word for word, is_thing in told if is_thing) - {
        word for word, is_thing in told if not is_thing
    }


def _may_be_somebody(word: _CapitalWord, *, supposes: bool) -> bool:
    """What is only supposed may have been made by anybody: "Would she like a song by Vivaldi?"."""
    earlier, before = word.before
    if before in _DETERMINERS:
        return False
    if word.is_possessive:
        return True
    if not before or before in _PLACE_OR_TIME:
        return False
    if before == "to":
        return stem(earlier) in _TO_SOMEBODY
    return not (before == "by" and supposes)


@lru_cache(maxsize=64)
def _capital_words(text: str) -> tuple[_CapitalWord, ...]:
    """Capital words without another beside them."""
    tokens = text.split()[:MOST_WORDS]
    names = [bare_name(token) for token in tokens]
    is_name = [name[:1].isupper() and name.casefold() not in STOP_WORDS for name in names]
    earlier = list(pairwise(["", "", *(name.casefold() for name in names)]))
    return tuple(
        _CapitalWord(
            name,
            ("", "") if _begins_sentence(tokens, place) else earlier[place],
            tokens[place].rstrip('?!.,;:"”)').endswith(("'s", "’s", "s'", "s’")),
        )
        for place, name in enumerate(names)
        if is_name[place] and not any(is_name[max(0, place - 1) : place] + is_name[place + 1 : place + 2])
    )
