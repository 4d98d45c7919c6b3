"""How is somebody reached, as a sentence says it: by which number, mail address, at which place? And who is it?"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from quaidpy.domain.time.written_dates import MONTH
from quaidpy.regex import regex
from quaidpy.remember.attributes.slots import SLOT
from quaidpy.remember.attributes.values import Value

_MAY_TELL = regex(r"[@\d]")
_SENTENCE = regex(r"[^\n.!?]+(?:[.!?](?!\s|$)[^\n.!?]*)*[.!?]?")
_MAIL = regex(r"(?<![\w.+-])[\w+-]+(?:\.[\w+-]+)*@[\w-]+(?:\.[\w-]+)*\.[^\W\d_]{2,24}\b")
_PHONE = regex(r"(?<![\w.+])\+?\(?\d{1,5}\)?(?:[ /.-]?\(?\d{2,6}\)?){1,6}(?![\w%€£$-]|\.\d)")
_LEAST_DIGITS, _MOST_DIGITS = 7, 15  # of a number with its area, and of any by E.164
_DATE_LIKE = regex(r"\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}")
_DWELLS = r"liv(?:es?|ing) at|liv(?:es?|ing) in(?= \d)"
_PLACE = regex(
    rf"\b(?:(?P<dwells>{_DWELLS}|moved to(?= \d+\w? (?!{MONTH}(?!\w))[a-z]))|address(?: is|['’]s|:)(?: now)?)\s+"
    r"(?P<place>[^\n.!?;]{0,60}?\d[^\n.!?;]{0,60}?)"
    r"(?=,?\s+(?:since|and|but|with|from|until|now|because|where|who|which|so)\b|[\n.!?;]|\Z)",
    re.IGNORECASE,
)
_CHANNEL = r"(?:phone|mobile|cell|telephone|landline|tel|whatsapp|signal|handy)"
_BY_PHONE = rf"(?:(?:{_CHANNEL}(?: phone)?(?: number)?|(?:contact )?number)\.?)"
_BY_MAIL = r"(?:e-?mail|mail)(?: address)?"
_NEW = r"(?:(?:new|current|private|personal|home|work|office|direct|own|other) ){0,2}"
_IS = r"(?: has| was)?(?: is|['’]s| changed to| =|:| -| –| →)?(?: now)?(?: at| on)?:? ?"
_KIN = (
    r"(?:[Mm](?:um|om)(?:my)?|[Mm]other|[Dd]ad(?:dy)?|[Ff]ather|[Gg]ran(?:ny|dma|dpa|ddad|dad)?"
    r"|[Nn]an(?:a)?|[Oo]ma|[Oo]pa)"
)
_REACHING = regex(
    r"\b(?:reach(?:ed|able|es)?|contact(?:ed|able)?|calls?|ring|phones?|telephone|texts?|write|e-?mails?|mail"
    r"|(?:phone |mobile |cell |telephone )?number|mobile|cell|landline|tel|whatsapp|signal)\b",
    re.IGNORECASE,
)
_NUMBER_OF_SOMETHING = regex(
    r"\b(?!(?:phone|mobile|cell|telephone|landline|whatsapp|signal|contact|new|current|private|personal|home"
    r"|work|office|direct|own|other|my|our|her|his|their|your|the|a|this|best)\b)[^\W\d_]{2,20}(?<!['’]s)(?<!s['’])"
    r" (?:number|no\.?|nr\.?)(?!\w)",
    re.IGNORECASE,
)
"""The number of an order, an account, a card: nobody is reached by it."""
_ME = regex(
    r"\b(?:reach|contact|call|ring|phone|text|write(?: to)?|e-?mail|mail|whatsapp) me\b", re.IGNORECASE
)
_DENIED = regex(r"\b(?:not|no longer|never|wrong|maybe|perhaps|might|if)\b|n['’]t\b|\?\s*$", re.IGNORECASE)
"""It is denied, unsure or asked."""
_OVER = regex(r"\b(?:old|former|previous|used to|was(?! changed)|were)\b", re.IGNORECASE)
_OF_WHOEVER_SPEAKS = regex(r"\b(?:my|mine|our|me|i)\b", re.IGNORECASE)
_BEFORE = 80  # characters before a value in which its owner stands


@dataclass(frozen=True, slots=True)
class Contact:
    """A value of `phone`, `email` or `address`, and whose it is.

    `name`: of the person, as the sentence names them; None for whoever speaks. `is_kin`: it is what the speaker calls
    somebody of their family, as `Mum`.
    """

    name: str | None
    value: Value
    is_kin: bool = False

    def is_of(self, subject: str, speaker: str | None) -> bool:
        """Whether it is this subject's ("Ana", "Ana's mum"), where `speaker` says it; None may be anybody."""
        if self.name is None:
            return speaker is None or speaker.casefold() == subject.casefold()
        if self.is_kin:
            return subject.casefold().endswith(f"'s {self.name}".casefold())
        return self.name.casefold() == subject.casefold()


