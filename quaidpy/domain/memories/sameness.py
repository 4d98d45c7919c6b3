"""Do two statements say the same in other words? By words alone: order, forms, synonyms, units, typos.

Errs on the side of "no": whatever of one statement finds nothing to stand beside in the other keeps them apart.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from quaidpy.domain.language.measures import Measure, are_same, take_measures
from quaidpy.domain.language.paraphrases import normalize_paraphrases
from quaidpy.domain.language.word_forms import (
    CALENDAR,
    EMPTY,
    NEGATIONS,
    OPENERS,
    ORDERING,
    ROLES,
    TITLES,
    is_past,
    root_of,
    tense_of,
)
from quaidpy.domain.memories.quotations import statement_alone
from quaidpy.errors import SettingsError
from quaidpy.regex import regex

_TOKEN = regex(r"[^\W_]+(?:['’-][^\W_]+)*(?:(?<=s)['’](?=\s))?")
_CONTRACTED = regex(r"\b(\w+?)(?:n['’]t)\b")
_NO_NAMES = CALENDAR | ROLES | TITLES
_POSSESSIVE_END = regex(r"['’]s?$")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """`heads`: plain word → the word that stands for its group. `converses`: verb → its counterpart."""

    heads: Mapping[str, str]
    phrases: Mapping[str, str]
    converses: Mapping[str, str]
    opposites: Mapping[str, str]

    @classmethod
    def from_table(cls, table: Mapping[str, object]) -> "Lexicon":
        """From config/synonyms.toml. Raises SettingsError."""
        groups, phrases, pairs = table.get("groups"), table.get("phrases"), table.get("converses")
        opposed = table.get("opposites")
        if not (
            isinstance(groups, list)
            and isinstance(phrases, dict)
            and isinstance(pairs, list)
            and isinstance(opposed, list)
        ):
            raise SettingsError("synonyms need groups and converses, lists of lists, and a table of phrases")
        heads = {root_of(word): root_of(group[0]) for group in groups for word in group}
        converses = {heads.get(root_of(a), root_of(a)): heads.get(root_of(b), root_of(b)) for a, b in pairs}
        longest_first = dict(sorted(phrases.items(), key=lambda item: (-len(item[0]), item[0])))
        opposites = {heads.get(root_of(a), root_of(a)): heads.get(root_of(b), root_of(b)) for a, b in opposed}
        return cls(
            heads,
            longest_first,
            converses | {b: a for a, b in converses.items()},
            opposites | {b: a for a, b in opposites.items()},
        )

    def head_of(self, word: str) -> str:
        """What stands for all words that mean the same as this lower-case one, in whatever form: child for kids."""
        root = root_of(word)
        return self.heads.get(root, root)

    def without_opposites(self, key: frozenset[str]) -> frozenset[str]:
        """The key with each word that has an opposite as the first of the two."""
        return frozenset(min(word, self.opposites.get(word, word)) for word in key)

    def rephrased(self, lowered: str) -> str:
        """A lower-case text with each phrase replaced, longer ones first."""
        for phrase, instead in self.phrases.items():
            if phrase in lowered:
                lowered = re.sub(rf"\b{re.escape(phrase)}\b", instead, lowered)
        return normalize_paraphrases(lowered)


@dataclass(frozen=True, slots=True)
class Sense:
    """What a statement says, as far as words tell.

    `content`: words that carry meaning, each by the head of its group, in order; `names` in the order they come;
    `tense`: past, modal words. `bound`: words whose order matters, with what follows each. `order`: content and names
    as they come. `acting`: the names that no place or possession explains, in order; `owning`: whose what is.
    `deed`: of a passive, what was done; `agents`: the words that say by whom.
    `key`: equal for all that may say the same, but for typos.
    """

    content: tuple[str, ...]
    names: tuple[str, ...]
    measures: tuple[Measure, ...]
    is_negated: bool
    tense: str
    bound: frozenset[tuple[str, str]]
    order: tuple[str, ...]
    acting: tuple[str, ...]
    owning: frozenset[tuple[str, str]]
    deed: str
    agents: frozenset[str]
    key: frozenset[str]

    @property
    def is_passive(self) -> bool:
        return bool(self.deed)


@dataclass(frozen=True, slots=True)
class Naming:
    """What is known of names, in lower case: `aliases` one-word name → the name that stands for it; `known` words of
    names. Without any known, a capital at the start of a sentence makes a name.
    """  # noqa: D205 - one thought

    aliases: Mapping[str, str]
    known: frozenset[str] | None = None


_UNNAMED = Naming({})


def sense_of(text: str, lexicon: Lexicon, naming: Naming = _UNNAMED) -> Sense:
    text = statement_alone(text)
    names_as_written = _names(text, naming.known)
    lowered = lexicon.rephrased(text.lower().replace("’", "'"))
    lowered = _CONTRACTED.sub(r"\1 not", lowered.replace("can't", "can not").replace("won't", "will not"))
    measures, rest = take_measures(lowered)
    words = [_Word(token, names_as_written, lexicon, naming) for token in _TOKEN.findall(rest)]
    order = [word.head for word in words if word.is_telling or word.token in ORDERING]
    tokens = [word.token for word in words]
    deed, agents = _done_by(words)
    return Sense(
        content=tuple(word.head for word in words if word.is_telling and not word.is_name),
        names=tuple(dict.fromkeys(word.head for word in words if word.is_name)),
        measures=measures,
        is_negated=any(token in NEGATIONS for token in tokens),
        tense=tense_of(tokens),
        bound=frozenset(_bound(order)),
        order=tuple(word.head for word in words if word.is_telling),
        acting=tuple(_acting(words)),
        owning=frozenset(_owning(words)),
        deed=deed,
        agents=agents,
        key=_key([word.head for word in words if word.is_telling], lexicon),
    )


def _key(heads: Sequence[str], lexicon: Lexicon) -> frozenset[str]:
    """What all statements that say the same share, but for typos."""
    key = {min(head, lexicon.converses.get(head, head)) for head in heads} - {"from"}
    return frozenset(key - {_LIKED} if _FAVOURITE in key else key)


class _Word:
    """One word of a statement: what it stands for, and whether it says anything by itself."""

    __slots__ = ("head", "is_by", "is_name", "is_of", "is_owner", "is_telling", "token")

    def __init__(self, written: str, names: frozenset[str], lexicon: Lexicon, naming: Naming) -> None:
        self.token = _POSSESSIVE_END.sub("", written)
        self.is_owner = self.token != written
        self.is_by, self.is_of = written == "by", written == "of"
        self.is_name = self.token in names
        self.is_telling = self.is_name or not (self.token in NEGATIONS or self.token in EMPTY)
        self.head = self.token
        if self.is_name:
            self.head = naming.aliases.get(self.token, self.token)
        elif self.is_telling:
            self.head = _head(self.token, lexicon)


_JOINING = frozenset(["and"])
_PLACING = frozenset(["in", "at", "near", "of", "on", "for", "with", "beside", "around"])


def _acting(words: Sequence[_Word]) -> Iterable[str]:
    """Names that do something or have it done to them: no place, no owner, and not what something is of.

    Of a passive the one by whom it is done comes first.
    """
    agents = [word.head for before, word in pairwise(words) if before.is_by and word.is_name]
    if agents and any(is_past(word.token) for word in words):
        yield from agents
        yield from (name for name in _actors(words) if name not in agents)
    else:
        yield from _actors(words)


def _actors(words: Sequence[_Word]) -> Iterable[str]:
    for place, word in enumerate(words):
        if word.is_name and not _is_owner(words, place) and not _is_placed(words, place):
            yield word.head


def _is_owner(words: Sequence[_Word], place: int) -> bool:
    """Carl's, and Carl in "Carl and Dina's"."""
    return words[place].is_owner or any(words[end].is_owner for end in _joined(words, place, step=1))


