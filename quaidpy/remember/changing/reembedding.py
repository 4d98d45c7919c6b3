"""How is the embedder changed without losing a search? New vectors are made beside the old, then put to use."""

from collections.abc import Callable

from quaidpy.domain.memories.operations import Cause
from quaidpy.ports.embedding import Embedder
from quaidpy.ports.search import SearchIndex
from quaidpy.ports.storage import MemoryStore
from quaidpy.remember.deciding.embedding import embed_waiting

_BATCH = 64  # texts a transaction; what a kill can cost


def reembed(
    store: MemoryStore, search: SearchIndex, embedder: Embedder, progress: Callable[[int], None] | None = None
) -> int:
    """Give every text of every owner a vector of this embedder and search by those. Returns how many were made.

    The old vectors serve until all new ones are there, and the change is one commit. Killed, it goes on where it was.
    What others store meanwhile is made up for after the change. Raises ModelError when the embedder fails; then the
    old vectors stay in use.
    """
    identity = embedder.identity
    made = 0
    for owner in store.owners():
        while texts := search.texts_without_vector(owner, limit=_BATCH, identity=identity):
            vectors = dict(zip(texts, embedder.embed(texts), strict=True))
            cause = Cause(owner=owner, verb="reembed", why=f"{len(texts)} texts by {identity.name}")
            with store.writing(cause) as writing:
                writing.put_vectors(identity, vectors)
            made += len(texts)
            if progress:
                progress(made)
    if search.identity() not in {None, identity}:
        search.adopt(identity)
    return made + sum(embed_waiting(owner, store, search, embedder) for owner in store.owners())
