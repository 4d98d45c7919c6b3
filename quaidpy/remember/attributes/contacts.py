"""How is somebody reached, as a sentence says it of one person: by which number, mail address, at which place?"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quaidpy.domain.time.written_dates import MONTH
from quaidpy.remember.attributes.slots import SLOT
from quaidpy.remember.attributes.values import Value

_SENTENCE = re.compile(r"[^\n.!?]+(?:[.!?](?!\s|$)[^\n.!?]*)*[.!?]?")
_MAIL = re.compile(r"(?<![\w.+-])[\w+-]+(?:\.[\w+-]+)*@[\w-]+(?:\.[\w-]+)*\.[^\W\d_]{2,24}\b")
_PHONE = re.compile(r"(?<![\w.+])\+?\(?\d{1,5}\)?(?:[ /.-]?\(?\d{2,6}\)?){1,6}(?![\w%€£$-]|\.\d)")
_LEAST_DIGITS, _MOST_DIGITS = 7, 15  # of a number with its area, and of any by E.164
_DATE_LIKE = re.compile(r"\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}")
_PLACE = re.compile(
    rf"\b(?:address(?: is|['’]s|:)(?: now)?|lives? at|moved to(?= \d+\w? (?!{MONTH}(?!\w))[a-z]))\s+"
    r"(?P<place>[^\n.!?;]{0,60}?\d[^\n.!?;]{0,60}?)"
    r"(?=,?\s+(?:since|and|but|with|from|until|now|because|where|who|which|so)\b|[\n.!?;]|\Z)",
    re.IGNORECASE,
)
_REACHING = re.compile(
    r"\b(?:reach(?:ed|able|es)?|contact(?:ed|able)?|calls?|ring|phones?|telephone|texts?|write|e-?mails?|mail"
    r"|(?:phone |mobile |cell |telephone )?number|mobile|cell|tel|whatsapp|signal)\b",
    re.IGNORECASE,
)
_OTHERWISE = re.compile(
    r"\b(?:not|no longer|never|n['’]t|old|former|previous|used to|was|were|wrong|maybe|perhaps|might|if"
    r"|my|mine|our|me|i)\b"
    r"|n['’]t\b|\?\s*$",
    re.IGNORECASE,
)
"""It is denied, over, unsure or asked, or of whoever speaks."""


@dataclass(frozen=True, slots=True)
class Contact:
    """`name`: of the person whom the sentence names; `value`: of the attribute `phone`, `email` or `address`."""

    name: str
    value: Value


def find_contacts(text: str, people: Sequence[str]) -> list[Contact]:
    """In the order of the text. None of a sentence that names two of the people, or has two values of a kind."""
    return [
        Contact(named[0], value)
        for match in _SENTENCE.finditer(text)
        for named in [[name for name in people if _names(match.group(), name)]]
        if len(named) == 1 and not _OTHERWISE.search(match.group())
        for value in _only_of_kind(_values(match.group(), match.start()))
    ]


def is_within(new: Value | None, contacts: Sequence[Contact]) -> bool:
    """Whether the value is a part of how somebody is reached, which is taken as a whole."""
    return new is not None and any(
        contact.value.start < new.end and new.start < contact.value.end for contact in contacts
    )


def _names(sentence: str, name: str) -> bool:
    # Not within a mail address, which often has a name of its own.
    return re.search(rf"(?<![\w@.+-]){re.escape(name)}(?![\w@+-]|\.\w)", sentence) is not None


def _only_of_kind(values: Iterator[Value]) -> list[Value]:
    found = list(values)
    kinds = [value.kind for value in found]
    return [value for value in found if kinds.count(value.kind) == 1]


def _values(sentence: str, start: int) -> Iterator[Value]:
    if _REACHING.search(sentence):
        for match in _MAIL.finditer(sentence):
            yield _value("email", match.group().casefold(), match.group(), start + match.start())
        for match in _PHONE.finditer(sentence):
            digits = re.sub(r"\D", "", match.group())
            if _LEAST_DIGITS <= len(digits) <= _MOST_DIGITS and not _DATE_LIKE.fullmatch(match.group()):
                yield _value("phone", digits, match.group(), start + match.start())
    for match in _PLACE.finditer(sentence):
        place = match["place"].strip(" ,")
        if "@" not in place:
            yield _value("address", " ".join(place.casefold().split()), place, start + match.start("place"))


def _value(name: str, key: str, text: str, start: int) -> Value:
    return Value(f"{SLOT}{name}", key, text, start, start + len(text))
