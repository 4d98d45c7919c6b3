"""Of what is a statement, where only the subject of its mail or the item over it says so?"""

from dataclasses import replace

from quaidpy.domain.graph.entities import ALIVE
from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.domain.language.text import stems
from quaidpy.domain.memories.drafts import USER, MemoryDraft, RejectionReason
from quaidpy.domain.memories.episodes import Turn
from quaidpy.regex import regex
from quaidpy.remember.words.salience import content_words

_SUBJECT = regex(r"\ASubject: (?P<topic>[^\n]{3,80})\n\n")
_SAYS_NOTHING = frozenset(
    """
    question questions news update updates info information note notes reminder urgent important private message mail
    email answer reply request hello hi hey thanks thank quick short small today tomorrow yesterday week weekend monday
    tuesday wednesday thursday friday saturday sunday meeting agenda call thing things stuff list everything something
    odds ends bits various misc report weekly monthly channel photo photos picture pictures attached attachment document
    documents file files
    """.split()  # noqa: SIM905 - a word list reads as one
)
_LONGEST = 8  # words of a subject that is a topic, and no sentence


def under_topic(found: MemoryDraft | RejectionReason, turn: Turn) -> MemoryDraft | RejectionReason:
    """With the subject of its mail before a statement that names nobody and shares no word with it.

    "No images were lost." of a mail on "PACS outage" says nothing without it; what somebody does, is of them.
    """
    subject = _SUBJECT.match(turn.text)
    if subject is None or isinstance(found, RejectionReason) or _is_of_somebody(found):
        return found
    topic = subject["topic"].strip(" .!")
    is_topic = len(topic.split()) <= _LONGEST and not topic.endswith("?")
    return replace(found, text=with_topic(topic, found.text)) if is_topic else found


def with_topic(topic: str, text: str) -> str:
    """With the topic before it, where that says something and the text has none of its words."""
    told = [word for word in content_words(topic) if word not in _SAYS_NOTHING | STOP_WORDS]
    return f"{topic}: {text}" if told and stems(" ".join(told)).isdisjoint(stems(text)) else text


def _is_of_somebody(draft: MemoryDraft) -> bool:
    names = {one.entity.name for one in draft.mentions if one.entity.type in ALIVE} | {USER}
    return any(
        draft.text.casefold().startswith((name.casefold(), f"the {name.casefold()}")) for name in names
    )
