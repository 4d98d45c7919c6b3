"""What do the memories of tonight say, in a form that can be compared?"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from hashlib import blake2b
from struct import pack, unpack

from quaidpy.domain.identity import MemoryId, NodeId
from quaidpy.domain.language.text import words
from quaidpy.domain.language.typos import folded, with_typos_fixed
from quaidpy.domain.memories.memory import Kind
from quaidpy.domain.memories.opposition import identification, left_behind, opposition_key
from quaidpy.domain.memories.sameness import Sense, difference, sense_of
from quaidpy.domain.nights import MemoryProjection, ReviewMark
from quaidpy.remember.deciding.resolution import NEVER_MERGED
from quaidpy.remember.deciding.word_order import have_changed_places
from quaidpy_janitor.overview import Overview, version_of
from quaidpy_janitor.task import Night

_MOST_SENSES = 20_000  # kept in memory; a sense takes some two kilobytes
_LEAST_OF_A_NAME = 6  # letters that must be equal: Postgres may be PostgreSQL, Dan is not Daniela
_WORD_BITS = 0xFFFF_FFFF_FFFF_FFFF


class Keys(IntEnum):
    """By which keys a task finds pairs."""

    DUPLICATES = 0
    OPPOSITES = 1


class Statements:
    """All live statements of the owner, compared by words, names and the entities behind the names."""

    def __init__(self, night: Night) -> None:
        tools = night.tools
        self.lexicon, self._is_word, self._related_names = tools.lexicon, tools.is_word, tools.related_names
        self._overview: Overview = night.desk.overview(night.owner, tools.survey, tools.store, tools.is_word)
        self._senses: dict[str, Sense] = {}
        self._hashes: dict[str, int] = {}
        self._worked_out = night.desk.keys

    @property
    def memories(self) -> Mapping[MemoryId, MemoryProjection]:
        return self._overview.projections

    @cached_property
    def mergeable(self) -> list[MemoryProjection]:
        """Of kinds that can be merged, by id."""
        return [projection for projection in self.memories.values() if projection.kind not in NEVER_MERGED]

    def difference(self, one: MemoryProjection, other: MemoryProjection) -> str | None:
        """What keeps two memories apart; None when they say the same of the same, in the same place and time."""
        reason = _bounds_differ(one, other)
        if reason is not None:
            return reason
        texts = (
            with_typos_fixed(one.text, other.text, self._is_word),
            with_typos_fixed(other.text, one.text, self._is_word),
        )
        senses = [self.sense_of(text) for text in texts]
        reason = difference(senses[0], senses[1], self.lexicon)
        if reason is None and not self.are_of_same_people(one, other):
            return "they speak of others of the same name"
        if reason is None and have_changed_places(*texts):
            return "the same words have other roles"
        return reason

    def may_name_the_same(self, one: Sense, other: Sense) -> bool:
        """Whether every name of each may stand for one of the other: Liz for Elizabeth, Postgres for PostgreSQL.

        It may, it need not: for a person or a model to say. A name that begins a sentence may pass for a word.
        """
        mine, theirs = set(one.order) - set(other.order), set(other.order) - set(one.order)
        return all(
            any(self._may_be(name, their) for their in theirs) for name in mine & set(one.names)
        ) and all(any(self._may_be(name, my) for my in mine) for name in theirs & set(other.names))

    def _may_be(self, name: str, other: str) -> bool:
        shorter, longer = sorted((name, other), key=len)
        is_cut = len(shorter) >= _LEAST_OF_A_NAME and longer.startswith(shorter)
        return is_cut or other in self._related_names(name)

    def without_doubtful_names(self, each: "Keyed") -> Iterator[int]:
        """Keys of what it says without one of its names, for each name that another known name is used for."""
        aliases = self._overview.naming.aliases
        for word in dict.fromkeys(words(each.memory.text)):
            if word in self._doubtful_names:
                yield (each.keys[0] - self._hash((aliases.get(word, word),))) & _WORD_BITS

    @cached_property
    def _doubtful_names(self) -> frozenset[str]:
        known = self._overview.naming.known or frozenset()
        return frozenset(name for name in known if not known.isdisjoint(self._related_names(name)))

    def saying(self, text: str) -> Sequence[MemoryId]:
        """Those of exactly these words."""
        return self._by_text.get(text, ())

    @cached_property
    def _by_text(self) -> Mapping[str, list[MemoryId]]:
        found: dict[str, list[MemoryId]] = defaultdict(list)
        for projection in self.mergeable:
            found[projection.text].append(projection.id)
        return found

    def sense_of(self, text: str) -> Sense:
        known = self._senses.get(text)
        if known is None:
            if len(self._senses) >= _MOST_SENSES:
                self._senses.clear()
            known = self._senses[text] = sense_of(text, self.lexicon, self._overview.naming)
        return known

    def is_suspect(self, memory: MemoryProjection) -> bool:
        """It has a word in small letters that nobody writes on purpose."""
        return self._overview.is_suspect(memory)

    def are_of_same_people(self, one: MemoryProjection, other: MemoryProjection) -> bool:
        """No name that both mention means somebody else in each."""
        mine, theirs = self._overview.entities_by_name(one.id), self._overview.entities_by_name(other.id)
        return all(mine[name] & theirs[name] for name in mine.keys() & theirs.keys())

    # Keys: statements that may be one another's pair share one. Numbers of 64 bits, the same in every process.

    def keyed(self, known: Mapping[NodeId, ReviewMark], which: Keys) -> "list[Keyed]":
        """Of each that can be merged its keys, worked out only where it is not as it was at the last look."""
        version = version_of(self.lexicon)
        found = []
        for memory in self.mergeable:
            mark = self._overview.mark_of(memory, version)
            review_mark = known.get(memory.id)
            is_fresh = review_mark is None or review_mark.mark != mark
            if review_mark is None or is_fresh:
                review_mark = ReviewMark(mark, self._keys(memory, mark)[which])
            found.append(Keyed(memory, review_mark, is_fresh=is_fresh))
        return found

    def _keys(self, memory: MemoryProjection, mark: bytes) -> tuple[bytes, bytes]:
        """Of duplicates, and of opposites; one sense is enough for both tasks."""
        done = self._worked_out.get(memory.id)
        if done is None or done[0] != mark:
            sense = sense_of(memory.text, self.lexicon, self._overview.naming)
            key, whole = sense.key, self._hash(sense.key)
            parts = sorted({whole, *((whole - self._hash((word,))) & _WORD_BITS for word in key)} - {whole})
            short = folded(memory.text)
            initials = whole if short == memory.text else self._hash(self.sense_of(short).key)
            opposed = self._hash(opposition_key(sense, self.lexicon))
            called = identification(memory.text)
            kind = self._hash(called.kind) if called else 0
            leaves = int(left_behind(memory.text) is not None)
            done = (
                mark, pack(f"<{2 + len(parts)}Q", whole, initials, *parts), pack("<3Q", opposed, kind, leaves)
            )  # fmt: skip
            self._worked_out[memory.id] = done
        return done[1], done[2]

    def _hash(self, words: "Sequence[str] | frozenset[str]") -> int:
        """Of a set of words: the sum of theirs, so that a word can be taken away from it."""
        total = 0
        for word in words:
            if word not in self._hashes:
                digest = blake2b(word.encode(), digest_size=8).digest()
                self._hashes[word] = int.from_bytes(digest, "little")
            total += self._hashes[word]
        return total & _WORD_BITS


@dataclass(frozen=True, slots=True)
class Keyed:
    """A statement with what it is found by; fresh when it has not been compared with all others as it is now.

    `keys` of duplicates: the whole, the whole with names as their initials, then without each of its words. Of
    opposites: what it speaks of, which one of a kind it calls by a name, or 0, and 1 where it gives something up.
    """

    memory: MemoryProjection
    review_mark: ReviewMark
    is_fresh: bool

    @property
    def keys(self) -> tuple[int, ...]:
        return unpack(f"<{len(self.review_mark.keys) // 8}Q", self.review_mark.keys)


def looked_at(keyed: Sequence[Keyed], left: set[MemoryId]) -> Iterator[tuple[NodeId, ReviewMark]]:
    """Those that no later night needs to compare again while nothing changes; all but what is `left`."""
    for each in keyed:
        if each.memory.id not in left:
            yield each.memory.id, each.review_mark


_LIKE_KINDS = frozenset({Kind.FACT, Kind.PREFERENCE, Kind.BELIEF, Kind.PROFILE, Kind.EXPERIENCE})
"""Kinds between which extraction often cannot tell."""


def _bounds_differ(one: MemoryProjection, other: MemoryProjection) -> str | None:
    if one.kind != other.kind and not {one.kind, other.kind} <= _LIKE_KINDS:
        return "they are of different kinds"
    if one.project != other.project:
        return "they belong to different projects"
    if one.valid_to != other.valid_to:
        return "one of them has ended"
    if one.flagged != other.flagged:
        return "one of them is flagged"
    if _is_cut(one.text) or _is_cut(other.text):
        return "one of them is only part of a sentence"
    return None


def _is_cut(text: str) -> bool:
    """A quote or bracket stays open, or it breaks off at "v.": nobody knows how it went on."""
    return (
        text.count('"') % 2 == 1 or text.count("(") != text.count(")") or text.endswith((" v.", " vs.", ' "'))
    )
