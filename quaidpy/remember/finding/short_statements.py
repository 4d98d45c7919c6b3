"""What becomes of statements too short to be understood alone? Joined with their neighbour, or left to the turn."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from quaidpy.domain.identity import TurnId
from quaidpy.domain.language.questions import ends_with_question
from quaidpy.domain.memories.drafts import USER, MemoryDraft, Rejection, RejectionReason
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.memories.memory import Evidence, Kind, Source
from quaidpy.regex import regex
from quaidpy.remember.finding.drafting import MOST_KEYWORDS
from quaidpy.remember.words.chatter import is_chatter
from quaidpy.remember.words.requests import is_order, is_wanted_now
from quaidpy.remember.words.salience import content_words
from quaidpy.remember.words.self_contained import has_verb
from quaidpy.remember.words.verbs import is_past

_PLAIN = frozenset({Kind.FACT, Kind.EVENT})
_COMPLETES = frozenset(
    {
        RejectionReason.TOO_SHORT,
        RejectionReason.NOT_SALIENT,
        RejectionReason.UNRESOLVED,
        RejectionReason.FRAGMENT,
        RejectionReason.DANGLING,
    }
)
_SHORT = 8  # words; of shorter statements a third is understood, of those twice as long two thirds
_JOINED, _MOST_WORDS = 16, 45
_OF_SOMEBODY = regex(
    r"(?:the |The )?[\w'’. -]{2,40}['’]s? (?:[\w-]{1,20} ){1,3}?(?:is|are|was|were|has|have)\b"
)
"""What somebody's dentist, rent or port is."""
_FAR = 60  # characters between two statements, of what was not worth keeping
_PARTS = regex(r"\n\s*\n|\n\s*(?:[-*•#|]|\d{1,2}[.)]|\[)")
"""A new paragraph, or an item of a list."""
_LINES = regex(r"\n")
_BULLET = 3  # characters with which an item of a list begins


def may_stand_beside(reason: RejectionReason, text: str, turn: Turn) -> bool:
    """Whether a sentence that states nothing alone may complete a statement beside it, in a turn of a breath.

    "I said no." turns round what is told before it; "14,200, deposit 10 % by the end of January" says all of a quote.
    """
    is_of_breath = turn.role is Role.USER and len(turn.text.split()) <= _MOST_WORDS
    if not is_of_breath or is_wanted_now(text, has_verb=False):
        return False
    if ends_with_question(text):
        return turn.text.startswith(text) and _TOPIC.fullmatch(text) is not None
    is_told = bool(content_words(text) and _tells(text)) or _DENIED.search(text) is not None
    is_remark = _CLOSES.match(text) is not None or (
        _OF_BEFORE.match(text) is not None and not _FIGURE.search(text)
    )
    return reason in _COMPLETES and is_told and not (is_remark or is_order(text) or is_chatter(text))


def _tells(text: str) -> bool:
    """Whether there is a verb or a figure in it, or so much that it is no cry: not "Lucky Marta."."""
    words = text.split()
    return (
        len(words) >= _LEAST_OF_WORDS
        or _FIGURE.search(text) is not None
        or has_verb(text)
        or is_past(words[0].strip(".,!"))
    )


_LEAST_OF_WORDS = 4
_TOPIC = regex(
    r"(?!(?:who|what|which|when|where|why|how|you|and|is|are|do|does|did|can)\b)(?:[\w'’-]{1,20} ){0,2}[\w'’-]{1,20}\?",
    re.IGNORECASE,
)
"""What the rest of a message is about: "Orkney again? Joan says June."."""
_CLOSES = regex(
    r"\A(?:\w{1,20} ){0,3}(?:regards|wishes|cheers|greetings|yours|love|hugs|thanks|xx+)\b"
    r"|\Awell (?:played|done|said|spotted|remembered|deserved|put)\b",
    re.IGNORECASE,
)
_OF_BEFORE = regex(r"\A(?:that|this|those|these|it)(?:['’]s)?\b", re.IGNORECASE)
"""What only says how something told is liked: "That loom is gorgeous."."""
_DENIED = regex(r"\A(?:i|we|he|she|they) (?:said|say|told \w{1,20}) (?:no|yes)\b|n['’]t\b", re.IGNORECASE)


def understood_alone(
    drafts: Sequence[MemoryDraft],
    beside: Sequence[MemoryDraft],
    turns: Sequence[Turn],
    states: Callable[[Evidence], bool],
) -> tuple[list[MemoryDraft], list[Rejection]]:
    """Those that are, short ones together with what they stand beside; and those that are not even so.

    `beside`: sentences that state nothing alone. `states`: whether these words state a relation; what does stands
    alone, for it is looked up by it and may end.
    """
    whole: list[MemoryDraft] = []
    short: list[Rejection] = []
    for draft in _with_short_ones_joined(drafts, beside, turns, states):
        if _says_too_little(draft, states):
            short.append(Rejection(draft.evidence[0].turn, draft.text, RejectionReason.UNRESOLVED))
        else:
            whole.append(draft)
    return whole, short


