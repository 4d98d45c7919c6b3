"""What is remembered already, together with what this transaction is about to add?"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from quaidpy.domain.identity import MemoryId, Owner
from quaidpy.domain.memories.drafts import MemoryDraft
from quaidpy.domain.memories.index_texts import index_text_of_draft, index_text_of_memory
from quaidpy.domain.memories.memory import LIVE_STATUSES, Memory, Source
from quaidpy.domain.recall.queries import Corpus, Filter, Hit
from quaidpy.ports.embedding import Vector
from quaidpy.remember.deciding.resolution import NEVER_MERGED
from quaidpy.remember.tools import RememberTools

_SPARE = 4  # times as many stored neighbours as are compared: some may have ended in this very transaction


@dataclass(frozen=True, slots=True)
class Near:
    """A memory and its cosine to a draft."""

    memory: Memory
    similarity: float


class KnownMemories:
    """Stored memories, overlaid with those put here. What search will find only after the commit is found here, too."""

    def __init__(self, owner: Owner, tools: RememberTools, vectors: "Mapping[str, Vector[float]]") -> None:
        self._owner, self._tools, self._vectors = owner, tools, vectors
        self._put: dict[MemoryId, Memory] = {}
        self._hashes: dict[str, list[MemoryId]] = {}
        self._read: dict[MemoryId, Memory] = {}
        self._inserted: dict[str, MemoryId] = {}
        self._stored_near: dict[str, Sequence[Hit]] = {}
        self._alike: dict[str, list[tuple[str, float]]] = {}

    def prepare(self, drafts: Iterable[MemoryDraft], keep: Filter) -> None:
        """Find the stored neighbours of drafts that `keep` admits, all in one search."""
        compared = (index_text_of_draft(d) for d in drafts if d.kind not in NEVER_MERGED)
        texts = [text for text in dict.fromkeys(compared) if text in self._vectors]
        found = self._tools.search.nearest_to_each(
            [self._vectors[text] for text in texts],
            Corpus.MEMORIES,
            keep,
            limit=_SPARE * self._tools.resolution.dedup_neighbours,
            least=self._tools.resolution.related_similarity,
        )
        self._stored_near |= dict(zip(texts, found, strict=True))
        near = [MemoryId(hit.node) for hits in found for hit in hits]
        self._read |= {memory.id: memory for memory in self._tools.store.memories(self._owner, near)}

    def compare(self, drafts: Iterable[MemoryDraft]) -> None:
        """Find out which drafts are near each other; `near` then knows them once they are put."""
        texts = [text for text in dict.fromkeys(map(index_text_of_draft, drafts)) if text in self._vectors]
        if not texts:
            return
        matrix = np.stack([np.frombuffer(self._vectors[text], dtype=np.float32) for text in texts])
        cosines = matrix @ matrix.T
        for one, other in zip(*np.nonzero(cosines >= self._tools.resolution.related_similarity), strict=True):
            self._alike.setdefault(texts[one], []).append((texts[other], float(cosines[one, other])))

    def put(self, memory: Memory) -> None:
        if memory.id not in self._put:
            self._hashes.setdefault(memory.content_hash, []).append(memory.id)
        self._put[memory.id] = memory

    def insert(self, memory: Memory) -> None:
        """Put a memory that is not stored yet."""
        self._inserted[index_text_of_memory(memory)] = memory.id
        self.put(memory)

    def called(self, memory: MemoryId) -> Memory:
        if memory not in self._put and memory not in self._read:
            (self._read[memory],) = self._tools.store.memories(self._owner, [memory])
        return self._put.get(memory) or self._read[memory]

    def source_of(self, memory: MemoryId) -> Source:
        return self.called(memory).source

    def with_hash(self, digest: str) -> Memory | None:
        """A live one of exactly these words."""
        here = [self._put[i] for i in self._hashes.get(digest, ()) if self._put[i].status in LIVE_STATUSES]
        if here:
            return here[0]
        stored = self._tools.store.memories_with_hash(self._owner, digest)
        alive = [self._put.get(m.id, m) for m in stored]
        return next((m for m in alive if m.status in LIVE_STATUSES), None)

    def near(self, draft: MemoryDraft, keep: Filter, *, fresh: Iterable[MemoryId]) -> list[Near]:
        """The live memories nearest to a draft, nearest first.

        Of those that are, or would be, stored before it, only what `keep` admits and at most `dedup_neighbours`; of
        `fresh`, said together with it, all.
        """
        text = index_text_of_draft(draft)
        here = self._near_here(text)
        own = {i: score for i, score in here.items() if i in set(fresh)}
        before = {i: score for i, score in here.items() if i not in own}
        stored = {MemoryId(hit.node): hit.score for hit in self._stored_near.get(text, ())}
        admitted = [
            (i, score)
            for i, score in (stored | before).items()
            if i not in self._put or keep.admits_memory(self._put[i])
        ]
        admitted.sort(key=lambda pair: (-pair[1], pair[0]))
        close = dict(admitted[: self._tools.resolution.dedup_neighbours]) | own
        found = [Near(self.called(i), score) for i, score in close.items()]
        alive = [near for near in found if near.memory.status in LIVE_STATUSES]
        return sorted(alive, key=lambda near: (-near.similarity, near.memory.id))

    def compared(self, draft: MemoryDraft, memories: Iterable[Memory]) -> list[tuple[Memory, float]]:
        """Stored ones, each with its cosine to the draft; 0 where a vector is missing."""
        some = list(memories)
        vector = self._vectors.get(index_text_of_draft(draft))
        if vector is None:
            return [(memory, 0.0) for memory in some]
        query = np.frombuffer(vector, dtype=np.float32)
        stored = self._tools.search.vectors(self._owner, [memory.id for memory in some])
        cosines = {node: float(query @ np.frombuffer(v, dtype=np.float32)) for node, v in stored.items()}
        return [(memory, cosines.get(memory.id, 0.0)) for memory in some]

    def _near_here(self, text: str) -> dict[MemoryId, float]:
        pairs = self._alike.get(text, ())
        return {self._inserted[other]: score for other, score in pairs if other in self._inserted}
