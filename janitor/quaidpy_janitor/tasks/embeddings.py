"""Which texts were stored while no embedder was at hand?"""

from collections.abc import Iterator, Sequence
from itertools import islice

from quaidpy_janitor.applying import cause_of
from quaidpy_janitor.task import Change, Night

_BATCH = 64  # texts a transaction; about half a second of work on one core
_COUNTED = 1000  # of texts that cannot be embedded, when there are more


def plan_embeddings(night: Night) -> Iterator[Change]:
    """A change a batch of texts. With `embedding.model = none` they wait, and the night goes on without them."""
    if night.tools.embedder is None:
        waiting = len(night.tools.search.texts_without_vector(night.owner, limit=_COUNTED))
        if waiting:
            more = " or more" if waiting == _COUNTED else ""
            night.notes.left.append(f"{waiting:,}{more} texts have no vector, for embedding.model is none")
        return
    limit = night.budget.max_changes * _BATCH
    texts = iter(night.tools.search.texts_without_vector(night.owner, limit=limit))
    while batch := tuple(islice(texts, _BATCH)):
        yield Change(verb="embed", summary=f"embed {len(batch)} texts, from “{batch[0][:60]}”", keys=batch)


def apply_embeddings(night: Night, changes: Sequence[Change]) -> int:
    """A transaction a batch: vectors are derived, and the next run makes what is missing."""
    embedder = night.tools.embedder
    if embedder is None:
        return 0
    for change in changes:
        vectors = dict(zip(change.keys, embedder.embed(change.keys), strict=True))
        with night.tools.store.writing(cause_of(change, night)) as writing:
            writing.put_vectors(embedder.identity, vectors)
    return len(changes)
