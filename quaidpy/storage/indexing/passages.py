"""Which passages of long turns are indexed, beside the turns themselves?"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from quaidpy.domain.identity import EpisodeId, Owner, TurnId
from quaidpy.domain.language.passage_splitting import PlacedPassage, Span, split_into_passages
from quaidpy.domain.language.text import with_cjk_bigrams
from quaidpy.domain.memories.episodes import Turn
from quaidpy.domain.memories.index_texts import index_text_of_passage
from quaidpy.domain.recall.queries import Corpus
from quaidpy.ports.changes import COLUMNS, WORDS
from quaidpy.ports.embedding import Vector
from quaidpy.storage.indexing.session import IndexSession
from quaidpy.storage.indexing.vectors import place_anew, take_vectors_away
from quaidpy.storage.memory.vectors import unit
from quaidpy.storage.sql.change_log import note_changes
from quaidpy.storage.sql.rows import text_hash

_CORPUS = Corpus.PASSAGES
_KNOWN = """SELECT p.id, p.position, p.number, p.text_hash FROM unnest(:turns) AS wanted(id)
CROSS JOIN passage_index p WHERE p.owner = :owner AND p.id = wanted.id"""
_PUT = """INSERT INTO passage_index(owner, id, position, start, "end", text_hash, project, session, said_at,
  recorded_at)
SELECT owner, id, :position, :start, :end, :hashed, project, session, said_at, recorded_at FROM turn_index
WHERE owner = :owner AND id = :turn
ON CONFLICT(owner, id, position) DO UPDATE SET start = excluded.start, "end" = excluded."end",
  text_hash = excluded.text_hash, project = excluded.project, session = excluded.session,
  said_at = excluded.said_at, recorded_at = excluded.recorded_at
RETURNING number"""


# The first passage of a turn ends where the second begins, and has the turn's own vector.
_PLACED = """SELECT p.id, p.start, p."end", v.embedding, h.embedding
FROM unnest(:turns) AS wanted(id) CROSS JOIN passage_index p
LEFT JOIN vectors v ON same_owner(v, p) AND v.identity = :identity AND v.text_hash = p.text_hash
LEFT JOIN turn_index t ON p.position = 1 AND t.owner = p.owner AND t.id = p.id
LEFT JOIN vectors h ON same_owner(h, t) AND h.identity = :identity AND h.text_hash = t.text_hash
WHERE p.owner = :owner AND p.id = wanted.id ORDER BY p.id, p.position"""

# The ids of an episode's turns lie between its own with "." and with the sign after that.
_CUT = """SELECT p.id, count(*) + 1 FROM unnest(:episodes) AS wanted(id) CROSS JOIN passage_index p
WHERE p.owner = :owner AND p.id > wanted.id || '.' AND p.id < wanted.id || '/'
GROUP BY p.id"""


@dataclass(frozen=True, slots=True)
class Near:
    """What passages are compared with: a vector, and by which embedder."""

    identity: str
    vector: "Vector[float]"

    def cosine(self, embedding: bytes | None) -> float | None:
        if embedding is None:
            return None
        return float(np.vecdot(unit(self.vector), np.frombuffer(embedding, dtype=np.float32)))


@dataclass(frozen=True, slots=True)
class _Row:
    """A passage as it should be indexed."""

    turn: str
    position: int
    start: int
    end: int
    hashed: bytes
    text: str


def index_passages(session: IndexSession, owner: Owner, turns: Sequence[Turn], gone: Collection[str]) -> None:
    """Make the passages of these turns anew, whose index rows are there already; of those gone none is left."""
    wanted = [row for turn in turns for row in _rows_of(turn)]
    touched = sorted({*(turn.id for turn in turns), *gone})
    known = {
        (turn, position): (number, hashed)
        for turn, position, number, hashed in session.values(_KNOWN, {"owner": owner, "turns": touched})
    }
    bound = [{"owner": owner} | asdict(row) for row in wanted]
    numbers = [number for (number,) in session.returned(_PUT, bound)] if bound else []
    fresh = [
        (number, row)
        for number, row in zip(numbers, wanted, strict=True)
        if known.get((row.turn, row.position), (number, b""))[1] != row.hashed
    ]
    worded = {number for number, _ in fresh}
    note_changes(session, owner, COLUMNS[_CORPUS], [number for number in numbers if number not in worded])
    _replace_texts(session, owner, fresh)
    place_anew(session, _CORPUS, owner, [(number, row.hashed) for number, row in fresh])
    _remove(session, owner, sorted({number for number, _ in known.values()}.difference(numbers)))


def placed_passages(
    session: IndexSession, owner: Owner, turns: Sequence[TurnId], *, near: Near | None
) -> dict[TurnId, tuple[PlacedPassage, ...]]:
    """Of those of the turns that were cut, in order; without `near` no cosines."""
    bound = {"owner": owner, "turns": list(turns), "identity": near.identity if near else ""}
    found: dict[TurnId, list[PlacedPassage]] = {}
    for turn, start, end, own, first in session.values(_PLACED, bound):
        pieces = found.setdefault(turn, [])
        if not pieces:
            pieces.append(PlacedPassage(Span(0, start), near.cosine(first) if near else None))
        pieces.append(PlacedPassage(Span(start, end), near.cosine(own) if near else None))
    return {turn: tuple(pieces) for turn, pieces in found.items()}


def turns_with_passages(
    session: IndexSession, owner: Owner, episodes: Iterable[EpisodeId]
) -> dict[TurnId, int]:
    """Of the turns of these episodes that were cut, into how many passages each."""
    return dict(session.values(_CUT, {"owner": owner, "episodes": list(dict.fromkeys(episodes))}))


def _rows_of(turn: Turn) -> list[_Row]:
    """From the second on: the first is what the turn's own vector reads."""
    _, *further = split_into_passages(turn.text)
    texts = [index_text_of_passage(turn, span) for span in further]
    return [
        _Row(turn.id, position, span.start, span.end, text_hash(text), text)
        for position, (span, text) in enumerate(zip(further, texts, strict=True), start=1)
    ]


def _replace_texts(session: IndexSession, owner: Owner, rows: Sequence[tuple[int, _Row]]) -> None:
    session.put_words("passage_text", owner, [(number, [with_cjk_bigrams(row.text)]) for number, row in rows])
    note_changes(session, owner, WORDS[_CORPUS], [number for number, _ in rows])


def _remove(session: IndexSession, owner: Owner, numbers: Sequence[int]) -> None:
    if not numbers:
        return
    session.execute(
        "DELETE FROM passage_index WHERE of_owner(passage_index) AND number = ANY(:numbers)",
        {"owner": owner, "numbers": numbers},
    )
    session.drop_words("passage_text", owner, numbers)
    note_changes(session, owner, WORDS[_CORPUS], numbers)
    take_vectors_away(session, _CORPUS, owner, numbers)
