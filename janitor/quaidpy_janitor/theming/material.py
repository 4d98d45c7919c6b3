"""What is there tonight that themes could be made of: statements that hold, their vectors, whom they name?"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from quaidpy.domain.identity import EntityId, MemoryId
from quaidpy.domain.language.text import stem, word_set, words
from quaidpy.domain.language.word_forms import EMPTY, ROLES
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.domain.time.lifetimes import Moment
from quaidpy_janitor.outdated import stale_among
from quaidpy_janitor.task import Night
from quaidpy_janitor.theming.clusters import Pair, Vectors, middle_of, of_length_1
from quaidpy_janitor.theming.naming import Known, Told, told_by

_AT_ONCE = 2048  # vectors compared with all others: 64 MB of cosines at a time
_FEW = 12  # statements that may share a word in any memory, however small
_ALL_BUT_NOTHING = 1e-6  # of a vector of length 1


class Material:
    """Read once a night. Statements that hold, are not flagged, and have a vector; each told what it speaks of."""

    def __init__(self, night: Night) -> None:
        tools = night.tools
        self._night = night
        self._tuning = night.tuning.themes
        overview = night.desk.overview(night.owner, tools.survey, tools.store, tools.is_word)
        self._mentioned = overview.mentioned
        standing = {
            each.id: each
            for each in overview.projections.values()
            if not each.flagged and (each.valid_to is None or each.valid_to > night.now)
        }
        stale = stale_among(standing.values(), night)
        self.statements = {each: told for each, told in standing.items() if each not in stale}
        self._capitals = overview.naming.known or frozenset()
        self._bare: dict[MemoryId, NDArray[np.float32]] = {}
        self._told: dict[MemoryId, Told] = {}

    def told(self, memory: MemoryId) -> Told:
        known = self._told.get(memory)
        if known is None:
            self._tell([memory])
            known = self._told[memory]
        return known

    def _tell(self, memories: Iterable[MemoryId]) -> None:
        """Read of many at once what each speaks of, and who said it."""
        fresh = [each for each in memories if each not in self._told and each in self.statements]
        for row in self._night.tools.store.memories(self._night.owner, fresh):
            mentioned = {each: self._names[each] for each in self._mentioned(row.id) if each in self._names}
            known = Known(mentioned, row.speaker, self._capitals)
            self._told[row.id] = told_by(self.statements[row.id].text, known)

    def name_of(self, entity: EntityId) -> str:
        return self._names[entity][0]

    @cached_property
    def common(self) -> frozenset[str]:
        """Stems that tell no subject in this memory, and entities that alone tell none."""
        most = max(_FEW, self._tuning.common_share * len(self.statements))
        found = Counter(
            each for one in self.statements.values() for each in {stem(word) for word in word_set(one.text)}
        )
        return frozenset(self.broad) | {each for each, count in found.items() if count > most}

    @cached_property
    def broad(self) -> Mapping[EntityId, Sequence[MemoryId]]:
        """Entities of whom so much is said that it is of many things, with the statements that mention them."""
        found: dict[EntityId, list[MemoryId]] = defaultdict(list)
        for memory in self.statements:
            for entity in self._mentioned(memory):
                found[entity].append(memory)
        most = self._tuning.broad_from
        return {each: of for each, of in found.items() if len(of) >= most and not self._is_a_role(each)}

    def vectors(self, memories: Collection[MemoryId]) -> Vectors:
        """Of those that have one, of length 1; without what is common to all that names somebody of whom much is said.

        A name that stands in each of a hundred statements brings all of them together, whatever they are about.
        """
        fresh = [each for each in memories if each not in self._bare]
        if fresh:
            self._bare |= self._without_names(self.plain_vectors(fresh))
        return {each: self._bare[each] for each in memories if each in self._bare}

    def _without_names(self, plain: Vectors) -> Vectors:
        found = dict(plain)
        for entity in sorted(self.broad):
            having = [
                each for each in self.broad[entity] if each in found and entity in self.told(each).names
            ]
            if having:
                middle = self._middle(entity)
                for each in having:
                    found[each] = _without(found[each], middle)
        return found

    def linked_to(self, seeds: Sequence[MemoryId]) -> Iterator[Pair]:
        """The nearest of each seed that may be in one theme with it, with their cosine; each pair once."""
        search, tuning = self._night.tools.search, self._tuning
        moment = Moment(as_of=self._night.now, known_at=self._night.now)
        keep = Filter(owner=self._night.owner, moment=moment)
        seen: set[tuple[MemoryId, MemoryId]] = set()
        for start in range(0, len(seeds), _AT_ONCE):
            stored = search.vectors(self._night.owner, seeds[start : start + _AT_ONCE])
            if not stored:
                continue
            having = sorted(stored)
            near = search.nearest_to_each(
                [stored[each] for each in having],
                Corpus.MEMORIES,
                keep,
                limit=tuning.neighbours + 1,
                least=tuning.shared_link,
            )
            met = (
                (MemoryId(one), MemoryId(hit.node))
                for one, hits in zip(having, near, strict=True)
                for hit in hits
            )
            pairs = {(min(pair), max(pair)) for pair in met}
            fresh = {pair for pair in pairs - seen if pair[0] != pair[1] and self._may_be_one(*pair)}
            seen |= fresh
            self._tell({each for pair in fresh for each in pair})
            bare = self.vectors({each for pair in fresh for each in pair})
            for one, other in sorted(fresh):
                if one in bare and other in bare:
                    yield one, other, float(bare[one] @ bare[other])

    def _may_be_one(self, one: MemoryId, other: MemoryId) -> bool:
        mine, theirs = self.statements.get(one), self.statements.get(other)
        return mine is not None and theirs is not None and mine.project == theirs.project

    def _is_a_role(self, entity: EntityId) -> bool:
        """It is as common as a pronoun, and tells as little: the user, an agent."""
        return not set(words(self._names.get(entity, ("",))[0])) - ROLES - EMPTY

    def _middle(self, entity: EntityId) -> "NDArray[np.float32]":
        if entity not in self._middles:
            of = self.broad[entity][-_AT_ONCE:]  # what came last is enough to know a name by
            self._middles[entity] = middle_of(np.stack(list(self.plain_vectors(of).values())))
        return self._middles[entity]

    @cached_property
    def _middles(self) -> "dict[EntityId, NDArray[np.float32]]":
        return {}

    def plain_vectors(self, memories: Iterable[MemoryId]) -> Vectors:
        """As they are stored, of length 1."""
        found = self._night.tools.search.vectors(self._night.owner, sorted(memories))
        return {
            MemoryId(each): of_length_1(np.frombuffer(vector, np.float32)) for each, vector in found.items()
        }

    @cached_property
    def _names(self) -> Mapping[EntityId, tuple[str, ...]]:
        entities = self._night.tools.store.all_entities(self._night.owner)
        return {each.id: (each.name, *each.aliases) for each in entities}


def _without(row: "NDArray[np.float32]", middle: "NDArray[np.float32]") -> "NDArray[np.float32]":
    rest = (row - float(row @ middle) * middle).astype(np.float32)
    return of_length_1(rest) if float(np.linalg.norm(rest)) > _ALL_BUT_NOTHING else row
