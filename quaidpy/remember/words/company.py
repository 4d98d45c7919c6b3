"""Who is "we" where the sentence itself names who is with the speaker?"""

import re

from quaidpy.regex import regex

_NAMED_FIRST = regex(
    # who does something with the speaker: "Jonas and I painted our kitchen"
    r"(?<![\w'-])(?:me and [\w'-]{1,40}|[\w'-]{1,40}(?: [\w'-]{1,40})? and (?:i|me))\b(?! (?:both )?(?:am|was)\b)"
    # whose it is: "Our team has helped us"
    r"|our [\w'-]{1,40}(?: [\w'-]{1,40})?(?= )",
    re.IGNORECASE,
)
_THEIRS = {
    "we": "they",
    "us": "them",
    "our": "their",
    "ours": "theirs",
    "we're": "they're",
    "we've": "they've",
}
_OURS = regex(r"\b(?:we're|we've|we|us|our|ours)\b(?!')", re.IGNORECASE)
_BEFORE_ME = regex(
    r"(?:(?<=[,;:.!?(] )|\A|(?<=\b(?:when|that) )|(?<=\bsince )|(?<=\bbecause )|(?<=\b(?:after|while|where) )"
    r"|(?<=\b(?:but|and) ))(?P<who>(?:[Mm]y|[Oo]ur) [\w'-]{1,40}(?: [\w'-]{1,40}){0,2}) and I\b"
)


def told_of_several(text: str) -> str:
    """With "they" for "we" behind who is named with the speaker at the beginning: "Jo and I sold their car"."""
    joint = _NAMED_FIRST.match(text)
    if joint is None:
        return text
    return joint[0] + _OURS.sub(lambda found: _THEIRS[found[0].lower()], text[joint.end() :])


def speaker_first(text: str) -> str:
    """With the speaker before whose name is told by theirs: "I and my family" for "my family and I"."""
    return _BEFORE_ME.sub(lambda found: f"I and {found['who'][0].lower()}{found['who'][1:]}", text)