def _is_placed(words: Sequence[_Word], place: int) -> bool:
    """In Oslo, and Bergen in "in Oslo and Bergen"."""
    starts = (place, *_joined(words, place, step=-1))
    return any(start > 0 and words[start - 1].token in _PLACING for start in starts)


def _joined(words: Sequence[_Word], place: int, *, step: int) -> Iterable[int]:
    """Places of the names that an "and" ties to this one, in one direction."""
    while 0 <= place + 2 * step < len(words) and words[place + step].token in _JOINING:
        place += 2 * step
        if not words[place].is_name:
            return
        yield place


def _done_by(words: Sequence[_Word]) -> tuple[str, frozenset[str]]:
    """What was done, and the words for who did it; nothing when no deed stands before a "by"."""
    for place, word in enumerate(words):
        if word.is_by:
            deeds = [before.head for before in words[:place] if is_past(before.token) and before.is_telling]
            agents: set[str] = set()
            for after in words[place + 1 :]:
                if after.token in _PLACING or after.token in ORDERING:
                    break
                if after.is_telling:
                    agents.add(after.head)
            if deeds and agents:
                return deeds[-1], frozenset(agents)
    return "", frozenset()


def _owning(words: Sequence[_Word]) -> Iterable[tuple[str, str]]:
    """Ana's bike and the bike of Ana: the owner, and the word for what is hers."""
    for place, word in enumerate(words):
        if not word.is_name:
            continue
        start = min((place, *_joined(words, place, step=-1)))
        if _is_owner(words, place):
            end = max((place, *_joined(words, place, step=1)))
            yield word.head, next((after.head for after in words[end + 1 :] if after.is_telling), "")
        elif start > 1 and words[start - 1].is_of:
            thing = next((before.head for before in reversed(words[: start - 1]) if before.is_telling), "")
            yield word.head, thing


