"""Which words stood before a statement that does not tell of what it is? Quoted behind it, as what it was said after.

"No injections." tells nobody of what, and "contract comes in July" not whose; mostly the sentence or the message
before does. Only quoted it states nothing: where the talk had gone on to something else it is still true.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property
from itertools import takewhile

from quaidpy.domain.language.instructions import looks_like_instruction
from quaidpy.domain.language.questions import ends_with_question
from quaidpy.domain.language.small_talk import is_small_talk
from quaidpy.domain.language.text import stems
from quaidpy.domain.memories.drafts import USER, MemoryDraft
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.memories.quotations import said_after
from quaidpy.domain.time.written_dates import MONTH, MONTHS, WEEKDAY
from quaidpy.regex import regex
from quaidpy.remember.words.requests import is_thanking
from quaidpy.remember.words.salience import content_words, tells_of_what_it_is
from quaidpy.remember.words.self_contained import has_verb
from quaidpy.remember.words.sentences import Span, split_sentences
from quaidpy.remember.words.topic_words import telling_words

_TELLS = 2  # content words; fewer say nothing of what was talked about
_MESSAGES = 3  # looked at before it
_SAME_TALK = timedelta(hours=1)
_LISTED = regex(r"^[ \t]*(?:[-*•|#]|\d{1,2}[.)])[ \t]", re.MULTILINE)
_NO_TALK = regex(r"\A(?:\[|Subject: |[-*•|#][ \t]|(?:dear|hi|hello|hey) [\w ]{2,30},)", re.IGNORECASE)
"""What a tool prints, a heading, an item of a list, an address."""
_OFFERING = regex(
    r"\b(?:would you like|shall i|should i|do you want|want me|can i|anything else|help (?:you )?with)\b",
    re.IGNORECASE,
)
"""With what a helper ends, whatever was told."""


@dataclass(frozen=True)
class SaidBefore:
    """`heard`: the turns of a talk in order; `speaker_of`: who said one."""

    heard: Sequence[Turn]
    speaker_of: Callable[[Turn], str]

    def quoted_in(self, drafts: Sequence[MemoryDraft]) -> list[MemoryDraft]:
        """The drafts, those that tell little with what was said before them."""
        places = {turn.id: place for place, turn in enumerate(self.heard)}
        return [self._told_after(draft, places.get(draft.evidence[0].turn)) for draft in drafts]

    @cached_property
    def _is_alone(self) -> bool:
        """Whether one person speaks, to an assistant or to nobody: among others, few words often answer theirs."""
        return len({turn.speaker for turn in self.heard if turn.role is Role.USER}) == 1

    def _told_after(self, draft: MemoryDraft, place: int | None) -> MemoryDraft:
        if place is None or self.heard[place].role is not Role.USER or _stands_alone(draft):
            return draft
        turn = self.heard[place]
        if _LISTED.search(turn.text):
            return draft
        spoken = turn.text[draft.evidence[0].start : draft.evidence[0].end]
        is_open = _is_open(draft, spoken)
        within = _opening(turn, draft.evidence[0].start) if is_open or self._is_alone else None
        within = within or (_within(turn, draft.evidence[0].start) if is_open else None)
        before = replace(turn, text=within) if within else self._before(place, is_open=is_open)
        if before is None or looks_like_instruction(before.text):
            return draft
        if not _words_of(before.text).isdisjoint(stems(draft.text)):
            return draft  # it tells of that itself
        speaker = self.speaker_of(before)
        by = speaker.replace("The ", "the ", 1) if speaker != self.speaker_of(turn) else None
        return replace(draft, text=said_after(draft.text, before.text, by))

    def _before(self, place: int, *, is_open: bool) -> Turn | None:
        """The message it goes on from: the nearest that the answer to it shares a word with, else the last."""
        messages = [*self._messages(place)]
        answer = self._answer(place)
        shares = (asked for asked in messages if not _words_of(asked.text).isdisjoint(answer))
        return next(shares, messages[0] if messages and is_open else None)

    def _messages(self, place: int) -> Iterator[Turn]:
        """What was said before it that tells something, the nearest first."""
        turn, found = self.heard[place], 0
        for at in range(place - 1, -1, -1):
            each = self.heard[at]
            if found == _MESSAGES or (each.at and turn.at and turn.at - each.at > _SAME_TALK):
                return
            if (asked := self._asked(each)) is not None:
                found += 1
                yield asked

    @staticmethod
    def _asked(turn: Turn) -> Turn | None:
        """What a person said; of an assistant the question at its end."""
        if turn.role is Role.ASSISTANT and ends_with_question(turn.text):
            *_, last = split_sentences(turn.text)
            turn = replace(turn, text=last.text)
        elif turn.role is not Role.USER:
            return None
        is_offer = turn.role is Role.ASSISTANT and _OFFERING.search(turn.text) is not None
        is_idle = is_offer or is_thanking(turn.text) or _NO_TALK.match(turn.text) is not None
        return None if is_idle or len(content_words(turn.text)) < _TELLS else turn

    def _answer(self, place: int) -> frozenset[str]:
        """The words of an assistant's answer to it."""
        behind = self.heard[place + 1 : place + 2]
        return frozenset(word for turn in behind if turn.role is Role.ASSISTANT for word in stems(turn.text))


