"""Of which type is what bears this name?"""

import re

from quaidpy.domain.graph.entities import EntityType
from quaidpy.regex import regex
from quaidpy.remember.people.no_names import begins_sentence
from quaidpy.remember.words.gazetteer import (
    ANIMALS,
    EVENT_WORDS,
    FEASTS,
    LANGUAGES,
    ORGANIZATION_WORDS,
    PLACE_WORDS,
    PLACES,
)
from quaidpy.remember.words.lowercase_names import is_where
from quaidpy.remember.words.names import is_given_name, is_of_everyday_words, is_often_given
from quaidpy.shipped.names import is_town

_PERSON_VERBS = regex(
    r"\s{1,4}(?:said|says|told|tells|thinks|loves|likes|hates|wants|asked|asks|lives|lived"
    r"|works? (?:at|for|as)|worked (?:at|for|as|with)|studies|moved|married|"
    r"plays|played|teaches|taught|born|was born|joined|wrote|recommended|suggested"
    r"|invited)\b"
)
_HONORIFIC = regex(
    r"\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Lady|Saint|Frau|Herr|Madame|Mme|Mevrouw|Meneer|Señora?|Rev|Aunt|Uncle|Grandma|Grandpa|Cousin|Coach)\.?\s+$"
)
_PLACE_BEFORE = regex(
    r"\b(?:liv(?:e|es|ed|ing) in|mov(?:e|ed|ing) (?:to|from|back to)|travel\w* (?:to|in"
    r"|around)|trip to|visit\w*|born in|"
    r"flew to|fly to|flight to|vacation in|holiday in|based in|grew up in|stay\w* in|near"
    r"|(?:am|is|are|'m|'s|’s|'re|comes?|came|originally|back|hail\w*|mov\w+|rang|travel\w*|flew|flight|train|bus|drove|all|hi"
    r"|somebody|someone|guy|girl|friend|family|born) from"
    r"|drove to)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_COMPANY_BEFORE = regex(
    r"\b(?:work(?:s|ed|ing)? (?:at|for|with)|job at|intern\w* (?:at|with)|hired by|employed "
    r"(?:at|by)|position at|role at|"
    r"stud(?:y|ies|ied|ying) at|graduated from|degree from|enrolled (?:at|in)|founded|ceo of"
    r"|volunteer\w* (?:at|for|with)|"
    r"company called|startup called|client)\s+(?:the\s+|a company called\s+)?$",
    re.IGNORECASE,
)
_SURELY_A_FIRM = regex(r"\b(?:company|startup|firm|employer|client) (?:called|named) $", re.IGNORECASE)
_SURELY_A_PLACE = regex(
    r"\b(?:liv(?:e|es|ed|ing)|born|based|grew up|arriv\w+) in $|\b(?:trip|flight|flew|fly|drove) to $",
    re.IGNORECASE,
)
"""What a given name is not beside: nobody lives in Anna."""
_PROJECT_BEFORE = regex(
    r"\b(?:project|app|website|product|repo|repository|library|codename[d]?)\s+(?:called\s+|named\s+|is\s+)?$",
    re.IGNORECASE,
)
_PROJECT_AFTER = regex(r"\s{1,4}(?:project|app|codebase|repo|repository|initiative|prototype)\b")
_ABBREVIATED = 3  # letters in capitals that are no name: RAF
_ARTICLE = regex(r"\b(?:[Tt]he|[Aa]n?) $")
_SAINT = regex(r"\b[Ss]t\.? $")


