"""Is an "I", a "you" or an "us" left in a statement, of whom nobody can tell who it is?"""

import re
from collections.abc import Callable
from dataclasses import replace

from quaidpy.regex import regex
from quaidpy.remember.finding.of_others import Said
from quaidpy.remember.words.rewriting import Voices, in_third_person
from quaidpy.remember.words.sentences import Span, split_sentences
from quaidpy.remember.words.subjects import ENDS_ON, Subject, may_be_of_somebody_else, subject_of

_UNREWRITTEN = regex(r"\b(?:you|your|yours|I|me|my|mine|we|our|us|myself)\b")
_TO_READER = regex(r"\byou(?:r|rs)?\b")
_SOME_OF_US = regex(
    r"\b(?P<some>one|(?<!the )two|three|some|most|none|the rest|the others) of us\b", re.IGNORECASE
)
_US_COUNTED = regex(r"\b(?:us|we) (?:two|three|four|five|six|seven|\d)\b|\b\d{1,2} of us\b", re.IGNORECASE)
_OURS = regex(
    r"(?:so |and |but |then )?(?:mine|ours|hers|theirs|yours) (?:is|are|was|were|will|has|starts|costs)\b",
    re.IGNORECASE,
)
"""What is somebody's, and is not named: "so ours is on 19 September"."""
_COUNTED_SELF = regex(
    r"we(?:'re| are| were) (?:an? (?:group|party|team|family|couple|band) of|\d+|two|three|four|five|six"
    r"|seven|eight|nine|ten)\b",
    re.IGNORECASE,
)


def points_at_nobody(said: Said) -> bool:
    """Whether an "I" or a "you" is left; in an order "you" is whoever reads it, in a lesson anybody."""
    text = re.sub(r"\"[^\"]*\"", "", said.text)
    if {"instruction", "lesson"} & set(said.salience.tags):
        text = _TO_READER.sub("", text)
    return bool(_UNREWRITTEN.search(text))


def asks_of_you(spoken: str) -> bool:
    """Whether it is about whoever is spoken to, or points at what is not told."""
    return bool(_TO_READER.search(spoken)) or subject_of(spoken) in {Subject.LISTENER, Subject.POINTER}


def order_as_said(said: Said, speaker: str, spoken: str) -> Said:
    """An order that somebody asks to be remembered, in their words: whom it binds, nobody tells."""
    if "instruction" not in said.salience.tags:
        return said
    return replace(
        said, text=f"{speaker} asked to remember: {in_third_person(spoken, Voices(speaker=speaker))}"
    )


def counts_several(spoken: str) -> bool:
    """Whether several are told of at once, of whom only one speaks ("we are five friends"), or what is not named."""
    return bool(_COUNTED_SELF.match(spoken) or _US_COUNTED.search(spoken) or _OURS.match(spoken))


def tells_what_there_is(spoken: str) -> bool:
    """Whether a "there" points nowhere: "there is a man called Ray", "there are two trains on Sunday"."""
    return _EXISTS.match(spoken) is not None


_EXISTS = regex(
    r"^there(?:'s| is| are| was) (?:an? [\w' -]+? (?:called|named) [A-Z]"
    r"|(?:an?|\d+|two|three) [^,;.]{3,60} (?:on|at|from|until|tomorrow|tonight|next|this)\b)",
    re.IGNORECASE,
)


def with_group_named(spoken: str) -> str:
    """With the group for an "us" of which some are told, and for a "we" that bears a name: "we're called Moss"."""
    return _WE_CALLED.sub(_group_called, _SOME_OF_US.sub(r"\g<some> of the group", spoken))


def _group_called(found: re.Match[str]) -> str:
    """A band, a firm or a team has the name, none of those who say "we"."""
    verb = "was" if "were" in found["is"].lower() else "is"
    return f"my group {verb} called "


_WE_CALLED = regex(
    r"^we(?P<is>(?:'re| are| were) (?:now |still |just )?)(?:called|named|known as) (?=[\"“'\w])"
    r"(?!(?:in|on|to|for|by|back|up|out)\b)",
    re.IGNORECASE,
)


def goes_on_with_somebody(
    span: Span, text: str, before: tuple[str, str], is_known: Callable[[str], bool]
) -> bool:
    """Whether it leaves out who does it, and what stands before it is of somebody else, who may be meant.

    "Gemma forgot the meds. Gave them at 11.", "start 7 Sept" behind what the message tells of others. `before`: what
    the same person said before this message, and what an assistant answered; `is_known`: as `may_be_of_somebody_else`
    has it.
    """
    for one in split_sentences(span.text):
        told = text[: span.start + one.start].strip()
        if ENDS_ON.match(one.text):
            if told and may_be_of_somebody_else(one.text, told):
                return True
        elif one.start == 0 and subject_of(one.text) is Subject.DROPPED:
            said, answered = (told, "") if len(told.split()) > _SAYS_HOW else before
            is_asked_of = _ASKS_OF_SOMEBODY.search(_last_of(answered)) is not None
            if is_asked_of or may_be_of_somebody_else(one.text, _last_of(said), is_known):
                return True
    return False


_SAYS_HOW = 2  # words: "starving." answers as well and has no subject either
_ASKS_OF_SOMEBODY = regex(
    r"\b(?:is|was|has|had|did|does|will|can|are|were|do|have) (?:he|she|they)\b[^?]*\?\Z", re.IGNORECASE
)


def _last_of(told: str) -> str:
    return next((span.text for span in reversed([*split_sentences(told)])), "")
