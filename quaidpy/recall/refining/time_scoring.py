"""How well does each candidate fit the time that the question speaks of?"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from quaidpy.domain.identity import MemoryId, NodeId, TurnId, is_memory, is_turn
from quaidpy.domain.language.text import stem, words
from quaidpy.domain.recall.fusion import best_of
from quaidpy.domain.recall.queries import Corpus
from quaidpy.recall.refining.time_window import relevance_in_window
from quaidpy.recall.state import RecallTools, State
from quaidpy.recall.understanding.asked_time import AskedTime, Order, Window
from quaidpy.recall.understanding.planning import content_words

_BEFOREHAND_DAYS = 2.0  # half-life of how well something said before a short window speaks of it: plans
_AFTER_EVENT_DAYS = 30.0  # half-life of "after the race": soon after it
_FITTING = 0.5  # of the best; what has less has no part in what came first or last, and is not said to fit
_NAMES_EVENT = 0.5  # share of an event's words that a turn must have, to be it

Dates = Mapping[NodeId, Sequence[datetime]]
Fit = Callable[[NodeId], float]


def weigh_time(state: State, tools: RecallTools) -> State:
    """Raise what was said in, or states dates in, the time asked for; order what fits by "first" and "latest".

    A time in a question never hides anything: what it does not fit keeps its relevance. Bounds are `since` and `until`.
    """
    asked = state.plan.time
    if not asked.is_asked or not state.fused:
        return replace(state, note="no time is asked for")
    if state.plan.listed is None or not state.plan.listed.is_exact:
        state = replace(state, fused=_with_time_window(state, tools))
    best = best_of(state.fused, tools.tuning.timed_candidates)
    said, stated = _dates(best, tools)
    told = [_in_windows(asked, said, stated, tools), _beside_event(asked, said, state, tools)]
    placed = _in_order(asked, said, state.fused)
    raised = dict(state.fused)
    for key in best:
        fit = max(fit(key) for fit in told)
        raised[key] *= 1 + tools.tuning.time_weight * fit + tools.tuning.order_weight * placed(key)
    scale = max(state.fused.values()) / max(raised.values())
    fused = {key: value * scale for key, value in raised.items()}
    return replace(
        state, fused=fused, note=_said_of(asked, sum(max(f(k) for f in told) >= _FITTING for k in best))
    )


def _with_time_window(state: State, tools: RecallTools) -> dict[NodeId, float]:
    worth = tools.tuning.then_weight * max(state.fused.values())
    fused = dict(state.fused)
    for key, value in relevance_in_window(state, tools).items() if worth else ():
        fused[key] = fused.get(key, 0.0) + worth * value
    return fused


def _dates(keys: Sequence[NodeId], tools: RecallTools) -> tuple[Dates, Dates]:
    """When each was said, and which dates it or the memories made from it state."""
    turns = tools.store.turns(tools.owner, [TurnId(key) for key in keys if is_turn(key)])
    derived = tools.store.memories_from_turns(tools.owner, [turn.id for turn in turns])
    alone = [MemoryId(key) for key in keys if is_memory(key)]
    wanted = sorted({*alone, *(identity for ids in derived.values() for identity in ids)})
    memories = {memory.id: memory for memory in tools.store.memories(tools.owner, wanted)}
    said: dict[NodeId, Sequence[datetime]] = {turn.id: [turn.at] for turn in turns if turn.at}
    said |= {key: [memories[key].stated_at] for key in alone if key in memories}
    made: list[tuple[NodeId, Sequence[MemoryId]]] = [*derived.items(), *((key, [key]) for key in alone)]
    starts = {key: memory.lifetime.valid_from for key, memory in memories.items()}
    stated = {key: [at for i in ids if (at := starts.get(i)) is not None] for key, ids in made}
    return said, stated


def _in_windows(asked: AskedTime, said: Dates, stated: Dates, tools: RecallTools) -> Fit:
    """People tell of things soon after them, and less and less; of long times for as long again."""
    half_life = tools.tuning.telling_half_life_days

    def fit(key: NodeId) -> float:
        when_said = [_nearness(w, at, half_life) for w in asked.windows for at in said.get(key, ())]
        is_stated = any(w.distance_days(at) == 0 for w in asked.windows for at in stated.get(key, ()))
        return max([float(is_stated), *when_said])

    return fit


def _nearness(window: Window, at: datetime, half_life_days: float) -> float:
    days, length = window.distance_days(at), window.length / timedelta(days=1)
    if days >= 0:
        return float(0.5 ** (days / max(half_life_days, length)))
    return float(0.5 ** (-days / max(_BEFOREHAND_DAYS, length / 2)))


def _beside_event(asked: AskedTime, said: Dates, state: State, tools: RecallTools) -> Fit:
    happened = _date_of(asked.event, state, tools) if asked.event else None

    def fit(key: NodeId) -> float:
        if happened is None or key not in said:
            return 0.0
        days = (said[key][0] - happened) / timedelta(days=1)
        days = days if asked.follows else -days
        return float(0.5 ** (days / _AFTER_EVENT_DAYS)) if days >= 0 else 0.0

    return fit


def _date_of(event: str, state: State, tools: RecallTools) -> datetime | None:
    """When the turn was said that has most of the event's words; None when none has enough of them."""
    keep = state.plan.keep_turns
    asked = {stem(word) for word in content_words(event)}
    if keep is None or not asked:
        return None
    hits = tools.search.text(event, Corpus.TURNS, keep, limit=1)
    for turn in tools.store.turns(tools.owner, [TurnId(hit.node) for hit in hits]):
        spoken = {stem(word) for word in words(f"{turn.speaker or ''} {turn.text}")}
        if len(asked & spoken) >= _NAMES_EVENT * len(asked):
            return turn.at
    return None


def _in_order(asked: AskedTime, said: Dates, fused: Mapping[NodeId, float]) -> Fit:
    """1 for the earliest, or the latest, of all that fits well; by rank in time, so that gaps mean nothing."""
    if asked.order is None:
        return lambda _key: 0.0
    least = _FITTING * max(fused.values())
    fitting = sorted((said[key][0], key) for key in said if fused[key] >= least)
    last = max(1, len(fitting) - 1)
    place = {key: number / last for number, (_, key) in enumerate(fitting)}
    if asked.order is Order.FIRST:
        return lambda key: 1 - place[key] if key in place else 0.0
    return lambda key: place.get(key, 0.0)


def _said_of(asked: AskedTime, count: int) -> str:
    windows = [
        f"{w.start:%Y-%m-%d} to {w.end - timedelta(days=1):%Y-%m-%d}{', any year' if w.is_yearly else ''}"
        for w in asked.windows
    ]
    side = "after" if asked.follows else "before"
    event = [f"{side} “{asked.event}”"] if asked.event else []
    order = [f"in order, for “{asked.order.value}”"] if asked.order else []
    told = "; ".join([*windows, *event, *order])
    return f"{told}: {count} fit" if windows or event else told
