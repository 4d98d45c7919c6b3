"""Can two statements both be true of the same time? By words alone: a "not", an opposite, a figure, a name."""

import re
from dataclasses import dataclass

from quaidpy.domain.language.measures import are_same
from quaidpy.domain.language.word_forms import root_of
from quaidpy.domain.memories.quotations import statement_alone
from quaidpy.domain.memories.sameness import Lexicon, Sense
from quaidpy.regex import regex

_ASIDES = frozenset(root_of(word) for word in ("now", "anymore", "still", "already", "currently", "today"))
"""Words that tell the newer of two statements, and are none of what either says."""
_NEGATING = (("un", ""), ("in", ""), ("im", ""), ("ir", ""), ("il", ""), ("dis", ""), ("non", ""))
_TURNED = (*_NEGATING, ("dis", "en"), ("down", "up"), ("de", "in"), ("de", "en"), ("off", "on"))
_SHORTEST = 3  # letters that must be left beside the beginning


def opposition(one: Sense, other: Sense, lexicon: Lexicon) -> str | None:
    """Why two statements of the same words cannot both be true of the same time; None when they can.

    Only of what lasts: two figures or a "not" of past events may each be true of its own occasion.
    """
    if set(one.names) != set(other.names) or _tense(one) or _tense(other):
        return None
    mine, theirs = (
        set(one.content) - set(other.content) - _ASIDES,
        set(other.content) - set(one.content) - _ASIDES,
    )
    is_alike = are_same(one.measures, other.measures)
    if one.is_negated != other.is_negated:
        is_denied = not mine and not theirs and is_alike
        return "one says not what the other says" if is_denied else None
    if one.is_negated:
        return None
    return _contrary(one, other, (mine, theirs), lexicon, is_alike=is_alike)


def _contrary(
    one: Sense, other: Sense, rest: tuple[set[str], set[str]], lexicon: Lexicon, *, is_alike: bool
) -> str | None:
    mine, theirs = rest
    if is_alike and len(mine) == len(theirs) == 1 and are_opposite(min(mine), min(theirs), lexicon):
        return "one says the opposite of the other"
    if mine or theirs:
        return None
    if is_alike:
        return "they put it the other way round" if _is_reversed(one, other) else None
    is_figure = len(one.measures) == len(other.measures) == 1
    if is_figure and one.measures[0].dimension == other.measures[0].dimension:
        return "they give different figures"
    return None


def _tense(sense: Sense) -> str:
    return sense.tense.replace("anymore", "").strip()


def _is_reversed(one: Sense, other: Sense) -> bool:
    """Tabs over spaces, spaces over tabs: after the same word of order comes what came before it."""
    mine, theirs = dict(one.bound), dict(other.bound)
    shared = mine.keys() & theirs.keys()
    return bool(shared) and all(
        mine[word] != theirs[word]
        and theirs[word] in one.order[: one.order.index(mine[word])]
        and mine[word] in other.order[: other.order.index(theirs[word])]
        for word in shared
    )


def are_opposite(one: str, other: str, lexicon: Lexicon) -> bool:
    """By the table, or by how the words begin: enabled and disabled, upgrade and downgrade, locked and unlocked."""
    if lexicon.opposites.get(one) == other or lexicon.opposites.get(other) == one:
        return True
    return any(_turns(one, other, *each) or _turns(other, one, *each) for each in _TURNED)


def _turns(word: str, other: str, beginning: str, instead: str) -> bool:
    rest = word.removeprefix(beginning)
    return rest != word and len(rest) >= _SHORTEST and other == instead + rest


def opposition_key(sense: Sense, lexicon: Lexicon) -> frozenset[str]:
    """Equal for statements that may oppose one another: without asides, and each word as one of its two opposites."""
    return frozenset(_neutral(word) for word in lexicon.without_opposites(sense.key - _ASIDES))


def _neutral(word: str) -> str:
    for beginnings in _TURNED:
        for beginning in beginnings:
            rest = word.removeprefix(beginning)
            if beginning and rest != word and len(rest) >= _SHORTEST:
                return rest
    return word


@dataclass(frozen=True, slots=True)
class Identification:
    """Who or what the one thing of a kind is: `kind` the words for it, `is_it` how it is called."""

    kind: frozenset[str]
    is_it: str


_DEFINITE = r"(?:[Tt]he|[Mm]y|[Oo]ur|[A-Z][\w-]*['’]s)"
_NAME = r"[A-Z][\w'’.-]*(?: (?:of |the |van |de )?[A-Z][\w'’.-]*)*"
_CODE = r"[\w~/-]*[./@_:][\w@./:-]*\w|[\w.-]*\d[\w.-]*"
_IS = regex(
    rf"^({_DEFINITE} [^,;]+?) (?:is|are)(?: now)?(?: called| named| set to)? (?:the )?({_NAME}|{_CODE}|\w+)\W*$"
)
_IS_THE = regex(rf"^({_NAME}) is(?: now)? ({_DEFINITE} [^,;]+?)\W*$")
_LITTLE = frozenset(["the", "of", "my", "our", "for", "in", "is", "a", "s", "now", "current"])
_ONE_OF_MANY = frozenset(
    """
    brother child daughter member niece nephew only part remake result sequel sister son story subject twin work
    """.split()  # noqa: SIM905 - a word list reads as one
)
"""What many are of the same thing, though each is called "the" one."""
_ONE_OF_A_KIND = frozenset(["favourite", "favorite", "called", "named", "name"])


def identification(text: str) -> Identification | None:
    """What a statement says the one of its kind is: "the head of the lab is Ana". None when it says no such thing."""
    if (found := _IS_THE.match(text)) and found[2].split()[1] not in _ONE_OF_MANY:
        return Identification(_kind(found[2]), found[1].lower())
    found = _IS.match(text)
    if found is None:
        return None
    is_plain = found[2].islower() and found[2].isalpha()
    if is_plain and _ONE_OF_A_KIND.isdisjoint(text.lower().split()):
        return None  # "the car is red": many things can be said of it
    return Identification(_kind(found[1]), found[2].lower())


def _kind(words: str) -> frozenset[str]:
    tokens = re.findall(r"[\w-]+", re.sub(r"['’]s\b", "", words.lower()))
    return frozenset(root_of(token) for token in tokens if token not in _LITTLE)


_THING = r"(?:the |her |his |their |its |our )?([\w./+#-]+(?: [\w./+#-]+){0,2}?)"
_NOT_BY_IT = "".join(rf"(?<!\b{word} )" for word in ("is", "are", "was", "were", "be", "been", "being"))
"""What is sold leaves nothing behind: who sells does."""
_NO_THING = r"(?!(?:a|an|about|again|approximately|at|by|for|from|in|more|off|on|out|over|some|than|to|up)\b)"
_LEAVING = regex(
    rf"\b(?:switched|moved|migrated|changed|went|upgraded|away) from {_THING} to\b"
    rf"|\breplaced {_THING} (?:with|by)\b"
    rf"|{_NOT_BY_IT}\b(?:sold|dropped|abandoned|ditched|removed|got rid of|broke up with) {_NO_THING}{_THING}"
    r"(?= and\b|[.,;]|$)"
    rf"|(?<![\w./+#-]){_THING} (?:is|are) (?:gone|discontinued|deprecated|no longer used)\b"
)


def left_behind(text: str) -> str | None:
    """What a statement says has been given up for something else: "switched from npm to pnpm" leaves npm."""
    found = _LEAVING.search(statement_alone(text))
    return next((thing for thing in found.groups() if thing), None) if found else None
