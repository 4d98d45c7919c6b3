"""What does an agent read? The context block: marked as data, escaped, within a budget of tokens."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TypeAlias

from quaidpy.domain.identity import NodeId, TurnId, adjacent_turns
from quaidpy.domain.language.tokens import count_tokens
from quaidpy.domain.memories.memory import Kind
from quaidpy.domain.recall.blocks import BLOCK_END, BLOCK_START, PREFACE
from quaidpy.domain.recall.traces import GivenTheme, RecallResult, Result
from quaidpy.recall.giving.lines import line_of_exchange, line_of_result, may_be_joined
from quaidpy.recall.giving.themes import adds_to, line_of_theme

_NEVER = datetime(1, 1, 1, tzinfo=UTC)
_MOST_JOINED = 4  # turns in one line
_MOST_OF_A_THEME = 90  # tokens of its line
_Key: TypeAlias = tuple[NodeId, TurnId | None]
_FRAME = [BLOCK_START, PREFACE, BLOCK_END]


def context_block(recalled: RecallResult, *, budget_tokens: int) -> str:
    """The `[MEMORY]` block, at most `budget_tokens` long; empty when nothing was recalled or nothing fits.

    The profile comes first, so that the head of a prompt stays the same from turn to turn; then in the order given, or
    in that of time where an overview is asked for. What was said one after the other is one line. A theme is one line
    before its members, where they have left room for it.
    """
    exchanges = _fitting(recalled, budget_tokens)
    if recalled.in_time_order:
        exchanges.sort(key=lambda said: (not _is_profile(said[0]), _when(said)))
    lines = [_line(said) for said in exchanges]
    if recalled.theme is not None and lines:
        room = budget_tokens - sum(count_tokens(line) + 1 for line in (*_FRAME, *lines))
        place = _before_members(exchanges, recalled.theme)
        lines[place:place] = _theme_line(recalled.theme, room)
    return "\n".join([*_FRAME[:2], *lines, _FRAME[2]]) if lines else ""


def _theme_line(given: GivenTheme, room: int) -> list[str]:
    """In a few words what is asked for, or in fewer; none where the results say all of it or leave no room."""
    if not adds_to(given):
        return []
    line = line_of_theme(given.theme, given.besides, most_tokens=min(room, _MOST_OF_A_THEME))
    return [line] if count_tokens(line) + 1 <= room else []


def _before_members(exchanges: Sequence[Sequence[Result]], given: GivenTheme) -> int:
    members = set(given.theme.ids)
    places = (
        place
        for place, said in enumerate(exchanges)
        if any(result.memory is not None and result.memory.id in members for result in said)
    )
    return next(places, 0)


def without_room(recalled: RecallResult, *, budget_tokens: int) -> list[Result]:
    """Those of the results that the block has no room for."""
    given = {found.node for said in _fitting(recalled, budget_tokens) for found in said}
    return [found for found in recalled.results if found.node not in given]


def _fitting(recalled: RecallResult, budget_tokens: int) -> list[list[Result]]:
    """Down the ranking as far as there is room; what was said beside a result that is given already joins it.

    What goes on with the best result comes with it; with the others, where results leave room for it.
    """
    room = budget_tokens - sum(count_tokens(line) + 1 for line in _FRAME)
    exchanges: list[list[Result]] = []
    by_turn: dict[TurnId, list[Result]] = {}
    best = recalled.results[0] if recalled.results else None
    for found in sorted(recalled.results, key=lambda found: not _is_profile(found)):
        is_whole = found is best or not found.line.later
        result = found if is_whole else replace(found, line=replace(found.line, later=()))
        joined = next((by_turn[turn] for turn in _turns_beside(result) if turn in by_turn), [])
        passed = exchanges[_index(exchanges, joined) + 1 :] if joined else []
        if len(joined) >= _MOST_JOINED or (recalled.is_about_now and _is_older(result, passed)):
            joined = []
        said = sorted([*joined, result], key=_place)
        cost = _cost(said) - (_cost(joined) if joined else 0)
        if cost > room:
            continue
        room -= cost
        if not joined:
            exchanges.append(joined)
        joined[:] = said
        if may_be_joined(result):
            by_turn[result.evidence[0].id] = joined
    return _with_later(exchanges, {_key(found): found for found in recalled.results}, room)


def _with_later(
    exchanges: Sequence[Sequence[Result]], whole: Mapping[_Key, Result], room: int
) -> list[list[Result]]:
    """With what was said later of each, in the order of the exchanges, as far as there is room."""
    completed: list[list[Result]] = []
    for said in exchanges:
        now = list(said)
        for place, result in enumerate(said):
            followed = whole[_key(result)]
            if followed is result:
                continue
            then = [*now[:place], followed, *now[place + 1 :]]
            cost = _cost(then) - _cost(now)
            if cost <= room:
                now, room = then, room - cost
        completed.append(now)
    return completed


def _key(result: Result) -> _Key:
    """One memory may be told by two turns: what it was, and what it became."""
    return result.node, result.evidence[0].id if result.evidence else None


def _is_older(result: Result, others: Iterable[Sequence[Result]]) -> bool:
    """Whether any of the others was said after it."""
    at = result.said_at or _NEVER
    return any((other.said_at or _NEVER) > at for said in others for other in said)


def _index(exchanges: Sequence[Sequence[Result]], wanted: Sequence[Result]) -> int:
    return next(place for place, said in enumerate(exchanges) if said is wanted)


def _turns_beside(result: Result) -> tuple[TurnId, ...]:
    return adjacent_turns(result.evidence[0].id) if may_be_joined(result) else ()


def _cost(said: Sequence[Result]) -> int:
    return count_tokens(_line(said)) + 1


def _line(said: Sequence[Result]) -> str:
    return line_of_result(said[0]) if len(said) == 1 else line_of_exchange(said)


def _place(result: Result) -> int:
    return result.evidence[0].seq if result.evidence else 0


def _is_profile(found: Result) -> bool:
    return found.memory is not None and found.memory.kind is Kind.PROFILE


def _when(said: Sequence[Result]) -> tuple[datetime, NodeId]:
    return said[0].said_at or _NEVER, said[0].node
