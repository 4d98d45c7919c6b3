"""Which of these texts still need a vector?"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field

from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.operations import Cause
from quaidpy.ports.embedding import Embedder, EmbedderIdentity, Vector
from quaidpy.ports.search import SearchIndex
from quaidpy.ports.storage import MemoryStore

_BATCH = 64  # texts a transaction; about half a second of work on one core
_PART = 128  # texts of like length made ahead in one go; what must end before an interrupted run can


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedded:
    """Vectors by text; `identity` is None without an embedder, and then there are none."""

    identity: EmbedderIdentity | None
    by_text: "dict[str, Vector[float]]" = field(default_factory=dict)


def embed_missing(
    owner: Owner, texts: Sequence[str], search: SearchIndex, embedder: Embedder | None
) -> Embedded:
    """A vector for every distinct text: kept ones are reused, the rest made in one call. Outside any transaction."""
    if embedder is None:
        return Embedded(identity=None)
    distinct = list(dict.fromkeys(texts))
    known = search.known_vectors(owner, embedder.identity, distinct)
    fresh = [text for text in distinct if text not in known]
    made = zip(fresh, embedder.embed(fresh), strict=True)
    return Embedded(identity=embedder.identity, by_text={**known, **dict(made)})


def embed_ahead(
    owner: Owner, texts: Sequence[str], search: SearchIndex, embedder: Embedder | None, *, pool: Executor
) -> Callable[[], Embedded]:
    """Like `embed_missing`, but begins and goes on in the pool; calling the answer waits for the vectors.

    Raises there what the embedder raised.
    """
    if embedder is None:
        return lambda: Embedded(identity=None)
    identity = embedder.identity
    known = search.known_vectors(owner, identity, list(dict.fromkeys(texts)))
    # Texts of like length together: an embedder that pads, or groups by length, wastes least.
    fresh = sorted({text for text in texts if text not in known}, key=lambda text: (len(text), text))
    parts = [fresh[start : start + _PART] for start in range(0, len(fresh), _PART)]
    begun = [pool.submit(embedder.embed, part) for part in parts]

    def wait() -> Embedded:
        made = {
            text: vector
            for part, future in zip(parts, begun, strict=True)
            for text, vector in zip(part, future.result(), strict=True)
        }
        return Embedded(identity=identity, by_text=known | made)

    return wait


def embed_waiting(owner: Owner, store: MemoryStore, search: SearchIndex, embedder: Embedder) -> int:
    """Make the vectors of texts that were stored without one, a commit a batch. Returns how many."""
    done = 0
    while texts := search.texts_without_vector(owner, limit=_BATCH):
        vectors = dict(zip(texts, embedder.embed(texts), strict=True))
        with store.writing(Cause(owner=owner, verb="embed", why=f"{len(texts)} texts")) as writing:
            writing.put_vectors(embedder.identity, vectors)
        done += len(texts)
    return done
