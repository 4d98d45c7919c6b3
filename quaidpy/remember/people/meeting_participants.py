"""Whose meeting is it that notes tell of, and what are those who were there?"""

import re

from quaidpy.regex import regex
from quaidpy.remember.words.names import KIN
from quaidpy.shipped.names import words_of_talk

TEAM = "The team"
_OF_A_GROUP = regex(
    r"\A(?P<group>(?:The )?[A-ZÀ-Þ0-9][\w'’&.-]*(?: [\w'’&.-]+){0,5}?)(?:\s*[:,–—|]|\s+-\s|['’]s?\s|\s)\s*"
    r"(?:\w+ ){0,3}(?:meeting|minutes|notes|call|retro(?:spective)?|stand-?up|session|AGM|sync)\b",
    re.IGNORECASE,
)
_ROLE = regex(
    r"\A(?:(?:my|our|the|his|her|an?) )?(?P<what>[\w'’ -]{2,40}?)(?: (?:of|at|for|from|in) .{2,40})?\Z"
)


def group_of(title: str | None) -> str:
    """Who "we" is in the notes of that title: "Parkside Choir: committee meeting"; else the team."""
    found = _OF_A_GROUP.match(title) if title else None
    if found is None:
        return TEAM
    name = found["group"].strip()
    if name.split()[-1].lower() not in words_of_talk("groups"):
        return TEAM
    return name if name.startswith("The ") else f"The {name}"


def is_role(text: str) -> bool:
    """Whether a few words say what somebody is to others: "band secretary", "my boss", "head of platform"."""
    found = _ROLE.match(text.strip())
    if found is None:
        return False
    last = found["what"].split()[-1].lower()
    return last in words_of_talk("roles") or last in KIN