def _with_short_ones_joined(
    drafts: Sequence[MemoryDraft],
    beside: Sequence[MemoryDraft],
    turns: Sequence[Turn],
    states: Callable[[Evidence], bool],
) -> list[MemoryDraft]:
    """In the same order: facts and events of a turn whose neighbour in it is short, in one statement with it.

    "The girl asked what the name meant." stands in "Sold the boat to a couple from Franklin. The girl asked what the
    name meant.", and says nothing without it.
    """
    texts = {turn.id: turn.text for turn in turns}
    joined: list[tuple[MemoryDraft, bool]] = []
    for draft, states_something in _in_order(drafts, beside):
        before = joined[-1][0] if joined else None
        if (
            before is not None
            and _belong_together(before, draft, texts)
            and not any(_stands_alone(one, states) for one in (before, draft))
        ):
            joined[-1] = (_together(before, draft), joined[-1][1] or states_something)
        else:
            joined.append((draft, states_something))
    return [draft for draft, states_something in joined if states_something]


def _in_order(
    drafts: Sequence[MemoryDraft], beside: Sequence[MemoryDraft]
) -> Iterator[tuple[MemoryDraft, bool]]:
    """Each sentence of `beside` where it was said, before the first draft of its turn that was said after it."""
    waiting = {turn: [*said] for turn, said in groupby(beside, key=lambda each: each.evidence[0].turn)}
    for place, draft in enumerate(drafts):
        turn, start = draft.evidence[0].turn, draft.evidence[0].start
        said = waiting.get(turn, [])
        while said and said[0].evidence[0].start < start:
            yield said.pop(0), False
        yield draft, True
        is_last = place + 1 == len(drafts) or drafts[place + 1].evidence[0].turn != turn
        while is_last and said:
            yield said.pop(0), False


def _stands_alone(draft: MemoryDraft, states: Callable[[Evidence], bool]) -> bool:
    """Whether it states a relation or what something of somebody is."""
    is_of_somebody = _OF_SOMEBODY.match(draft.text) is not None
    return bool(draft.edges) or is_of_somebody or any(map(states, draft.evidence))


def _belong_together(one: MemoryDraft, other: MemoryDraft, texts: dict[TurnId, str]) -> bool:
    lengths = len(one.text.split()), len(other.text.split())
    if min(lengths) > _JOINED or sum(lengths) > _MOST_WORDS or not {one.kind, other.kind} <= _PLAIN:
        return False
    before, after = one.evidence[-1], other.evidence[-1]
    if len(other.evidence) > 1 or before.turn != after.turn or before.end > after.start:
        return False
    between = texts.get(before.turn, "")[before.end : after.start + _BULLET]
    parts = _LINES if one.source is Source.IMPORT else _PARTS
    return len(between) <= _FAR and parts.search(between) is None and _are_of_one_time(one, other)


def _are_of_one_time(one: MemoryDraft, other: MemoryDraft) -> bool:
    is_alike = one.source is other.source and one.speaker == other.speaker and one.flagged == other.flagged
    days = ((one.valid_from, other.valid_from), (one.valid_to, other.valid_to))
    return is_alike and all(a == b for a, b in days)


def _together(one: MemoryDraft, other: MemoryDraft) -> MemoryDraft:
    first, last = one.evidence[0], other.evidence[-1]
    mentions = {mention.entity.name: mention for mention in (*other.mentions, *one.mentions)}
    return replace(
        one,
        kind=one.kind if one.kind is other.kind else Kind.FACT,
        text=f"{one.text.rstrip()} {other.text.lstrip()}",
        evidence=(Evidence(first.turn, first.start, last.end),),
        confidence=min(one.confidence, other.confidence),
        importance=max(one.importance, other.importance),
        keywords=tuple(dict.fromkeys((*one.keywords, *other.keywords)))[:MOST_KEYWORDS],
        tags=tuple(dict.fromkeys((*one.tags, *other.tags))),
        mentions=tuple(mentions.values()),
        edges=tuple(dict.fromkeys((*one.edges, *other.edges))),
    )


def _says_too_little(draft: MemoryDraft, states: Callable[[Evidence], bool]) -> bool:
    """Whether nobody who reads only this knows of what it is: a few words of a deed of nobody named, or that point.

    A figure, a name in a relation, a wish or a task stand alone however short they are.
    """
    words = draft.text.split()
    is_plain = len(words) <= _SHORT and draft.kind in _PLAIN and not _FIGURE.search(draft.text)
    if not is_plain or _stands_alone(draft, states):
        return False
    is_deed = draft.kind is Kind.EVENT and draft.text.startswith(_OF_NOBODY_NAMED)
    return is_deed or _POINTING.search(draft.text) is not None


_OF_NOBODY_NAMED = (f"{USER} ", "The ", "A ", "An ")
_FIGURE = regex(r"\d")
_POINTING = regex(r"\b(?:it|this|these|those|them|there|ones?|another|others?|then)\b", re.IGNORECASE)
