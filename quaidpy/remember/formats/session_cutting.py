"""Where does a log of months fall into sessions?"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from quaidpy.domain.sources.transcripts import RawTurn

_GAP = timedelta(hours=4)
_NIGHT = timedelta(hours=12)  # whatever the rhythm, past it a session has ended
_SLOW = 8  # times the usual wait for an answer: who writes every hour has not left after four


def cut_into_sessions(
    turns: Sequence[RawTurn], *, after: RawTurn | None
) -> tuple[Sequence[RawTurn], list[Sequence[RawTurn]]]:
    """What goes on with the session of the turn `after`, and the sessions that begin; all in the order given.

    A session ends where the source says that another begins, and at a gap of four hours; of twelve in a conversation
    whose answers usually take that long. Turns without a time stay with the turn before them.
    """
    gap = _gap_of([turn.at for turn in turns if turn.at])
    starts = [0] if after is None else []
    last = after
    for place, turn in enumerate(turns):
        if last is not None and _begins_another(last, turn, gap):
            starts.append(place)
        # A turn without a time was said when the one before it was.
        last = turn if turn.at or last is None else replace(turn, at=last.at)
    if not turns or not starts:
        return turns, []
    ends = [*starts[1:], len(turns)]
    return turns[: starts[0]], [turns[start:end] for start, end in zip(starts, ends, strict=True)]


def _begins_another(last: RawTurn, turn: RawTurn, gap: timedelta) -> bool:
    if turn.session != last.session:
        return True
    return turn.at is not None and last.at is not None and abs(turn.at - last.at) >= gap


def _gap_of(times: Sequence[datetime]) -> timedelta:
    waits = [(later - earlier).total_seconds() for earlier, later in pairwise(times) if later > earlier]
    usual = timedelta(seconds=median(waits)) if waits else timedelta()
    return min(_NIGHT, max(_GAP, _SLOW * usual))
