"""Where in a sentence stands a role or a verb that tells a relation, in whatever form?"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from quaidpy.domain.graph.relation_words import Act, Phrase, RelationWords, Role
from quaidpy.remember.relating.tokens import Token
from quaidpy.remember.words.verbs import IRREGULAR_PAST, PARTICIPLE_OF, past_of, third_person

PREPOSITIONS = frozenset(
    "at in to for from of with by on off near into onto over under about as after around".split()  # noqa: SIM905 - a word list reads as one
)
ANYTHING = "…"
_MOST_BETWEEN = 6  # words from a verb to its preposition
_MAY_STAND_BETWEEN = PREPOSITIONS | frozenset(
    """
    back over now here together happily part-time full-time freelance remotely currently abroad out up down home away
    alone
    """.split()  # noqa: SIM905 - a word list reads as one
)


class Form(Enum):
    """How a verb stands there; several of them may look alike."""

    BASE = auto()
    THIRD = auto()
    PAST = auto()
    PARTICIPLE = auto()
    DOING = auto()


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of a relation in a sentence: tokens [start, end), and what of its words are before it.

    `forms`: all that it can be.
    """

    act: Act
    forms: frozenset[Form]
    start: int
    end: int


class Phrases:
    """All phrases of a relation map, by their first word as it may stand in a text."""

    def __init__(self, words: RelationWords) -> None:
        self.told, self.general = words.told, words.general
        heads: dict[str, dict[tuple[Act, Phrase], set[Form]]] = {}
        for act in words.acts:
            for surface, form in _forms_of(act.words[0]):
                heads.setdefault(surface, {}).setdefault((act, act.words[1:]), set()).add(form)
        self._heads = {
            surface: {
                (act, rest): (frozenset(forms), frozenset(rest) - {ANYTHING})
                for (act, rest), forms in found.items()
            }
            for surface, found in heads.items()
        }
        self.things = _things(words)
        self._roles: dict[str, list[tuple[Phrase, tuple[Role, ...]]]] = {}
        for phrase, roles in words.roles.items():
            self._roles.setdefault(phrase[0], []).append((phrase, roles))
        for candidates in self._roles.values():
            candidates.sort(key=lambda one: -len(one[0]))

    def may_tell(self, word: str) -> bool:
        """Whether a word can begin any of them."""
        return word in self._heads or word in self._roles

    def begins_role(self, word: str) -> bool:
        return word in self._roles

    def role_at(self, tokens: Sequence[Token], at: int) -> tuple[tuple[Role, ...], int] | None:
        """The longest role that begins there, and where it ends."""
        if tokens[at].named is not None:
            return None
        for phrase, roles in self._roles.get(tokens[at].word, ()):
            if _follows(tokens, at, phrase):
                return roles, at + len(phrase)
        return None

    def verbs_at(self, tokens: Sequence[Token], at: int, said: frozenset[str]) -> list[Verb]:
        """The verbs that begin there, the longest first; `said`: all words of the sentence."""
        found = []
        for (act, rest), (forms, needed) in self._heads.get(tokens[at].word, {}).items():
            if needed <= said:
                end = _end_of(tokens, at + 1, rest)
                if end is not None:
                    found.append(Verb(act, forms, at, end))
        return sorted(found, key=lambda verb: -len(verb.act.words))  # else in the order of the map


def _things(words: RelationWords) -> frozenset[str]:
    """Words in an object's place that need no name; and verbs that take any noun."""
    kinds = {phrase[-1] for told in words.told.values() for phrase in told.kinds | told.concepts}
    any_noun = {relation for relation, told in words.told.items() if ("*",) in told.concepts}
    takers = {word for act in words.acts if act.relation in any_noun for word in act.words[1:2]}
    names = {name for told in words.told.values() for name in told.names}
    return frozenset(kinds | takers | names)


@lru_cache(maxsize=4)
def phrases_of(words: RelationWords) -> Phrases:
    """Made once for each map."""
    return Phrases(words)


def _follows(tokens: Sequence[Token], at: int, phrase: Phrase) -> bool:
    return at + len(phrase) <= len(tokens) and all(
        tokens[at + i].word == word and tokens[at + i].named is None for i, word in enumerate(phrase)
    )