def find_contacts(text: str, people: Sequence[str]) -> list[Contact]:
    """In the order of the text. None of a sentence that leaves open whose it is, or of two values of a kind for one."""
    if not _MAY_TELL.search(text):
        return []
    return [
        contact
        for match in _SENTENCE.finditer(text)
        for contact in _only_of_kind(_contacts(match.group(), match.start(), people))
    ]


def is_within(new: Value | None, contacts: Sequence[Contact]) -> bool:
    """Whether the value is a part of how somebody is reached, which is taken as a whole."""
    return new is not None and any(
        contact.value.start < new.end and new.start < contact.value.end for contact in contacts
    )


def _contacts(sentence: str, start: int, people: Sequence[str]) -> Iterator[Contact]:
    if _DENIED.search(sentence):
        return
    named = [name for name in people if _names(sentence, name)]
    for value in _values(sentence):
        before = sentence[max(0, value.start - _BEFORE) : value.start]
        for name, is_kin in _owners(before, value, sentence, named):
            placed = replace(value, start=value.start + start, end=value.end + start)
            yield Contact(name, placed, is_kin)


def _owners(before: str, value: Value, sentence: str, named: Sequence[str]) -> list[tuple[str | None, bool]]:
    """Whose it is: as the words right before it say, else of the only person whom the sentence names."""
    bound = _bound(before, value.kind.removeprefix(SLOT), named)
    if bound is not None:
        return [] if _OVER.search(bound["rest"]) else _bound_owners(bound, before, named)
    if _OVER.search(sentence):
        return []
    if _OF_WHOEVER_SPEAKS.search(sentence):
        return [(None, False)] if _ME.search(before) and not named else []
    is_told_how = _REACHING.search(sentence) or value.kind == f"{SLOT}address"
    return [(named[0], False)] if len(named) == 1 and is_told_how else []


def _bound(before: str, kind: str, named: Sequence[str]) -> re.Match[str] | None:
    """The owner and the words up to the value: "Nina's new number is", "Mum lives at", "Tom (", "Nina: "."""
    names = "|".join(re.escape(name) for name in sorted(named, key=len, reverse=True)) or r"(?!)"
    owner = rf"(?<![\w@.+-])(?P<owner>(?P<kin>(?:my )?{_KIN})|(?i:{names})|(?P<self>(?i:my|i|we)))(?![\w@+-]|\.\w)"
    if kind == "address":
        dwells = rf"(?: (?:now|still|currently|has|have|just)|['’](?:s|ve)){{0,2}} (?:{_DWELLS}|moved to) "
        rest = rf"(?:{dwells}|(?:['’]s?)? (?:{_NEW}|old |former |previous )(?:home |postal )?address{_IS})"
    else:
        noun = _BY_MAIL if kind == "email" else _BY_PHONE
        said = rf"(?:['’]s?)? (?:{_NEW}|old |former |previous ){noun}{_IS}"
        rest = rf"(?:{said}|['’]s(?: is|:)? |\s?[(<]|: ?)"
    return re.search(rf"{owner}(?P<rest>{rest})$", before)


def _bound_owners(bound: re.Match[str], before: str, named: Sequence[str]) -> list[tuple[str | None, bool]]:
    owner = bound["owner"]
    if bound["kin"]:
        return [(owner.removeprefix("my ").capitalize(), True)]
    if bound["self"]:
        is_own = owner.casefold() == "my" or bound["rest"].lstrip().startswith(
            ("live", "living", "moved", "have")
        )
        return [(None, False)] if is_own else []
    first = next(name for name in named if name.casefold() == owner.casefold())
    beside = [name for name in named if re.search(rf"{re.escape(name)} and $", before[: bound.start()])]
    return [(name, False) for name in (*beside, first)]


def _names(sentence: str, name: str) -> bool:
    # Not within a mail address, which often has a name of its own.
    return re.search(rf"(?<![\w@.+-]){re.escape(name)}(?![\w@+-]|\.\w)", sentence, re.IGNORECASE) is not None


def _only_of_kind(found: Iterator[Contact]) -> list[Contact]:
    contacts = list(found)
    kinds = [(contact.name, contact.value.kind) for contact in contacts]
    return [each for each in contacts if kinds.count((each.name, each.value.kind)) == 1]


def _values(sentence: str) -> Iterator[Value]:
    for match in _MAIL.finditer(sentence):
        yield _value("email", match.group().casefold(), match.group(), match.start())
    for match in _PHONE.finditer(sentence):
        digits = re.sub(r"\D", "", match.group())
        is_number = _LEAST_DIGITS <= len(digits) <= _MOST_DIGITS and not _DATE_LIKE.fullmatch(match.group())
        if is_number and not _NUMBER_OF_SOMETHING.search(sentence[: match.start()]):
            yield _value("phone", digits, match.group(), match.start())
    for match in _PLACE.finditer(sentence):
        place = match["place"].strip(" ,")
        if "@" not in place:
            yield _value("address", " ".join(place.casefold().split()), place, match.start("place"))


def _value(name: str, key: str, text: str, start: int) -> Value:
    return Value(f"{SLOT}{name}", key, text, start, start + len(text))
