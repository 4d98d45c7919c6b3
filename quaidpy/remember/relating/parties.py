"""Who is meant by "I", "my sister" or "he" in a sentence?"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.graph.relation_words import Role
from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.remember.relating.phrases import Phrases, Verb
from quaidpy.remember.relating.tokens import Token
from quaidpy.remember.words.names import gender_of

_SPEAKER = frozenset({"i", "me", "we", "us", "myself"})
_SPEAKERS = frozenset({"my", "our", "mine"})
_LISTENER, _LISTENERS = frozenset({"you"}), frozenset({"your"})
_THIRD = {"he": "he", "him": "he", "she": "she", "they": "they", "them": "they"}
_THIRDS = {"his": "he", "her": "she", "their": "they"}
_ALIVE = frozenset({EntityType.PERSON, EntityType.ANIMAL, EntityType.THING})
_MOST_ADJECTIVES = 2


@dataclass(frozen=True, slots=True)
class Voice:
    """Who speaks, to whom, and who "he", "she" or "they" is by what was said before."""

    speaker: EntityDraft | None
    listener: EntityDraft | None
    meant_by: Callable[[str], EntityDraft | None]


NOBODY_SPEAKS = Voice(None, None, lambda _pronoun: None)
"""In a document, "I" may be anybody."""


@dataclass(frozen=True, slots=True)
class Held:
    """A role of somebody: "Ana's old boss" at tokens [start, end); `before`: the words between the two."""

    owner: EntityDraft
    roles: tuple[Role, ...]
    before: tuple[str, ...]
    words: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """The tokens of a sentence and of the one `before`, all words `said` in it, and who is meant without a name."""

    tokens: Sequence[Token]
    voice: Voice
    phrases: Phrases
    has_capitals: bool = True
    before: Sequence[Token] = ()
    said: frozenset[str] = frozenset()

    @property
    def may_relate(self) -> bool:
        """Whether anything in it can be somebody's: a name, a thing that needs none, or what chat writes small."""
        is_named = any(token.named is not None for token in self.tokens)
        return is_named or not self.has_capitals or bool(self.said & self.phrases.things)

    @property
    def names_a_role(self) -> bool:
        return any(self.phrases.begins_role(word) for word in self.said)

    def verbs_at(self, at: int) -> list[Verb]:
        """The verbs of relations that begin there, the longest first."""
        return self.phrases.verbs_at(self.tokens, at, self.said)

    def word(self, at: int) -> str:
        """In lower case; empty outside."""
        return self.tokens[at].word if 0 <= at < len(self.tokens) else ""

    def named(self, at: int) -> EntityDraft | None:
        return self.tokens[at].named if 0 <= at < len(self.tokens) else None

    def party(self, at: int) -> EntityDraft | None:
        """Who the word there means: a name, "I", or a pronoun that can only be one."""
        if not 0 <= at < len(self.tokens):
            return None
        token = self.tokens[at]
        if token.named is not None:
            return token.named
        if token.word in _SPEAKER:
            return self.voice.speaker
        if token.word in _LISTENER:
            return self.voice.listener
        if pronoun := _THIRD.get(token.word):
            return self._meant(pronoun, at)
        return None

    def owner(self, at: int) -> tuple[EntityDraft, int] | None:
        """Whose something is, by the words that begin there ("my", "Ana's"), and where that something begins."""
        token = self.tokens[at]
        if token.named is not None:
            if self.word(at + 1) == "'s" or (self.word(at + 1) == "'" and token.word.endswith("s")):
                return token.named, at + 2
            return None
        if token.word in _SPEAKERS:
            return (self.voice.speaker, at + 1) if self.voice.speaker else None
        if token.word in _LISTENERS:
            return (self.voice.listener, at + 1) if self.voice.listener else None
        if pronoun := _THIRDS.get(token.word):
            meant = self._meant(pronoun, at)
            return (meant, at + 1) if meant else None
        return None

    def held(self) -> Iterator[Held]:
        """The roles that somebody is said to hold for somebody, in order."""
        for at in range(len(self.tokens)):
            owner = self.owner(at)
            if owner is None:
                continue
            if found := self.role_from(owner[1]):
                roles, begin, end = found
                yield Held(owner[0], roles, self.words(owner[1], begin), self.words(begin, end), at, end)

    def words(self, start: int, end: int) -> tuple[str, ...]:
        return tuple(token.word for token in self.tokens[start:end])

    def role_from(self, at: int) -> tuple[tuple[Role, ...], int, int] | None:
        """A role that begins there or behind a word or two that say more of it."""
        for begin in range(at, min(at + _MOST_ADJECTIVES + 1, len(self.tokens))):
            if found := self.phrases.role_at(self.tokens, begin):
                roles, end = found
                return (roles, begin, end) if self._ends_role(end) else None
            if self.tokens[begin].is_mark or self.tokens[begin].named is not None:
                return None
        return None

    def _ends_role(self, end: int) -> bool:
        """Whether the role is all there is: "my dog Bruno", not "my dog food" or "my sister's cat"."""
        return self.word(end) != "'s" or self.word(end + 1) in _AFTER_IS or self.named(end + 1) is not None

    def _meant(self, pronoun: str, at: int) -> EntityDraft | None:
        """The only one named before it in the sentence whom it can be, else whoever was spoken of before."""
        if pronoun == "they":
            return None
        here = _alive(self.tokens[:at])
        before = here or _alive(self.before)
        fitting = [one for one in before.values() if gender_of(one.name) in {pronoun, None}]
        if here and self._is_of_kin_without_name(at):
            return None  # "Theo's aunt wrote: she …"
        if len(fitting) == 1 and (gender_of(fitting[0].name) == pronoun or len(before) == 1):
            return fitting[0]
        return None if before else self.voice.meant_by(pronoun)

    def _is_of_kin_without_name(self, at: int) -> bool:
        """Whether somebody is spoken of before that place only as what they are to a person with a name."""
        for place in range(at):
            owner = self.owner(place) if self.tokens[place].named is not None else None
            found = self.role_from(owner[1]) if owner else None
            if found is not None and found[2] <= at and self._is_unnamed(found[2]):
                return True
        return False

    def _is_unnamed(self, end: int) -> bool:
        is_aside = self.word(end) in {",", "is", "called", "named", "("}
        return self.named(end) is None and self.named(end + is_aside) is None


def _alive(tokens: Sequence[Token]) -> dict[str, EntityDraft]:
    """Those named whom a pronoun can mean, by name."""
    return {token.named.name: token.named for token in tokens if token.named and token.named.type in _ALIVE}


_AFTER_IS = frozenset({"called", "named", "name", "a", "an", "my", "our", "dr"})
