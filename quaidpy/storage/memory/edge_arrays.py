"""What is an edge besides a link, when all of an owner's are in memory? Its id, its times, and who states it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Places: TypeAlias = NDArray[np.int32]
Ids: TypeAlias = NDArray[np.bytes_]
Columns: TypeAlias = dict[str, str | float | None]
"""A row of the edges, by column."""

NEVER = -1
"""In place of a time that there is none of, of the edge of a mention, of a node that is not here."""

_TIMES = ("valid_from", "valid_to", "recorded_at", "retracted_at", "closed_at")


@dataclass(frozen=True, slots=True)
class Edges:
    """Edges in the order of their ids.

    `memories`: that state them, empty for none. `codes[i]`: places in `instants`, which ascend, of the times of edge i
    (valid from and to, recorded, retracted, closed).
    """

    ids: Ids
    memories: Ids
    confidences: NDArray[np.float64]
    instants: Ids
    codes: Places

    @property
    def megabytes(self) -> float:
        columns = (self.ids, self.memories, self.confidences, self.instants, self.codes)
        return sum(column.nbytes for column in columns) / 1e6

    def hold(self, places: Places, as_of: str, known_at: str) -> NDArray[np.bool_]:
        """Which of some links hold, by the places of their edges; the same law as `does_hold`."""
        holds: NDArray[np.bool_] = places == NEVER
        timed = np.flatnonzero(~holds)
        if timed.size:
            begins, ends, recorded, retracted, closed = self.codes[places[timed]].T
            asked = [as_of.encode(), known_at.encode()]
            # The first place after an instant: what is below it is not later.
            after, after_known = np.searchsorted(self.instants, asked, side="right")
            is_known = (recorded < after_known) & ((retracted == NEVER) | (retracted >= after_known))
            is_open = (ends == NEVER) | (ends >= after) | (closed >= after_known)
            holds[timed] = is_known & (begins < after) & is_open
        return holds

    def columns(self, places: Places) -> list[Columns]:
        """Of some edges all but their links."""
        rows: list[Columns] = []
        for identity, memory, confidence, codes in zip(
            self.ids[places].tolist(),
            self.memories[places].tolist(),
            self.confidences[places].tolist(),
            self.codes[places].tolist(),
            strict=True,
        ):
            times = [None if code == NEVER else self.instants[code].decode() for code in codes]
            stated = {"id": identity.decode(), "memory": memory.decode() or None, "confidence": confidence}
            rows.append({**stated, **dict(zip(_TIMES, times, strict=True))})
        return rows


def coded(texts: Ids) -> tuple[Ids, Places]:
    """Times, five an edge and empty for none, as ascending instants and the place of each among them."""
    known, codes = np.unique(np.concatenate([np.array([b""]), texts]), return_inverse=True)
    # The first is the empty text, of no time at all.
    return known[1:], (codes[1:] - 1).astype(np.int32).reshape(-1, len(_TIMES))


def places_of(known: Ids, wanted: Sequence[bytes]) -> Places:
    """Where each stands among what is known, which ascends; NEVER for what is not there."""
    if known.size == 0:
        return np.full(len(wanted), NEVER, dtype=np.int32)
    asked = np.array(wanted, dtype=np.bytes_)
    found = np.minimum(np.searchsorted(known, asked), known.size - 1)
    return np.where(known[found] == asked, found, NEVER).astype(np.int32)