def difference(one: Sense, other: Sense, lexicon: Lexicon) -> str | None:
    """What keeps two statements apart; None when they say the same."""
    is_converse = _is_converse(one, other, lexicon)
    left, right = _leftovers(one, other, lexicon, is_converse=is_converse)
    found = (
        (one.is_negated != other.is_negated, "one of them is negated"),
        (not are_same(one.measures, other.measures), "numbers, dates or amounts differ"),
        (set(one.names) != set(other.names), "they name others"),
        (one.tense != other.tense, "they speak of different times"),
        (bool(left or right), f"words differ: {', '.join(sorted((*left, *right)))}"),
        (not is_converse and one.bound != other.bound, "the order of words matters"),
        (not _same_roles(one, other, is_converse=is_converse), "who does it to whom differs"),
    )
    return next((reason for is_so, reason in found if is_so), None)


def _names(text: str, known: frozenset[str] | None) -> frozenset[str]:
    """Lower-case forms of capitalised words that are names; the first word of a sentence only when it is known."""
    found: set[str] = set()
    for place, token in enumerate(_TOKEN.findall(text)):
        word = _POSSESSIVE_END.sub("", token.lower())
        is_opening = place == 0 and (word in EMPTY or word in OPENERS)
        is_unknown = place == 0 and known is not None and word not in known
        if token[0].isupper() and not (is_opening or is_unknown) and word not in _NO_NAMES:
            found.add(word)
    return frozenset(found)


def capitals_within(text: str) -> Iterable[str]:
    """Lower-case forms of the words that have a capital though no sentence begins with them: names, wherever met."""
    for token in _TOKEN.findall(text)[1:]:
        word = _POSSESSIVE_END.sub("", token.lower())
        if token[0].isupper() and word not in _NO_NAMES and word not in OPENERS:
            yield word


def _head(token: str, lexicon: Lexicon) -> str:
    root = root_of(token)
    return lexicon.heads.get(root, root)


def _bound(order: Sequence[str]) -> Iterable[tuple[str, str]]:
    for here, following in pairwise(order):
        if here in ORDERING - {"to", "by"}:
            yield here, following


def _is_converse(one: Sense, other: Sense, lexicon: Lexicon) -> bool:
    """One lends, the other borrows: the verbs differ and the two people have changed places."""
    if len(one.names) < 2 or one.names[:2] != other.names[1::-1]:
        return False
    return any(
        word in lexicon.converses and lexicon.converses[word] in other.content and word not in other.content
        for word in one.content
    )


def _leftovers(
    one: Sense, other: Sense, lexicon: Lexicon, *, is_converse: bool
) -> tuple[list[str], list[str]]:
    """Content of each that the other lacks, a word as often as it stands there more often."""
    mine, theirs = set(one.content), set(other.content)
    if _FAVOURITE in mine & theirs:
        mine, theirs = mine - {_LIKED}, theirs - {_LIKED}
    if is_converse:
        pairs = {w for w in mine if lexicon.converses.get(w) in theirs}
        mine, theirs = mine - pairs - {"from"}, theirs - {lexicon.converses[w] for w in pairs} - {"from"}
    return sorted(mine - theirs), sorted(theirs - mine)


def _same_roles(one: Sense, other: Sense, *, is_converse: bool) -> bool:
    """With two names it matters who comes first, unless both do the same or the sentence is turned about."""
    if is_converse or (one.order == other.order and one.is_passive == other.is_passive):
        return True
    if one.is_passive != other.is_passive and len(one.names) < 2:
        return _is_turned_about(one, other) if one.is_passive else _is_turned_about(other, one)
    if len(one.names) < 2:
        return not _have_swapped(one.content, other.content)
    if one.acting == other.acting and one.owning == other.owning:
        return not _have_swapped(one.content, other.content)
    shared = set(one.content)
    return shared == set(other.content) and (
        bool(_MUTUAL & shared) or (_CALLED in shared and len(shared) == 2)
    )


def _is_turned_about(passive: Sense, active: Sense) -> bool:
    """The dog was chased by the cat, the cat chased the dog: who is named after "by" stands before the deed."""
    if passive.deed not in active.order:
        return False
    return not passive.agents.isdisjoint(active.order[: active.order.index(passive.deed)])


def _have_swapped(one: Sequence[str], other: Sequence[str]) -> bool:
    """The cat chased the dog, the dog chased the cat: two words that are no neighbours have changed places."""
    if len(one) != len(other):
        return False
    places = [place for place, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]]
    return (
        len(places) == 2
        and places[1] - places[0] > 1
        and (one[places[0]], one[places[1]]) == (other[places[1]], other[places[0]])
    )


_MUTUAL = frozenset(
    root_of(word)
    for word in ["married", "friend", "meet", "twin", "cousin", "neighbour", "colleague", "sibling"]
)
_CALLED, _FAVOURITE, _LIKED = root_of("call"), root_of("favourite"), root_of("like")
