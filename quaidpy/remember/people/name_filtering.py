"""Which of the names that were found are none, seen by the whole stretch they are from?"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.identity import TurnId
from quaidpy.domain.memories.drafts import EntityDraft, Extraction
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.remember.words.names import is_surely_given_name

_SMALL_WORD = re.compile(r"(?<=[a-z,;:] )[a-z]{3,}(?![\w@./-]\w)")
_WRITES_CAPITALS = re.compile(r"\A\W*[A-Z]")
_BY_A_CAPITAL = frozenset({EntityType.THING, EntityType.PERSON})
"""Types that a capital letter, or what stands beside it, may have given."""


def without_false_names(found: Extraction, turns: Sequence[Turn]) -> Extraction:
    """The same findings without names that are words of every day, or that only an assistant uses, and once.

    Who takes part in a relation, speaks, or bears a known given name, stays.
    """
    sieve = _sieve_of(found, turns)
    drafts = tuple(
        replace(draft, mentions=tuple(one for one in draft.mentions if sieve.keeps(one.entity)))
        for draft in found.drafts
    )
    named = tuple((turn, one) for turn, one in found.turn_mentions if sieve.keeps(one.entity))
    return replace(found, drafts=drafts, turn_mentions=named)


@dataclass(frozen=True, slots=True)
class _Sieve:
    """Names in lower case: `sure` of somebody, `said` by people or more than once; `common` words."""

    sure: frozenset[str]
    said: frozenset[str]
    common: frozenset[str]

    def keeps(self, entity: EntityDraft) -> bool:
        name = entity.name.casefold()
        if name in self.sure or is_surely_given_name(name) or entity.type not in _BY_A_CAPITAL:
            return True
        if name in self.common:
            return False
        return entity.type is EntityType.PERSON or name in self.said


def _sieve_of(found: Extraction, turns: Sequence[Turn]) -> _Sieve:
    ends = (end.name for draft in found.drafts for edge in draft.edges for end in (edge.subject, edge.object))
    speakers = (turn.speaker for turn in turns if turn.speaker)
    sure = {name.casefold() for name in (*ends, *speakers)}
    return _Sieve(frozenset(sure), _said(found, turns), _common_words(turns))


def _said(found: Extraction, turns: Sequence[Turn]) -> frozenset[str]:
    """What is named by anybody but an assistant, or in two turns."""
    by_assistant = {turn.id for turn in turns if turn.role is Role.ASSISTANT}
    in_turns: dict[str, set[TurnId]] = {}
    for turn, mention in found.turn_mentions:
        in_turns.setdefault(mention.entity.name.casefold(), set()).add(turn)
    return frozenset(
        name for name, where in in_turns.items() if len(where) > 1 or not where <= by_assistant
    ) | frozenset(_of_drafts(found))


def _of_drafts(found: Extraction) -> Iterable[str]:
    return (mention.entity.name.casefold() for draft in found.drafts for mention in draft.mentions)


def _common_words(turns: Sequence[Turn]) -> frozenset[str]:
    """What is written small by those who write names with capitals."""
    return frozenset(
        word for turn in turns if _WRITES_CAPITALS.match(turn.text) for word in _SMALL_WORD.findall(turn.text)
    )
