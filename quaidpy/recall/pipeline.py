"""What are the steps from a question to an explained answer?"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from time import perf_counter

from quaidpy.domain.identity import RECALL_PREFIX, Owner, RecallId
from quaidpy.domain.models.prompting import Spending
from quaidpy.domain.recall.queries import Query
from quaidpy.domain.recall.traces import RecallResult, StageTrace, Trace
from quaidpy.domain.secrets.redaction import without_secrets
from quaidpy.errors import DegradedError
from quaidpy.recall.finding.consistent_search import ConsistentSearch, IndexChangedError
from quaidpy.recall.finding.lanes import Worded, search_words, weighed
from quaidpy.recall.giving.omissions import left_out
from quaidpy.recall.giving.order import is_about_now
from quaidpy.recall.giving.results import effects_of, lane_traces, result_traces, results_of
from quaidpy.recall.giving.themes import serving_theme
from quaidpy.recall.model_help import help_by
from quaidpy.recall.stages import PIPELINE, certainty
from quaidpy.recall.state import RecallTools, Stages, State
from quaidpy.recall.understanding import planning
from quaidpy.recall.understanding.overviews import asks_for_overview
from quaidpy.recall.understanding.planning import Plan, make_plan

__all__ = ["RecallTools", "ask_ahead", "recall"]


def _after(name: str) -> int:
    return next(place for place, stage in enumerate(PIPELINE, start=1) if stage.name == name)


_UNDERSTANDING, _READING = _after("relations"), _after("embed")


def recall(query: Query, tools: RecallTools) -> RecallResult:
    """Rank what answers the query. Reads only; what the recall does to memories is in the result's effects.

    Raises UsageError for a question without sense, DegradedError when the query is strict and a stage was skipped.
    """
    query = replace(query, text=without_secrets(query.text))
    try:
        return _recall(query, tools)
    except IndexChangedError:
        # Once more, all of it by the new index; it is put in place whole, so a second change is not to be expected.
        return _recall(query, tools)


def ask_ahead(query: Query, owner: Owner, tools: RecallTools) -> None:
    """What such a question asks first, of this owner's memory."""
    asked = replace(query, text=without_secrets(query.text))
    tools.asking.together(
        partial(planning.ask_ahead, asked, replace(tools, owner=owner)),
        # What another process has written is read with the names, not when it is searched.
        partial(tools.search.follow, owner),
    )


def _recall(query: Query, tools: RecallTools) -> RecallResult:
    started = perf_counter()
    now = tools.clock.now()
    with tools.one_view():
        tools = replace(tools, search=ConsistentSearch(tools.search))
        plan = make_plan(query, tools, now)
        timings = [StageTrace("plan", _ms_since(started), _as_planned(plan))]
        help_ = help_by(tools.models, deadline_s=tools.tuning.model_deadline_s)
        state = _through_stages(
            PIPELINE[:_UNDERSTANDING], State(query=query, plan=plan, help=help_), timings, tools
        )
    with _searched(plan, tools) as worded:
        state = replace(state, worded=worded)
        state = _through_stages(PIPELINE[_UNDERSTANDING:_READING], state, timings, tools)
        # What a model is asked for may take seconds: no view of the database is kept open as long.
        with tools.one_view() if state.help is None else nullcontext():
            state = _through_stages(PIPELINE[_READING:], state, timings, tools)
            if query.strict and state.degraded:
                raise DegradedError(f"{state.degraded[0].stage} was skipped: {state.degraded[0].reason}")
            return _result(state, timings, tools)


def _searched(plan: Plan, tools: RecallTools) -> AbstractContextManager[Callable[[], Worded]]:
    """What words find: searched for while the model embeds the question, which leaves the interpreter to others.

    Not earlier: two threads that both need it wait for each other, a few milliseconds each time. Where storage has to
    be waited for, with all else that is searched for.
    """
    search = partial(search_words, plan, tools)
    return tools.asking.beside(partial(_in_own_view, search, plan, tools), search)


def _in_own_view(search: Callable[[], Worded], plan: Plan, tools: RecallTools) -> Worded:
    """On a thread of its own: of one commit."""
    with tools.one_view():
        return weighed(search(), plan, tools)


def _through_stages(stages: Stages, state: State, timings: list[StageTrace], tools: RecallTools) -> State:
    for stage in stages:
        is_off = stage.name in tools.tuning.skip
        if is_off or state.is_silent:
            why = "switched off" if is_off else "not needed: nothing is given"
            timings.append(StageTrace(stage.name, 0.0, why))
            continue
        begun = perf_counter()
        before, state = state, stage.run(state, tools)
        timings.append(StageTrace(stage.name, _ms_since(begun), "" if state is before else state.note))
    return state


def _result(state: State, timings: list[StageTrace], tools: RecallTools) -> RecallResult:
    given = [] if state.is_silent else results_of(state, tools)
    meter = state.help.meter if state.help else None
    lanes = state.findings.all
    heads = lane_traces(lanes)
    identity = RecallId(tools.ids.new(RECALL_PREFIX))
    theme = serving_theme(given, state, tools)
    trace = Trace(
        id=identity,
        query=state.query.text,
        asked_at=state.plan.now.isoformat(),
        intent=state.plan.intent.intent.value,
        recipe=tools.tuning.recipe,
        engine=state.engine,
        cleaned=state.plan.text,
        entities=tuple(entity.name for entity in state.plan.entities),
        evidence_level=round(state.level, 4),
        evidence=state.evidence,
        certainty=round(certainty(state, tools), 4),
        abstained=state.abstained if state.is_silent else None,
        stages=tuple(timings),
        lanes=heads,
        results=result_traces(given, lanes),
        rejected=left_out(state, given, heads),
        degraded=state.degraded,
        unread=state.unread,
        theme=theme.theme.id if theme else None,
    )
    return RecallResult(
        id=identity,
        query=state.query.text,
        results=tuple(result for _, result in given),
        trace=trace,
        effects=effects_of(given, state, tools),
        spending=meter.spent if meter else Spending(),
        model=meter.name if meter else "",
        budget_tokens=state.query.budget_tokens,
        in_time_order=asks_for_overview(state.plan.text),
        is_about_now=is_about_now(state.plan),
        theme=theme,
    )


def _as_planned(plan: Plan) -> str:
    """What is asked for, and as of when where that is not now."""
    kind = plan.intent.intent.value
    return kind if plan.moment is None else f"{kind}, as of {plan.moment.as_of:%Y-%m-%d %H:%M}"


def _ms_since(begun: float) -> float:
    return round((perf_counter() - begun) * 1000, 3)
