"""Where should a walk go on that has too many ways? The fast model grades the best of a crowded level."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from quaidpy.domain.graph.beam import Visited
from quaidpy.domain.identity import EntityId, NodeId, is_entity
from quaidpy.domain.recall.traces import Degraded
from quaidpy.errors import ModelError
from quaidpy.recall.finding.walking import Ground
from quaidpy.recall.judging.grading import cut_to, grades_in
from quaidpy.recall.model_help import Help
from quaidpy.recall.refining.expansion import walk_over
from quaidpy.recall.state import RecallTools, State


def ask_opinion(state: State, tools: RecallTools) -> State:
    """The walk once more, with what the fast model thinks of the candidates that did not all fit (SPEC stage 12).

    One call for all levels. A grade of 5 keeps a candidate's score and 0 takes it away, so that no opinion carries a
    candidate past its seed. Past the time limit the walk stays as it was, and the result says so.
    """
    if state.walked is None or not state.walked.crowded:
        return replace(state, note="no level of the walk was too crowded")
    if state.help is None or state.help.meter is None:
        return replace(state, note="no fast model is set")
    shown = state.walked.crowded[: tools.tuning.opinion_count]
    try:
        grades, is_kept = _graded(shown, state.walked.ground, state.help, state, tools)
    except ModelError as err:
        return replace(state, degraded=(*state.degraded, Degraded("opinion", str(err))), note=str(err))

    def regrade(visits: Sequence[Visited]) -> Mapping[NodeId, float]:
        return {visit.node: visit.score * grades[visit.node] for visit in visits if visit.node in grades}

    note = f"{len(grades)} of {len(shown)} graded{' (known)' if is_kept else ''}"
    return replace(walk_over(state.walked.ground, state, tools, regrade), note=note)


def _graded(
    shown: Sequence[Visited], ground: Ground, help_: Help, state: State, tools: RecallTools
) -> tuple[dict[NodeId, float], bool]:
    entities = [EntityId(visit.node) for visit in shown if is_entity(visit.node)]
    names: dict[NodeId, str] = {
        entity.id: f"{entity.name} ({entity.type})" for entity in tools.store.entities(tools.owner, entities)
    }
    said: dict[NodeId, str] = {**ground.texts, **names}
    notes = "\n".join(
        f"{n}. {cut_to(said.get(visit.node, ''), tools.tuning.rerank_tokens)}"
        for n, visit in enumerate(shown, start=1)
    )
    asked = help_.ask("beam_rescore", {"question": state.plan.text, "candidates": notes})
    told = grades_in(asked.reply.text, help_.models.prompts.prompt("beam_rescore").schema or {})
    return {visit.node: told[n] for n, visit in enumerate(shown, start=1) if n in told}, asked.is_kept
