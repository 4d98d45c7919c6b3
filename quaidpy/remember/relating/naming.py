"""Who holds a role, by the names beside it: "my sister Nina", "Theo is my vet", "her kids, Bram (9) and Lieke (6)"?"""

from collections.abc import Iterator
from enum import Enum, auto

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.remember.relating.parties import Held, Sentence
from quaidpy.remember.relating.phrases import PREPOSITIONS
from quaidpy.remember.words.name_evidence import is_possible
from quaidpy.remember.words.verbs import is_verb_like

IS = frozenset({"is", "'s", "am", "are"})
CALLED = frozenset({"called", "named"})
CAN_BE = frozenset(EntityType) - {EntityType.CONCEPT, EntityType.EVENT}
"""Types of names that may be somebody's, as a capital letter alone has them."""
ENDS_A_NAME = frozenset({"", ".", ",", "!", "(", "and", "btw", ";", "-", "—"})
LEADS_ELSEWHERE = frozenset({"of", "with", "for", "to", "and", "than", "like", "by", "'s", "if", ","})
"""Words before a name that make it another's, or one of several."""
_ASIDES = frozenset({",", ":", "-", "—", "–", "("})
_ENDS_AN_ASIDE = frozenset({",", ".", "!", ")", "", ";", "-", "—", "–", "who"})
_ENDS_A_ROLE = ENDS_A_NAME - {"btw", "("} | frozenset(
    {")", "but", "now", "too", "from", "at", "in", "since", "here", "so", "–", "who", ":"}
)
_SAYS_SOMETHING_OF = frozenset({"is", "lives", "works", "has", "moved", "says", "got", "who"})
_OWNERS = frozenset({"'s", "'"})
_PLURALS = frozenset({"twins", "children", "kids"})
_LEAST_LETTERS = 3


class Place(Enum):
    """Where a name stands that a role may be for."""

    CLOSE = auto()  # "my sister Nina"
    ASIDE = auto()  # "my sister, Nina, …"
    TOLD = auto()  # "my sister is Nina"
    CALLED = auto()  # "my sister is called Nina"


def holders(sentence: Sentence, held: Held) -> Iterator[tuple[EntityDraft, bool]]:
    """Who holds the role, and whether that is over, as the words around it say."""
    yield from ((name, False) for name in _named_after(sentence, held))
    yield from _named_before(sentence, held)


def names_from(sentence: Sentence, held: Held, at: int, place: Place) -> Iterator[EntityDraft]:
    """The name that stands there, or the names of several who hold the role together."""
    if not is_of_several(held):
        if (name := name_at(sentence, at, place)) is not None:
            yield name
        return
    while (name := _listed(sentence, at)) is not None:
        yield name
        at = _over_brackets(sentence, at + 1)
        if sentence.word(at) not in {",", "and", "&"}:
            return
        at += 1 + (sentence.word(at + 1) in {"and", "&"})


def name_at(sentence: Sentence, at: int, place: Place) -> EntityDraft | None:
    """The name there, if it is one that a role can be for."""
    named, after = sentence.named(at), sentence.word(at + 1)
    if named is None:
        return None if place is Place.ASIDE else _small_name(sentence, at, place)
    if named.type not in CAN_BE or (after in _OWNERS and place is not Place.CLOSE):
        return None
    is_first_of_list = after == "," and sentence.named(at + 2) is not None
    if place is Place.ASIDE and (after not in _ENDS_AN_ASIDE or is_first_of_list):
        return None
    return None if place is Place.TOLD and after in IS else named


def is_of_several(held: Held) -> bool:
    """Whether the role is told of more than one."""
    return (held.words[-1].endswith("s") and held.words[-1] != "boss") or held.words[-1] in _PLURALS


