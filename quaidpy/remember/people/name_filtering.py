"""Which of the names that were found are none, seen by the whole stretch they are from?"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.identity import TurnId
from quaidpy.domain.memories.drafts import EntityMention, Extraction
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.regex import regex
from quaidpy.remember.people.entity_types import type_of_name
from quaidpy.remember.words.names import is_of_everyday_words, is_surely_given_name
from quaidpy.shipped.names import is_everyday_word

_SMALL_WORD = regex(r"(?<=[a-z,;:] )[a-z]{3,}(?![\w@./-]\w)")
_WRITES_CAPITALS = regex(r"\A\W*[A-Z]")
_FULL_NAME = regex(r"[^\W\d_a-z][^\W\d_]{1,40} [^\W\d_a-z][\w'’-]+")
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


def without_false_names(
    found: Extraction, turns: Sequence[Turn], told_of: Collection[str] = ()
) -> Extraction:
    """The same findings without names that are words of every day, or that only an assistant uses, and once.

    Who takes part in a relation, speaks, or bears a known given name, stays, and so does what is `told_of`, casefolded.
    """
    sieve = _sieve_of(found, turns, told_of)
    drafts = tuple(
        replace(draft, mentions=tuple(map(sieve.typed, filter(sieve.keeps, draft.mentions))))
        for draft in found.drafts
    )
    named = tuple((turn, sieve.typed(one)) for turn, one in found.turn_mentions if sieve.keeps(one))
    return replace(found, drafts=drafts, turn_mentions=named)


@dataclass(frozen=True, slots=True)
class _Sieve:
    """Names in lower case: `sure` of somebody, `labels` of pages, `said` by people or twice; `common` words.

    `people`: those that somewhere in the stretch the words around them make somebody's.
    """

    sure: frozenset[str]
    labels: frozenset[str]
    said: frozenset[str]
    common: frozenset[str]
    people: frozenset[str]

    def typed(self, mention: EntityMention) -> EntityMention:
        """Somebody, where nothing told what it is and its first name is somebody's."""
        entity, first = mention.entity, mention.entity.name.casefold().split()[0]
        is_full_name = _FULL_NAME.fullmatch(entity.name) is not None and type_of_name(entity.name) is None
        if entity.type is not EntityType.THING or not is_full_name or first not in self.people:
            return mention
        return EntityMention(replace(entity, type=EntityType.PERSON), mention.weight)

    def keeps(self, mention: EntityMention) -> bool:
        entity, name = mention.entity, mention.entity.name.casefold()
        if name in _OF_NOBODY or _CLAUSE.search(name):
            return False
        is_full_name = entity.type is EntityType.PERSON and not is_everyday_word(name.split()[0])
        if name in self.labels and name not in self.sure and not is_full_name:
            return False
        if name in self.sure or is_surely_given_name(name) or entity.type not in _BY_A_CAPITAL:
            return True
        if name in self.common:
            return False
        return entity.type is EntityType.PERSON or name in self.said


def _sieve_of(found: Extraction, turns: Sequence[Turn], told_of: Collection[str]) -> _Sieve:
    ends = (end.name for draft in found.drafts for edge in draft.edges for end in (edge.subject, edge.object))
    speakers = (turn.speaker for turn in turns if turn.speaker)
    sure = {*told_of, *(name.casefold() for name in (*ends, *speakers))}
    named = {mention.entity.name for _, mention in found.turn_mentions}
    written = _written(turns)
    labels = {name.casefold() for name in named if written.is_label(name)}
    people = {one.name.casefold() for one in found.named() if one.type is EntityType.PERSON}
    return _Sieve(
        frozenset(sure), frozenset(labels), _said(found, turns), _common_words(turns), frozenset(people)
    )


_LABELS = regex(
    r"\*\*[^*\n]{1,80}\*\*|^#{1,6} [^\n]{1,120}$|\[[A-Z][^\]\n]{1,60}\]"
    r"|^[ \t]{0,8}(?:[-*•]|\d{1,2}[.)]) [^:\n]{1,60}:(?=\s)",
    re.MULTILINE,
)
"""Bold words, headings, gaps to be filled in and what begins an item, on a page that a machine wrote."""


@dataclass(frozen=True, slots=True)
class _Written:
    """What stands in an assistant's labels and in its running sentences, and what anybody else wrote."""

    labels: str
    prose: str
    others: str

    def is_label(self, name: str) -> bool:
        """Whether it is no name but to a page: "Short-Term Goals", "[University Name]", "Implement RBAC".

        What others write with a capital is a name. Of a page's own, one word must stand outside of labels, several
        within a sentence, and words of every day nowhere without their capitals.
        """
        small = name.lower()
        if name in self.others or f'"{name}"' in self.labels or is_surely_given_name(name.casefold()):
            return False
        if name not in self.prose:
            return name in self.labels
        if " " in name and is_of_everyday_words(small) and small.removesuffix("s") in self.prose:
            return True
        return (" " in name or is_everyday_word(small)) and not _stands_in_sentence(name, self.prose)


def _written(turns: Sequence[Turn]) -> _Written:
    pages = [turn.text for turn in turns if turn.role is Role.ASSISTANT]
    return _Written(
        labels="\n".join(found for page in pages for found in _LABELS.findall(page)),
        prose="\n".join(_LABELS.sub("\n", page) for page in pages),
        others="\n".join(turn.text for turn in turns if turn.role is not Role.ASSISTANT),
    )


def _stands_in_sentence(name: str, text: str) -> bool:
    """Whether it has a verb, or a small word before it that joins no headings: "such as Blue Apron"."""
    form = re.compile(rf"{_BEFORE}{re.escape(name)}(?!\w)|{re.escape(name)} {_VERB}\b")
    at = text.find(name)
    while at >= 0:
        if form.search(text, max(0, at - _FAR), at + len(name) + _FAR):
            return True
        at = text.find(name, at + len(name))
    return False


_FAR = 120  # characters, within which its sentence has a word to it
_JOINING = "(?:an?|and|for|in|of|on|or|the|to|with)"
_OTHERS = r"(?:[A-Z][\w.’'-]*(?: [A-Z][\w.’'-]*){0,2},? (?:(?:and|or) )?){0,5}"  # listed before it
_BEFORE = rf"(?<![\w-])(?!{_JOINING}\b)[a-z][\w'’-]*,? (?:{_JOINING} ){{0,3}}{_OTHERS}[\"'(*_`]{{0,3}}"
_VERB = "(?:is|was|are|were|has|had|can|will|[a-z]{2,}[a-rt-z]s)"


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