def _end_of(tokens: Sequence[Token], at: int, rest: Phrase) -> int | None:
    """Where the phrase ends; its last preposition may come a few words later."""
    while at < len(tokens) and rest and tokens[at].word in _BETWEEN_ALWAYS:
        at += 1
    if rest[:1] == (ANYTHING,):
        return _end_behind_object(tokens, at, rest[1:])
    if _follows(tokens, at, rest):
        return at + len(rest)
    is_parted = rest and rest[-1] in PREPOSITIONS and _follows(tokens, at, rest[:-1])
    return _end_at_preposition(tokens, at + len(rest) - 1, rest[-1]) if is_parted else None


_BETWEEN_ALWAYS = frozenset({"both", "also", "just", "all", "now", "already"})


def _end_at_preposition(tokens: Sequence[Token], first: int, preposition: str) -> int | None:
    """Of "lives with her sons in" where it ends; nothing but where, how and with whom stands between."""
    if (
        first >= len(tokens)
        or tokens[first].word not in _MAY_STAND_BETWEEN
        or _turns_the_verb(tokens, first, preposition)
    ):
        return None
    for at in range(first + 1, min(first + _MOST_BETWEEN + 1, len(tokens))):
        if tokens[at].word == preposition:
            return at + 1
        if tokens[at].is_mark or tokens[at].word in _BREAKS:
            return None
    return None


def _turns_the_verb(tokens: Sequence[Token], at: int, preposition: str) -> bool:
    """Whether "on" or "out" makes another verb of it: "moved on from school", "comes out in spots from wool"."""
    after = tokens[at + 1].word if at + 1 < len(tokens) else ""
    if tokens[at].word in {"out", "down", "over"}:
        return after in PREPOSITIONS and after != preposition
    return tokens[at].word in {"on", "off", "up"} and (after in PREPOSITIONS or not after)


def _end_behind_object(tokens: Sequence[Token], at: int, rest: Phrase) -> int | None:
    """Of "replaced the old broker with" where it ends."""
    for begin in range(at + 1, at + _MOST_BETWEEN):
        if begin >= len(tokens) or tokens[begin].is_mark:
            return None
        if _follows(tokens, begin, rest):
            return begin + len(rest)
    return None


_BREAKS = frozenset(
    {"and", "but", "or", "because", "so", "that", "which", "who", "if", "when", "while", "to"}
)


def _forms_of(head: str) -> list[tuple[str, Form]]:
    if head == "be":
        return _OF_BE
    if head == "tie":
        return [("tie", Form.BASE), ("tied", Form.PAST), ("tying", Form.DOING)]
    if head in PARTICIPLE_OF or head == "quit":
        pasts = [past_of(head)]
    else:
        pasts = [f"{stem}d" if stem.endswith("e") else past_of(stem) for stem in _stems(head)]
    base = (
        [] if head in IRREGULAR_PAST else [(head, Form.BASE), (_third(head), Form.THIRD)]
    )  # "found": of find
    return [
        *base,
        *((past, Form.PAST) for past in pasts),
        *((PARTICIPLE_OF.get(head, past), Form.PARTICIPLE) for past in pasts),
        *((f"{stem.removesuffix('e')}ing", Form.DOING) for stem in _stems(head)),
    ]


def _third(head: str) -> str:
    if head.endswith(("s", "x", "z", "ch", "sh")):
        return f"{head}es"
    return third_person(head) if head.endswith("y") else f"{head}s" if head != "have" else "has"


def _stems(head: str) -> list[str]:
    """What endings are put to: "drop" is "dropp-", "travel" either."""
    is_short = (
        len(head) > 2 and head[-1] not in "aeiouwxy" and head[-2] in "aeiou" and head[-3] not in "aeiou"
    )
    doubled = f"{head}{head[-1]}"
    if head.endswith("el"):
        return [head, doubled]
    return [doubled] if is_short and (len(head) <= 4 or head in _STRESSED_LAST) else [head]


_STRESSED_LAST = frozenset({"enrol", "begin", "admit", "quit"})
_OF_BE = [
    ("am", Form.THIRD), ("is", Form.THIRD), ("are", Form.THIRD), ("'s", Form.THIRD), ("was", Form.PAST),
    ("were", Form.PAST), ("been", Form.PARTICIPLE), ("be", Form.BASE), ("being", Form.DOING),
]  # fmt: skip
