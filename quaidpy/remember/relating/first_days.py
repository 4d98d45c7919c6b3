"""Since or until when does somebody work somewhere, as their first or last day there tells it?"""

from collections.abc import Iterator
from itertools import islice

from quaidpy.domain.graph.relation_words import Change
from quaidpy.domain.graph.relations import RelationMap
from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.regex import regex
from quaidpy.remember.relating.certainty import Time
from quaidpy.remember.relating.objects import Frame, fits, objects_from
from quaidpy.remember.relating.parties import Sentence
from quaidpy.remember.relating.relation_mentions import RelationMention

_WORKS_AT = "works_at"
_CHANGES = {"first": Change.BEGINS, "last": Change.ENDS}
FIRST_OR_LAST = frozenset(_CHANGES)
"""Words without which no sentence tells of such a day."""

_SHOWN = {
    (Change.BEGINS, Time.NOW): "started at",
    (Change.BEGINS, Time.AHEAD): "will start at",
    (Change.ENDS, Time.NOW): "left",
    (Change.ENDS, Time.AHEAD): "will leave",
}
_SPANS = frozenset({"day", "week", "shift", "month"})
_FOR_A_WHILE = frozenset({"for", "before", "until", "till"})  # the season, the holidays
_IS = frozenset({"is", "'s", "will"})
_OF_LEARNING = regex(
    r"\b(?:school|college|academy|university|uni|nursery|kindergarten|primary|camp|daycare|pre-?school|playgroup)\b"
)


def first_and_last_days(
    sentence: Sentence, relations: RelationMap, *, speaks: bool
) -> Iterator[tuple[RelationMention, Time]]:
    """As in "today: first day at Stripe"; at a school it may be a pupil's."""
    for at in range(len(sentence.tokens) - 3):
        change = _CHANGES.get(sentence.word(at))
        if change is None or sentence.word(at + 1) not in _SPANS or sentence.word(at + 2) != "at":
            continue
        if change is Change.ENDS and _FOR_A_WHILE.intersection(sentence.words(at + 4, len(sentence.tokens))):
            continue
        who = _whose(sentence, at, speaks=speaks)
        if who is None or not fits(who, _WORKS_AT, relations, as_object=False):
            continue
        frame = Frame(sentence, who, _WORKS_AT, relations, sentence.phrases.told[_WORKS_AT])
        for firm in islice(objects_from(frame, at + 3), 1):
            if not _OF_LEARNING.search(firm.name.casefold()):
                time = Time.AHEAD if _IS.intersection(sentence.words(at + 4, at + 6)) else Time.NOW
                shown = f"{_SHOWN[change, time]} {firm.name}"
                yield RelationMention(who, _WORKS_AT, firm, change, shown, at), time


def _whose(sentence: Sentence, at: int, *, speaks: bool) -> EntityDraft | None:
    """By the word before it; without one the speaker's, where nobody else stands before."""
    for back in (1, 2):
        owner = sentence.owner(at - back) if at >= back else None
        if owner is not None and owner[1] == at:
            return owner[0]
    others = (sentence.party(before) for before in range(at))
    is_speakers = speaks and all(one in {None, sentence.voice.speaker} for one in others)
    return sentence.voice.speaker if is_speakers else None
