"""Which of these texts still need a vector?"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from quaidpy.ports import Embedder, EmbedderIdentity, SearchIndex, Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedded:
    """Vectors by text; `identity` is None without an embedder, and then there are none."""

    identity: EmbedderIdentity | None
    by_text: "dict[str, Vector[float]]" = field(default_factory=dict)


def embed_missing(texts: Sequence[str], search: SearchIndex, embedder: Embedder | None) -> Embedded:
    """A vector for every distinct text: kept ones are reused, the rest made in one call. Outside any transaction."""
    if embedder is None:
        return Embedded(identity=None)
    distinct = list(dict.fromkeys(texts))
    known = search.known_vectors(embedder.identity, distinct)
    fresh = [text for text in distinct if text not in known]
    made = zip(fresh, embedder.embed(fresh), strict=True)
    return Embedded(identity=embedder.identity, by_text={**known, **dict(made)})
