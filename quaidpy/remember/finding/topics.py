"""Of what is a statement, where only the subject of its mail, the heading or the item over it says so?"""

import re
from dataclasses import replace

from quaidpy.domain.graph.entities import ALIVE
from quaidpy.domain.language.instructions import looks_like_instruction
from quaidpy.domain.language.text import stems
from quaidpy.domain.memories.drafts import USER, MemoryDraft
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.memories.quotations import quotation_of, stands_in
from quaidpy.domain.time.written_dates import find_written_date
from quaidpy.regex import regex
from quaidpy.remember.words.salience import tells_of_what_it_is
from quaidpy.remember.words.topic_words import telling_words

_SUBJECT = regex(r"\ASubject: (?P<topic>[^\n]{3,80})\n\n")
_HEADED = regex(r"\A(?:#{1,6} [^\n]*\n+)*#{1,6} +(?P<topic>[^\n]{3,80})\n")
_OVER_ITEMS = regex(r"\A(?P<topic>(?![-*•#|>\d])[^\n]{3,60})\n(?:[ \t]*[-*•][ \t]\S[^\n]*(?:\n|\Z)){2}")
"""A note's first line, and nothing but items below it."""
_INITIALS = regex(r"(?: [-–—,/] [A-Z]{1,3}\b){1,4}\Z")
"""Who was there, or who wrote it."""
_OF_A_MEETING = regex(
    r"\b(?:meeting|minutes|committee|agm|calls?|notes?|stand-?up|weekly|retro\w*|session|kick-?off|post-?mortem)\b",
    re.IGNORECASE,
)
"""What was held on a day: of such notes each item has a matter of its own."""
_INCIDENT = regex(
    r"\A\W{0,4}(?:post-?mortem|incident(?: report)?|outage|rca)\b(?: of|:)? +(?P<topic>[^,]{4,60})",
    re.IGNORECASE,
)
_NUMBER = regex(r"\A\d{1,2}[.)] ")
_LONGEST = 8  # words of a subject that is a topic, and no sentence


def topic_of(text: str) -> str | None:
    """What a mail or a headed passage is about; None where that is not said, or is only what sort of text it is."""
    heading = _HEADED.match(text)
    found = _SUBJECT.match(text) or heading
    topic = _NUMBER.sub("", found["topic"].strip(" .!#*_")) if found else head_of_note(text) or ""
    is_short = 0 < len(topic.split()) <= _LONGEST and not topic.endswith("?")
    is_of_meeting = heading is not None and _OF_A_MEETING.search(topic) is not None
    is_of_day = is_of_meeting or find_written_date(topic) is not None
    return topic if is_short and not is_of_day and telling_words(topic) else None


def head_of_note(text: str) -> str | None:
    """The line over the items of a note, where it is no sentence; without initials behind it."""
    found = _OVER_ITEMS.match(text)
    head = _INITIALS.sub("", found["topic"]).strip(" .:*_") if found else ""
    is_head = (
        0 < len(head.split()) <= _LONGEST
        and not head.endswith(("?", "!"))
        and not _OF_A_SENTENCE.search(head)
    )
    return head if is_head else None


_OF_A_SENTENCE = regex(
    r"\b(?:i|we|you|he|she|they|it|is|are|was|were|has|have|had|will|would|can|could|do|does|did|not|to|but)\b",
    re.IGNORECASE,
)


def under_topic(draft: MemoryDraft, turn: Turn, title: str | None) -> MemoryDraft:
    """With the subject of its mail, or the heading over it, before a statement that does not tell that.

    Else with that of the whole document, where it is of one thing: "Post-mortem: no data from the buoys".

    "No images were lost." of a mail on "PACS outage" says nothing without it; what somebody does is of them, and a
    heading is quoted behind it.
    """
    if turn.role is Role.ASSISTANT:
        return draft
    incident = _INCIDENT.match(title) if title and turn.role is Role.DOCUMENT else None
    topic = topic_of(turn.text) or (incident["topic"] if incident else None)
    if topic is None or _tells(draft.text, topic):
        return draft
    topic = f"{topic[0].upper()}{topic[1:]}"
    if not _is_of_somebody(draft):
        return replace(draft, text=f"{topic}: {draft.text}")
    is_quoted = _HEADED.match(turn.text) is not None and not tells_of_what_it_is(draft)
    return replace(draft, text=stands_in(draft.text, topic)) if is_quoted else draft


def placed(draft: MemoryDraft, turn: Turn, title: str | None) -> MemoryDraft:
    """With its topic before it, and behind it the title of the page or book it stands in, if that tells something.

    "PF 325 back in water. (in “Wren: swim book”)". A mail has a subject of its own, and a talk goes on.
    """
    draft = under_topic(draft, turn, title)
    is_page = turn.role is Role.DOCUMENT or (turn.speaker is None and turn.role is Role.USER)
    told = frozenset(telling_words(title or "")) - _OF_A_BOOK
    if title is None or not (is_page and told) or _SUBJECT.match(turn.text) or looks_like_instruction(title):
        return draft
    if tells_of_what_it_is(draft) or quotation_of(draft.text) is not None:
        return draft
    is_told = not stems(" ".join(told)).isdisjoint(stems(draft.text))
    return draft if is_told else replace(draft, text=stands_in(draft.text, title))


def _tells(text: str, topic: str) -> bool:
    """Whether it has half of the words of the topic, or the topic none that says something."""
    told = stems(" ".join(telling_words(topic)))
    return 2 * len(told & stems(text)) >= len(told)


_OF_A_BOOK = frozenset(
    """
    book notebook diary copy copied page pages part half first second third spring summer autumn winter year january
    february march april may june july august september october november december new old from until typed chat
    conversation untitled export voice memo memos
    """.split()  # noqa: SIM905 - a word list reads as one
)


def with_topic(topic: str, text: str) -> str:
    """With the topic before it, where that says something and the text has none of its words."""
    return text if _tells(text, topic) else f"{topic}: {text}"


def _is_of_somebody(draft: MemoryDraft) -> bool:
    names = {one.entity.name for one in draft.mentions if one.entity.type in ALIVE} | {USER}
    return any(
        draft.text.casefold().startswith((name.casefold(), f"the {name.casefold()}")) for name in names
    )