def _named_after(sentence: Sentence, held: Held) -> Iterator[EntityDraft]:
    """My sister Nina; my sister, Nina; my sister in York (Nina); my sister is Nina; my sister's name is Nina."""
    at = _over_where(sentence, held.end)
    first = sentence.word(at)
    if first == "'s" and sentence.word(at + 1) == "name":
        if sentence.word(at + 2) in IS:
            yield from names_from(sentence, held, at + 3, Place.CALLED)
        return
    if first in IS:
        at += 1 + (sentence.word(at + 1) in {"also", "now", "still"})
    elif first in _ASIDES:
        at += 1
    is_called = sentence.word(at) in CALLED
    place = Place.TOLD if first in IS else Place.ASIDE if first in _ASIDES else Place.CLOSE
    yield from names_from(sentence, held, at + is_called, Place.CALLED if is_called else place)


def _over_where(sentence: Sentence, at: int) -> int:
    """Over "in York" to a name in brackets behind it."""
    if sentence.word(at) in {"in", "from", "at"} and sentence.word(at + 2) == "(":
        return at + 2
    return at


def _named_before(sentence: Sentence, held: Held) -> Iterator[tuple[EntityDraft, bool]]:
    """Nina is my sister; Nina, my sister, …; Theo is no longer my vet."""
    after = sentence.word(held.end)
    if sentence.named(held.end) is not None or after not in _ENDS_A_ROLE:
        return
    at, is_over = held.start - 1, False
    if sentence.words(at - 1, at + 1) == ("no", "longer"):
        at, is_over = at - 2, True
    elif sentence.word(at) in {"also", "now", "still", "actually"}:
        at -= 1
    if sentence.word(at) in IS - {"are"}:
        who = sentence.party(at - 1)
        if who is not None and sentence.word(at - 2) not in LEADS_ELSEWHERE and who.type in CAN_BE:
            yield who, is_over
    elif sentence.word(at) in {",", "("} and after in _ENDS_AN_ASIDE:
        who = sentence.named(at - 1)
        is_listed = after == "," and sentence.word(at - 2) in {",", "and"}
        if who is None and sentence.word(at) == "(":
            who = _only_one_named(sentence, at)
        if who is not None and who.type in {EntityType.PERSON, EntityType.THING} and not is_listed:
            yield who, False


def _only_one_named(sentence: Sentence, at: int) -> EntityDraft | None:
    """Of "Ida came along (my niece, 12)" Ida: the only name of the sentence so far, with which it begins."""
    named = [token.named for token in sentence.tokens[:at] if token.named is not None]
    return named[0] if len(named) == 1 and sentence.named(0) == named[0] else None


def _listed(sentence: Sentence, at: int) -> EntityDraft | None:
    """A name of a list, also one that chat writes small where an age stands behind it."""
    if (named := sentence.named(at)) is not None:
        return named if named.type in CAN_BE and sentence.word(at + 1) != "'s" else None
    is_aged = sentence.word(at + 1) == "(" and sentence.word(at + 2).isdigit()
    return _person(sentence.word(at)) if is_aged and _can_name(sentence.word(at)) else None


def _over_brackets(sentence: Sentence, at: int) -> int:
    if sentence.word(at) != "(":
        return at
    return next((end + 1 for end in range(at, at + 5) if sentence.word(end) == ")"), at)


def _small_name(sentence: Sentence, at: int, place: Place) -> EntityDraft | None:
    """A name that chat writes small, where the words around it leave nothing else: "my sister tove lives in …"."""
    word, after = sentence.word(at), sentence.word(at + 1)
    if not _can_name(word):
        return None
    if place is Place.CALLED:
        return _person(word) if after in ENDS_A_NAME or after in PREPOSITIONS else None
    is_subject = after in _SAYS_SOMETHING_OF and not word.endswith(("ing", "ly", "ed"))
    return _person(word) if place is Place.CLOSE and is_subject else None


def _can_name(word: str) -> bool:
    return word.isalpha() and len(word) >= _LEAST_LETTERS and is_possible(word) and not is_verb_like(word)


def _person(word: str) -> EntityDraft:
    return EntityDraft(name=word.title(), type=EntityType.PERSON)
