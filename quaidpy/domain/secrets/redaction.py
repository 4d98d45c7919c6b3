"""What is left of a text when its secrets are taken out?"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from quaidpy.domain.secrets.forms import Form, Found, compiled
from quaidpy.domain.secrets.spoken_forms import SPOKEN_FORMS
from quaidpy.domain.secrets.token_forms import TOKEN_FORMS
from quaidpy.domain.secrets.written_forms import WRITTEN_FORMS

FORMS: tuple[Form, ...] = (*TOKEN_FORMS, *WRITTEN_FORMS, *SPOKEN_FORMS)
"""In order: what several forms find is called by the first of them."""

_PLACEHOLDER = r"\[[a-z ]{1,40} redacted\]"
_SHORTEST = 6  # characters of a text that can hold a secret and the word for it
_MOST_REMEMBERED = 2000  # characters of a text whose answer is kept for the next time
_LONG = 200  # characters of what was looked at and is no secret
_DIGITS = r"\d\d"
_SIGNS = "_$~:=-/.0123456789"  # rarest in sentences first
_ESCAPES = ("\\n", "\\r", "\\t")


@dataclass(frozen=True, slots=True)
class Redaction:
    """A secret's kind; never the secret itself."""

    kind: str

    @property
    def placeholder(self) -> str:
        return f"[{self.kind} redacted]"


def redact_secrets(text: str) -> tuple[str, tuple[Redaction, ...]]:
    """The text with typed placeholders in the place of secrets, and what was replaced, in order of place.

    Idempotent: placeholders are left alone. Time grows linearly with the text.
    """
    if len(text) <= _MOST_REMEMBERED:
        return _remembered(text)
    return _redacted(text)


def without_secrets(text: str) -> str:
    """The text as it may be kept."""
    return redact_secrets(text)[0]


