"""Which memories mean nearly the same, and may be one or cannot both be true? For a model to say."""

from collections.abc import Collection, Iterator

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.language.measures import are_same
from quaidpy.domain.nights import MemoryProjection
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.remember.deciding.resolution import NEVER_MERGED
from quaidpy.remember.deciding.word_order import have_changed_places
from quaidpy_janitor.statements import Statements
from quaidpy_janitor.task import Night

_AT_ONCE = 512  # vectors

Near = tuple[float, MemoryProjection, MemoryProjection]
"""Cosine, and two memories by id."""


def near_pairs(among: Collection[MemoryId], statements: Statements, night: Night) -> Iterator[Near]:
    """Pairs by closeness of meaning of which one at least is `among` these; each pair once."""
    search, tuning = night.tools.search, night.tuning.janitor
    keep = Filter(owner=night.owner, moment=Moment(as_of=night.now, known_at=night.now))
    ids = sorted(among)
    seen: set[tuple[MemoryId, MemoryId]] = set()
    for start in range(0, len(ids), _AT_ONCE):
        vectors = search.vectors(night.owner, ids[start : start + _AT_ONCE])
        having = sorted(vectors)
        found = (
            search.nearest_to_each(
                [vectors[identity] for identity in having],
                Corpus.MEMORIES,
                keep,
                limit=tuning.duplicate_neighbours,
                least=tuning.duplicate_similarity,
            )
            if having
            else []
        )
        for here, hits in zip(having, found, strict=True):
            for hit in hits:
                one, other = sorted((MemoryId(here), MemoryId(hit.node)))
                if one != other and (one, other) not in seen and other in statements.memories:
                    seen.add((one, other))
                    yield hit.score, statements.memories[one], statements.memories[other]


def may_be_same(one: MemoryProjection, other: MemoryProjection, statements: Statements) -> bool:
    """Nothing that a ruling could not undo sets them apart (see D31)."""
    mine, theirs = statements.sense_of(one.text), statements.sense_of(other.text)
    return (
        mine.is_negated == theirs.is_negated
        and statements.may_name_the_same(mine, theirs)
        and are_same(mine.measures, theirs.measures)
        and one.project == other.project
        and one.valid_to == other.valid_to
        and one.flagged == other.flagged
        and not NEVER_MERGED.intersection((one.kind, other.kind))
        and statements.are_of_same_people(one, other)
        and not have_changed_places(one.text, other.text)
    )


def may_be_opposed(one: MemoryProjection, other: MemoryProjection, statements: Statements) -> bool:
    """Both last, and speak of one subject: a name in common, or the same word first."""
    if one.valid_to or other.valid_to or one.project != other.project:
        return False
    if NEVER_MERGED.intersection((one.kind, other.kind)) or not statements.are_of_same_people(one, other):
        return False
    mine, theirs = statements.sense_of(one.text), statements.sense_of(other.text)
    has_name = not set(mine.names).isdisjoint(theirs.names)
    return has_name or bool(mine.order and theirs.order and mine.order[0] == theirs.order[0])
