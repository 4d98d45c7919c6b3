"""Which listed attributes does a text give a value: "my boss is Tobias", "our rent is 980", "Ida is my therapist"?"""

import re
from collections.abc import Iterator

from quaidpy.domain.memories.attribute_names import AttributeNames
from quaidpy.regex import regex
from quaidpy.remember.attributes.clauses import topic_stems
from quaidpy.remember.attributes.values import Value, find_values

SLOT = "slot "
"""What the kinds of values of listed attributes begin with."""
_WORD = r"[^\W\d_][\w'’-]{0,24}"
_TITLE = r"(?:Dr|Mrs?|Ms|Prof)\.?"
_VALUE = rf"(?:{_TITLE} )?[^,.;:!?\n()]{{1,48}}"
_NAMED_FIRST = regex(
    rf"\b(?:my|our|the(?= (?:new |current )?{_WORD}(?: is|'s)(?: now)? (?-i:{_TITLE} [A-ZÀ-Þ])))"
    rf" (?:new |current )?(?P<name>{_WORD}(?: {_WORD}){{0,2}}?)"
    rf"(?: is|'s| are| =|:)(?: now| currently| called| named)* (?P<value>{_VALUE})",
    re.IGNORECASE,
)
_VALUE_FIRST = regex(
    rf"(?:^|[,.;:!?\n] ?)(?P<value>{_WORD}(?: {_WORD}){{0,2}}?)(?: is|'s)(?: now)? (?:my|our) (?:new )?"
    rf"(?P<name>{_WORD}(?: {_WORD}){{0,2}})(?=\s*(?:[,.;:!?\n]|$))",
    re.IGNORECASE,
)
_ENDS = regex(
    r"\s(?:now|and|but|since|because|so|who|which|that|from|until|till|in|at|on|for|with|again|too|these days)(?=\s|$)",
    re.IGNORECASE,
)
_NO_VALUE = regex(
    r"^(?:not|no|very|so|too|really|quite|a bit|going|coming|getting|being|still|always|never|gone|done|ill|sick|due"
    r"|up|off|out|here|there|good|bad|great|fine|nice|late|early|old|new|broken|\w+ing)\b",
    re.IGNORECASE,
)
_MOST_WORDS = 4


def find_slots(text: str, names: AttributeNames) -> list[Value]:
    """In the order of the text; a value whose attribute is not listed is none."""
    found = [value for pattern in (_NAMED_FIRST, _VALUE_FIRST) for value in _found(pattern, text, names)]
    return sorted(found, key=lambda value: value.start)


def slot_name(kind: str) -> str | None:
    """Of a kind that `find_slots` gives the attribute."""
    return kind.removeprefix(SLOT) if kind.startswith(SLOT) else None


def _found(pattern: re.Pattern[str], text: str, names: AttributeNames) -> Iterator[Value]:
    for match in pattern.finditer(text):
        listed = names.named(match["name"]) or names.named(match["name"].split()[-1])
        if listed is None or not listed.is_exclusive or _NO_VALUE.match(match["value"]):
            continue
        typed = find_values(match["value"])
        start = match.start("value")
        if typed:
            first = typed[0]
            yield Value(f"{SLOT}{listed.name}", first.key, first.text, start + first.start, start + first.end)
            continue
        words = _ENDS.split(match["value"], maxsplit=1)[0].strip(" \"'“”")
        topic = topic_stems(words)
        if topic and len(topic) <= _MOST_WORDS:
            yield Value(f"{SLOT}{listed.name}", " ".join(sorted(topic)), words, start, start + len(words))