def tree_without_secrets(value: object) -> object:
    """JSON-like data with each text in it as it may be kept; keys as well."""
    if isinstance(value, str):
        return without_secrets(value)
    if isinstance(value, Mapping):
        return {tree_without_secrets(key): _under(key, each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [tree_without_secrets(each) for each in value]
    return value


def _under(key: object, value: object) -> object:
    """What a key such as `password` names is a secret by its name."""
    if isinstance(key, str) and isinstance(value, str):
        head = f'"{key}": "'
        whole = without_secrets(f'{head}{value}"')
        if whole.startswith(head) and whole.endswith('"'):
            return whole[len(head) : -1]
    return tree_without_secrets(value)


# The same text is looked at when it comes in and when its row is written. 4,096 of at most 2,000 characters.
@lru_cache(maxsize=4096)
def _remembered(text: str) -> tuple[str, tuple[Redaction, ...]]:
    return _redacted(text)


def _redacted(text: str) -> tuple[str, tuple[Redaction, ...]]:
    if len(text) < _SHORTEST:
        return text, ()
    spans = _apart(sorted(_spans(text), key=lambda span: (span[0], -span[1])))
    if not spans:
        return text, ()
    parts, done = [], 0
    for start, end, kind in spans:
        parts += [text[done:start], Redaction(kind).placeholder]
        done = end
    return "".join([*parts, text[done:]]), tuple(Redaction(kind) for _, _, kind in spans)


def _spans(text: str) -> Iterator[tuple[int, int, str]]:
    lowered = text.lower()
    if len(lowered) != len(text):  # İ becomes two characters
        lowered = text.replace("İ", "i").lower()
    for anchor, forms in _met(lowered):
        place = lowered.find(anchor)
        while place >= 0:
            further = place + 1
            for form in forms:
                start, end, is_real = _tried(form, text, place)
                if is_real and not compiled(_PLACEHOLDER).match(text, start):
                    yield start, end, form.kind
                # What was taken, or is one run of signs from the anchor on, or a long one, is not looked at again.
                if is_real or start == place or end - start > _LONG:
                    further = max(further, end)
            place = lowered.find(anchor, further)
    if re.search(_DIGITS, text):
        yield from numbers_in(text)


def _met(lowered: str) -> list[tuple[str, tuple[Form, ...]]]:
    """The anchors that the text holds: most have a sign in them that sentences do not."""
    return [
        entry for sign, entries in _by_sign() if sign in lowered for entry in entries if entry[0] in lowered
    ]


@cache
def _by_sign() -> tuple[tuple[str, tuple[tuple[str, tuple[Form, ...]], ...]], ...]:
    anchors: dict[str, list[Form]] = {}
    for form in FORMS:
        for anchor in form.anchors:
            anchors.setdefault(anchor, []).append(form)
    groups: dict[str, list[tuple[str, tuple[Form, ...]]]] = {}
    for anchor, forms in anchors.items():
        sign = next((sign for sign in _SIGNS if sign in anchor), "")
        groups.setdefault(sign, []).append((anchor, tuple(forms)))
    return tuple((sign, tuple(entries)) for sign, entries in groups.items())


def _tried(form: Form, text: str, place: int) -> tuple[int, int, bool]:
    """Where a secret of this form would lie, and whether it is one; from 0 to 0 where the pattern is not met."""
    if form.at_word_start and not _begins_word(text, place):
        return 0, 0, False
    match = compiled(form.pattern).match(text, place)
    if match is None:
        return 0, 0, False
    start, end = match.span("secret")
    if text[end - 1] == ".":
        end -= 1
    return start, end, start < end and form.is_real(Found(text, place, start, end))


def _begins_word(text: str, place: int) -> bool:
    before = text[place - 1 : place]
    return not before.isalnum() or text[max(0, place - 2) : place] in _ESCAPES


def _apart(spans: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Spans that touch become one, called by the first."""
    apart: list[tuple[int, int, str]] = []
    for start, end, kind in spans:
        if apart and start < apart[-1][1]:
            apart[-1] = (apart[-1][0], max(apart[-1][1], end), apart[-1][2])
        else:
            apart.append((start, end, kind))
    return apart


_CARD = r"(?<![\d.-])\d(?:[ -]?\d){13,18}(?![\d-])"
_ISSUERS = (
    r"(?:4\d{15}(?:\d{3})?|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|2720\d{12}|3[47]\d{13}"
    r"|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12,15}|35\d{14,17}|62\d{14,17})"
)
_NUMBER_OF_A_THING = (
    r"(?i)\b(?:order|invoice|tracking|serial|isbn|imei|ref|reference|ticket|sku|parcel|shipment|booking|case|batch|part)"
    r"\W{0,3}(?:no|number|nr|num|id)?\W{0,4}(?:is|was)?\W{0,3}\Z"
)
_IBAN = r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b"
_SOCIAL = r"(?<![\w-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])"
_SEEN_BEFORE = 40  # characters in front of a number that may say what it counts


def numbers_in(text: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and kind of each."""
    for match in re.finditer(_CARD, text):
        before = text[max(0, match.start() - _SEEN_BEFORE) : match.start()]
        if is_card(match[0]) and not re.search(_NUMBER_OF_A_THING, before):
            yield match.start(), match.end(), "card number"
    for match in re.finditer(_IBAN, text):
        if is_iban(match[0]):
            yield match.start(), match.end(), "iban"
    for match in re.finditer(_SOCIAL, text):
        before = text[max(0, match.start() - _SEEN_BEFORE) : match.start()]
        if not re.search(_NUMBER_OF_A_THING, before):
            yield match.start(), match.end(), "social security number"


def is_card(number: str) -> bool:
    """Of an issuer, and by Luhn's checksum."""
    bare = "".join(character for character in number if character.isdigit())
    if not re.fullmatch(_ISSUERS, bare) or len(set(bare)) < 2:
        return False
    doubled = [2 * d - 9 * (d > 4) if i % 2 else d for i, d in enumerate(map(int, reversed(bare)))]
    return sum(doubled) % 10 == 0


def is_iban(text: str) -> bool:
    """ISO 13616: the rearranged number modulo 97 is 1."""
    bare = text.replace(" ", "")
    if not 15 <= len(bare) <= 34:
        return False
    return int("".join(str(int(c, 36)) for c in bare[4:] + bare[:4])) % 97 == 1
