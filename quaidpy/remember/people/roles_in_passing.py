"""Who is told in passing to be what to somebody: "ask Clive, the band secretary", "Beatriz (my boss)"?"""

import re
from collections.abc import Iterator

from quaidpy.regex import regex
from quaidpy.remember.people.meeting_participants import is_role
from quaidpy.remember.words.gazetteer import NOT_NAMES
from quaidpy.remember.words.names import KIN, is_given_name, is_given_name_in_small
from quaidpy.remember.words.rewriting import Voices, in_third_person
from quaidpy.remember.words.verbs import BASE_VERBS, is_verb_like

_TITLE = r"(?:Mr|Mrs|Ms|Miss|Dr|Prof|Frau|Herr|Madame|Mevrouw|Meneer)\.?"
_NAME = rf"(?<![\w'’-])(?:{_TITLE} )?[A-ZÀ-Þ][\w'’-]{{1,30}}(?: [A-ZÀ-Þ][\w'’-]{{1,30}})?"
_BRACKETED = regex(rf"(?P<name>{_NAME}|\b[a-z]{{3,14}}) \((?P<what>[^()]{{2,60}})\)")
_BEFORE = regex(
    rf"\b(?P<what>(?:[Tt]he|[Mm]y|[Oo]ur) (?:[\w-]+ ){{0,2}}?[a-z-]+)(?P<comma>,)? (?P<name>{_NAME})(?P<end>,|\.|;|$)?"
)
_BEHIND = regex(
    rf"(?P<name>{_NAME}), (?P<what>(?:my|our|the|his|her) (?:[\w-]+ ){{0,2}}?[a-z-]+(?: (?:of|at|for"
    rf"|from) [^,.;()]{{2,40}})?)(?=[,.;)]|$)"
)
_OWNED = regex(r"\A(?:my|our|the|his|her|their|an?)\b", re.IGNORECASE)
_TITLED = regex(rf"\A{_TITLE} ")


def roles_in_passing(sentence: str, speaker: str) -> Iterator[str]:
    """Statements such as "Clive is the band secretary", each whole; `speaker` is whose "my" it is."""
    for found in _BRACKETED.finditer(sentence) if "(" in sentence else ():
        parts = [part.strip() for part in re.split(r",| and ", found["what"])]
        if _is_name(found["name"]) and any(map(is_role, parts)):
            told = [_predicate(part) for part in parts if is_role(part) or _is_doing(part)]
            yield _said(found["name"], " and ".join(told), speaker)
    for found in _BEFORE.finditer(sentence):
        is_set_off = found["comma"] and found["end"]
        is_sure = (
            is_set_off or _TITLED.match(found["name"]) or is_given_name(found["name"].split()[0].lower())
        )
        if is_role(found["what"]) and is_sure and not _is_kin(found["what"]):
            yield _said(found["name"], _predicate(found["what"]), speaker)
    for found in _BEHIND.finditer(sentence) if "," in sentence else ():
        if is_role(found["what"]) and not _is_kin(found["what"]):
            yield _said(found["name"], _predicate(found["what"]), speaker)


def _is_name(name: str) -> bool:
    return name[0].isupper() or is_given_name_in_small(name)


def _without_deed(name: str) -> str:
    """Without the order it stands behind: "Ask Olena"."""
    first, _, rest = name.partition(" ")
    return (
        rest
        if rest and first.lower() in BASE_VERBS | NOT_NAMES and not is_given_name(first.lower())
        else name
    )


def _is_kin(what: str) -> bool:
    """Whether it is family, which is told apart by whose it is."""
    return what.rsplit(maxsplit=1)[-1].lower() in KIN


def _is_doing(part: str) -> bool:
    first = part.split(maxsplit=1)
    return len(first) > 1 and first[0].endswith("s") and is_verb_like(first[0])


def _predicate(part: str) -> str:
    if _is_doing(part):
        return part
    what = f"{part[0].lower()}{part[1:]}"
    return f"is {what}" if _OWNED.match(part) else f"is the {what}"


def _said(name: str, predicate: str, speaker: str) -> str:
    name = _without_deed(name)
    return in_third_person(f"{name[0].upper()}{name[1:]} {predicate}", Voices(speaker=speaker))
