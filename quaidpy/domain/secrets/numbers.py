"""Which numbers are a card's, an account's or a person's? By their check digits, not by their length alone."""

import re
from collections.abc import Iterator

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
