"""Which texts were stored while no embedder was at hand?"""

from collections.abc import Iterator
from itertools import islice

from quaidpy.domain.identity import Owner, RunId
from quaidpy.domain.operations import Cause
from quaidpy.errors import ModelError
from quaidpy_janitor.task import Budget, Change, Family, NightTools

_BATCH = 64  # texts a transaction; about half a second of work on one core


class BackfillEmbeddings:
    name = "embeddings"
    family = Family.MEMORY

    def plan(self, owner: Owner, tools: NightTools, budget: Budget) -> Iterator[Change]:
        texts = iter(tools.search.texts_without_vector(owner, limit=budget.max_changes * _BATCH))
        while batch := tuple(islice(texts, _BATCH)):
            yield Change(summary=f"embed {len(batch)} texts, from “{batch[0][:60]}”", keys=batch)

    def apply(self, owner: Owner, change: Change, tools: NightTools, run: RunId) -> None:
        if tools.embedder is None:
            raise ModelError(f"{len(change.keys)} texts need an embedder; embedding.model is none")
        vectors = dict(zip(change.keys, tools.embedder.embed(change.keys), strict=True))
        cause = Cause(owner=owner, verb="embed", why=change.summary, who="janitor", run=run)
        with tools.store.writing(cause) as writing:
            writing.put_vectors(tools.embedder.identity, vectors)