def type_of_name(name: str) -> EntityType | None:
    """What a name tells by itself; None when it could be anything."""
    lower = name.casefold().removeprefix("the ")
    words = lower.split() or [""]  # a model may name nothing
    if lower in PLACES:
        return EntityType.PLACE
    if words[-1] in ORGANIZATION_WORDS or " & " in lower or words[0] in _BEFORE_FIRMS:
        return EntityType.ORGANIZATION
    if words[0] in FEASTS or (words[-1] in EVENT_WORDS and len(words) > 1):
        return EntityType.EVENT
    if (words[-1] in PLACE_WORDS and len(words) > 1) or words[0] in _BEFORE_PLACES:
        return EntityType.PLACE
    is_of_words = len(words) <= 4 and not any(map(str.isdigit, words))
    is_called_so = is_given_name(words[0]) and is_of_words and not {"the", "of", "and"} & set(words)
    if is_called_so or _INITIALED.fullmatch(lower):
        return EntityType.PERSON
    return EntityType.CONCEPT if lower in LANGUAGES else None


_INITIALED = regex(r"(?:[^\W\d_]\. ?){1,3}[^\W\d_]{2,}(?:-[^\W\d_]{2,})?")  # "J. R. Okafor"
_BEFORE_PLACES = frozenset({"mount", "lake", "river", "rua", "via", "san", "santa"})
_BEFORE_FIRMS = frozenset({"university", "bank", "ministry", "church"})


def type_in_context(text: str, name: str, start: int, end: int) -> EntityType:
    """What a name at characters [start, end) of a text tells together with the words beside it."""
    before, after = text[max(0, start - 40) : start], text[end : end + 30]
    # "Pigeon wants the order by ten"
    is_word = is_of_everyday_words(name.lower()) and begins_sentence(text, start)
    is_person = bool(_PERSON_VERBS.match(text, end)) and len(name.split()) <= 3 and not is_word
    lower = name.casefold()
    is_inside = is_where(before) and " " not in name and is_given_name(lower) and not is_often_given(lower)
    clues = (
        (bool(_SAINT.search(before)), EntityType.PLACE),
        (bool(_HONORIFIC.search(before)), EntityType.PERSON),
        (bool(_SURELY_A_FIRM.search(before)), EntityType.ORGANIZATION),
        (is_inside or bool(_SURELY_A_PLACE.search(before)), EntityType.PLACE),
        (not _is_thing_by_article(before, name), type_of_name(name)),
        (bool(_COMPANY_BEFORE.search(before)), EntityType.ORGANIZATION),
        (bool(_PROJECT_BEFORE.search(before) or _PROJECT_AFTER.match(after)), EntityType.PROJECT),
        (bool(_PLACE_BEFORE.search(before)) and _can_be_place(name), EntityType.PLACE),
        (is_person, EntityType.PERSON),
        (_is_town(name) and bool(_WHERE.search(before)), EntityType.PLACE),
    )
    return next((kind for holds, kind in clues if holds and kind), EntityType.THING)


_WHERE = regex(
    r"\b(?:in|to|from|near|at|through|around|via|outside|between|towards?|visit\w*|over) (?:the )?"
    r"(?:[A-ZÀ-Þ][\w-]+(?: [A-ZÀ-Þ][\w-]+)?(?:, | and | or |, and ))*$"
)
"""Where a town is named, alone or with others; elsewhere the name may be anybody's."""


def _can_be_place(name: str) -> bool:
    """Whether it is no abbreviation, no handle with a capital within, and no department of everyday words."""
    is_handle = " " not in name and name[1:] != name[1:].lower()
    return not is_handle and not is_of_everyday_words(name.casefold())


def _is_town(name: str) -> bool:
    """Whether a town bears the name; capitals throughout are short for something, and Labradors are dogs."""
    lower = name.casefold()
    return is_town(lower) and not name.isupper() and lower not in ANIMALS


def _is_thing_by_article(before: str, name: str) -> bool:
    """Whether what is called as somebody is a thing: "sold the Octavia"; and RAF is short for something."""
    is_person = type_of_name(name) is EntityType.PERSON
    return (
        is_person
        and " " not in name
        and ((name.isupper() and len(name) <= _ABBREVIATED) or _ARTICLE.search(before) is not None)
    )
