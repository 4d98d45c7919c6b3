"""Which stretches of a turn are somebody else's words, pasted with their name before them?"""

import re
from collections.abc import Sequence

from quaidpy.regex import regex
from quaidpy.remember.words.gazetteer import EVENT_WORDS, NOT_NAMES, PLACES
from quaidpy.remember.words.names import is_given_name
from quaidpy.remember.words.sentences import Span

_LINE = regex(
    r"^[ \t>]*(?P<who>[A-ZÀ-Þ][\w'’-]{1,30}(?: [A-ZÀ-Þ][\w'’-]{1,30})?):(?:[ \t]+|[ \t]*\n[ \t]*)(?P<said>\S.*)$",
    re.MULTILINE,
)
_HANDLE = regex(r"[a-zß-ÿ][A-ZÀ-Þ]")
"""A full name written in one, as a chat's handle is: "LenaMarr"."""
_TALKING = regex(
    r"(?<!\w)(?:I|I['’]\w+|my|me|we|our|us|you|your)(?!\w)|^(?:thanks|thank|hi|hey|hello|yes|yeah|no|sure|ok(?:ay)?|great)\b",
    re.IGNORECASE,
)
_LABELS = frozenset(
    """
    note notes todo reminder update question answer ps edit me problem goal context task idea plan remember rule lesson
    decision status summary title subject date from to cc re fyi tip warning example hint background info key changes
    """.split()  # noqa: SIM905 - a word list reads as one
)


def words_of_others(text: str, speaker: str) -> list[tuple[int, int]]:
    """Where in a turn a line begins with somebody's name and a colon and goes on as people talk, up to a blank line.

    "Chloe: I can't make it" in Ben's message is what Chloe says of herself.
    """
    found = []
    own = {speaker.casefold(), speaker.casefold().split(maxsplit=1)[0] if speaker.split() else ""}
    for line in _LINE.finditer(text):
        who = line["who"].casefold()
        is_label = who.split(maxsplit=1)[0] in _LABELS or who in NOT_NAMES | PLACES | EVENT_WORDS
        is_person = is_given_name(who.split(maxsplit=1)[0]) or " " in who or _HANDLE.search(line["who"])
        if who in own or is_label or not is_person or not _TALKING.search(line["said"]):
            continue
        blank = text.find("\n\n", line.start())
        found.append((line.start(), len(text) if blank < 0 else blank))
    return found


def up_to_others(quoted: Sequence[tuple[int, int]], span: Span) -> Span:
    """A thought up to where somebody else's words begin."""
    ends = [first for first, _ in quoted if span.start < first < span.end]
    text = span.text[: min(ends) - span.start].rstrip() if ends else span.text
    return Span(span.start, span.start + len(text), text)
