"""Which texts were stored while no embedder was at hand?"""

from collections.abc import Iterator, Sequence
from itertools import islice

from quaidpy.errors import ModelError
from quaidpy_janitor.applying import cause_of
from quaidpy_janitor.task import Change, Night

_BATCH = 64  # texts a transaction; about half a second of work on one core


def plan_embeddings(night: Night) -> Iterator[Change]:
    limit = night.budget.max_changes * _BATCH
    texts = iter(night.tools.search.texts_without_vector(night.owner, limit=limit))
    while batch := tuple(islice(texts, _BATCH)):
        yield Change(verb="embed", summary=f"embed {len(batch)} texts, from “{batch[0][:60]}”", keys=batch)


def apply_embeddings(night: Night, changes: Sequence[Change]) -> int:
    """A transaction a batch: vectors are derived, and the next run makes what is missing."""
    embedder = night.tools.embedder
    if embedder is None:
        texts = sum(len(change.keys) for change in changes)
        raise ModelError(f"{texts} texts need an embedder; embedding.model is none")
    for change in changes:
        vectors = dict(zip(change.keys, embedder.embed(change.keys), strict=True))
        with night.tools.store.writing(cause_of(change, night)) as writing:
            writing.put_vectors(embedder.identity, vectors)
    return len(changes)
