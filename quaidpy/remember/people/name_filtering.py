"""Which of the names that were found are none, seen by the whole stretch they are from?"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.identity import TurnId
from quaidpy.domain.memories.drafts import EntityDraft, Extraction
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.regex import regex
from quaidpy.remember.words.names import is_surely_given_name

_SMALL_WORD = regex(r"(?<=[a-z,;:] )[a-z]{3,}(?![\w@./-]\w)")
_WRITES_CAPITALS = regex(r"\A\W*[A-Z]")
_OF_NOBODY = frozenset(
    """
    dr dr. mr mr. mrs mrs. ms ms. miss prof prof. professor rev rev. reverend sir madam madame mme herr frau señor
    señora mevrouw meneer vicar whoever whichever whatever them they those these
    """.split()  # noqa: SIM905 - a word list reads as one
)
"""Titles without a name, and words for anybody."""
_CLAUSE = regex(r"\b(?:how|what|who|where|it|that|there|here)['’]s\b|['’](?:m|re|ve|ll)\b")
"""Verbs drawn to a word: no name goes on behind them ("How's Dad", "Leicester I'm")."""
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
    """Names in lower case: `sure` of somebody, `labels` of pages, `said` by people or twice; `common` words."""

    sure: frozenset[str]
    labels: frozenset[str]
    said: frozenset[str]
    common: frozenset[str]

    def keeps(self, entity: EntityDraft) -> bool:
        name = entity.name.casefold()
        if name in _OF_NOBODY or _CLAUSE.search(name):
            return False
        if name in self.labels and name not in self.sure:
            return False
        if name in self.sure or is_surely_given_name(name) or entity.type not in _BY_A_CAPITAL:
            return True
        if name in self.common:
            return False
        return entity.type is EntityType.PERSON or name in self.said


def _sieve_of(found: Extraction, turns: Sequence[Turn]) -> _Sieve:
    ends = (end.name for draft in found.drafts for edge in draft.edges for end in (edge.subject, edge.object))
    speakers = (turn.speaker for turn in turns if turn.speaker)
    sure = {name.casefold() for name in (*ends, *speakers)}
    named = {mention.entity.name for _, mention in found.turn_mentions}
    labels = {name.casefold() for name in _labels_among(named, turns)}
    return _Sieve(frozenset(sure), frozenset(labels), _said(found, turns), _common_words(turns))


_LABELS = regex(
    r"\*\*[^*\n]{1,80}\*\*|^#{1,6} [^\n]{1,120}$|\[[A-Z][^\]\n]{1,60}\]"
    r"|^[ \t]{0,8}(?:[-*•]|\d{1,2}[.)]) [^:\n]{1,60}:(?=\s)",
    re.MULTILINE,
)
"""Bold words, headings, gaps to be filled in and what begins an item, on a page that a machine wrote."""


def _labels_among(named: Iterable[str], turns: Sequence[Turn]) -> Iterable[str]:
    """Names that stand nowhere but in an assistant's labels: "Short-Term Goals", "[University Name]"."""
    pages = [turn.text for turn in turns if turn.role is Role.ASSISTANT]
    labels = "\n".join(found for page in pages for found in _LABELS.findall(page))
    if not labels:
        return
    running = "\n".join(
        turn.text if turn.role is not Role.ASSISTANT else _LABELS.sub("\n", turn.text) for turn in turns
    )
    for name in named:
        is_title = f'"{name}"' in labels or is_surely_given_name(name.casefold())
        if name in labels and name not in running and not is_title:
            yield name


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
