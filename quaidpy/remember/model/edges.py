"""Which relations of a model are really stated? Small models relate everybody with everything."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.graph.relations import Relation, RelationMap
from quaidpy.domain.language.text import stem, words
from quaidpy.domain.memories.drafts import EdgeDraft, EntityDraft
from quaidpy.remember.relating.patterns import edge_between

_LINKING = frozenset(
    """
    of in at to is has have was by with from for on same into got no
    """.split()  # noqa: SIM905 - a word list reads as one
)
_ASKING = frozenset(("where", "who", "when", "what"))


def is_heard(name: str, heard: str) -> bool:
    """Whether a text, given in lower case, has the name or a word that begins with it."""
    return re.search(rf"(?<!\w){re.escape(name.casefold())}", heard) is not None


def stated_edge(
    ends: Sequence[EntityDraft], relation: str, text: str, relations: RelationMap, confidence: float
) -> EdgeDraft | None:
    """The relation of two ends in our name and direction; None where the text does not state it of them.

    A relation of the model's own making says something of two names; of a name and a word it is a verb. Types that are
    known must fit, and the relation must be spelled out: friends are called friends. For one that a subject has only
    once (lives_in, works_at) it is enough that the object stands where a place does: "an engineer at Marmelo".
    """
    edge = edge_between(ends[0], relation, ends[1], relations, confidence)
    if edge is None:
        return None
    known = relations.relation(edge.relation)
    if known is None:
        tells = {word for word in edge.relation.split("_") if word not in _LINKING}
        return edge if tells and ends[1].name[0].isupper() else None
    if not (_fits(edge.subject, known.subjects) and _fits(edge.object, known.objects)):
        return None
    is_spelled_out = bool(_spelling(known) & {stem(word) for word in words(text)})
    stands_there = re.search(
        rf"\b(?:at|in|for|to)\s+(?:the )?{re.escape(edge.object.name)}", text, re.IGNORECASE
    )
    return edge if is_spelled_out or (known.is_exclusive and stands_there) else None


def _fits(entity: EntityDraft, types: Iterable[EntityType]) -> bool:
    return entity.type is EntityType.THING or not types or entity.type in types


@lru_cache(maxsize=512)
def _spelling(relation: Relation) -> frozenset[str]:
    """Stems of the words by which a relation is told."""
    names = [relation.name, *relation.synonyms, *relation.inverses]
    told = {word for name in names for word in name.split("_")}
    asked = {word for keyword in relation.keywords for word in words(keyword)}
    return frozenset(stem(word) for word in (told | asked) - _LINKING - _ASKING)