def _words_of(text: str) -> frozenset[str]:
    """What it is about: no figures, no months."""
    told = (word for word in content_words(text) if not word[0].isdigit() and word not in MONTHS)
    return stems(" ".join(told))


def _is_open(draft: MemoryDraft, spoken: str) -> bool:
    """Whether it may be of anything: nobody is named first in it, or its speaker leaves out who did it, or to what."""
    named = (name for name in (USER, draft.speaker) if name and draft.text.startswith(f"{name} "))
    doer = next(named, None)
    if doer is not None:
        return _TOLD_IN_FULL.match(spoken) is None or _TO_NOTHING.match(draft.text, len(doer)) is not None
    return not (_is_of_somebody(draft) or _THERE_IS.match(draft.text))


_TOLD_IN_FULL = regex(r"\W{0,3}(?:[\w'’]{1,20},? ){0,3}(?:i|im|ive|we|my|our)\b", re.IGNORECASE)
_TO_NOTHING = regex(
    rf" \w+ (?:[£€$]?\d|(?:on|from|in|until) (?:\d|{WEEKDAY}|{MONTH})|yes\b|no\b|both\b)", re.IGNORECASE
)
"""What is left out behind a verb: "the user sold 880", "… starts on 1 October"."""
_THERE_IS = regex(r"There (?:is|are|was|were) (?:an? |the |two |three |\d)")


def _is_of_somebody(draft: MemoryDraft) -> bool:
    """Whether it says of whom it is: of whoever is named first in it, or of whose what."""
    names = (one.entity.name for one in draft.mentions if one.entity.name not in {USER, draft.speaker})
    is_named = any(draft.text.casefold().startswith(name.casefold()) for name in names)
    return is_named or _WHOSE.match(draft.text) is not None


_WHOSE = regex(
    r"(?:the |The )?[\w'’. -]{2,40}?(?:['’]s [a-z]| of (?:the|my|our|his|her|their) )|(?:[A-Z]\.){2,}"
)


def _stands_alone(draft: MemoryDraft) -> bool:
    return draft.statement != draft.text or "instruction" in draft.tags or tells_of_what_it_is(draft)


def _within(turn: Turn, start: int) -> str | None:
    """The sentence before it in its own turn, that asks nothing."""
    before = split_sentences(turn.text[max(0, start - _LOOKED_AT) : start])
    told = [span.text for span in before if len(content_words(span.text)) >= _TELLS]
    is_told = bool(told) and not (
        _NO_TALK.match(told[-1]) or is_thanking(told[-1]) or ends_with_question(told[-1])
    )
    return told[-1] if is_told else None


_LOOKED_AT = 400  # characters


def _opening(turn: Turn, start: int) -> str | None:
    """The few words without a verb that a message begins with, as its topic: "LPA forms. who should we have? …"."""
    heads = takewhile(_is_head, split_sentences(turn.text[: min(start, _LOOKED_AT)]))
    told = [span.text for span in heads if telling_words(span.text) and not is_small_talk(span.text)]
    return " ".join(told[:_HEADS]) or None


def _is_head(span: Span) -> bool:
    is_idle = is_thanking(span.text) or ends_with_question(span.text) or _NO_TALK.match(span.text) is not None
    is_short = len(span.text.split()) <= _LONGEST_HEAD
    return is_short and not (is_idle or _ANSWERS.match(span.text) or has_verb(span.text))


_ANSWERS = regex(
    r"\A\W{0,3}(?:ok(?:ay)?|yes|yeah|yep|no|nope|so|and|but|or|maybe|perhaps|good|great|nice|fine|fair|true|right|sure|agreed"
    r"|well|not|better|worse|hot|cold|dry|wet|quiet|loud|noisy|tired|busy|home|back(?! (?:on|to) )|phew|happy"
    r"|merry|she|he|it|first)\b",
    re.IGNORECASE,
)
"""What answers, or tells how one is, and names no topic."""


_HEADS = 2
_LONGEST_HEAD = 5  # words
