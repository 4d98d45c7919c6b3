"""Which of the best candidates really answers the question? A second opinion, blended with the first."""

from collections.abc import Sequence
from dataclasses import replace

from quaidpy.domain.identity import NodeId
from quaidpy.domain.language.text import spoken_date
from quaidpy.domain.recall.traces import Degraded
from quaidpy.errors import ModelError
from quaidpy.recall.judging.grading import BEST_GRADE, cut_to, grades_in
from quaidpy.recall.judging.scoring import Scored
from quaidpy.recall.model_help import Help
from quaidpy.recall.state import RecallTools, State


def rerank(state: State, tools: RecallTools) -> State:
    """Grade the head of the ranking in one call and blend the grades in (SPEC stage 8 and 9).

    Past the time limit, or when the answer is no grading, the order stays as it was and the result says so.
    """
    help_, head = state.help, state.scored[: tools.tuning.rerank_count]
    if help_ is None or (help_.meter is None and help_.models.reranker is None):
        return replace(state, note="no fast model or reranker is set")
    if state.query.words_only or len(head) < 2:
        return replace(state, note="nothing to rerank")
    try:
        graded = (
            _by_reranker(state, head, help_)
            if help_.models.reranker
            else _by_model(state, head, help_, tools)
        )
    except ModelError as err:
        return replace(state, degraded=(*state.degraded, Degraded("rerank", str(err))), note=str(err))
    return _blended(graded, tools)


def _by_reranker(state: State, head: Sequence[Scored], help_: Help) -> State:
    reranker = help_.models.reranker
    assert reranker is not None
    reranker.prepare()
    found = reranker.grade(state.plan.text, [_said(each) for each in head], timeout_s=help_.seconds_left)
    grades = {each.candidate.key: grade for each, grade in zip(head, found, strict=True)}
    return replace(state, grades=grades, note=f"{len(grades)} graded by {reranker.name}")


def _by_model(state: State, head: Sequence[Scored], help_: Help, tools: RecallTools) -> State:
    most = tools.tuning.rerank_tokens
    notes = "\n".join(f"{n}. {cut_to(_said(each), most)}" for n, each in enumerate(head, start=1))
    values = {"question": state.plan.text, "candidates": notes}
    asked = help_.ask("rerank", values)
    schema = help_.models.prompts.prompt("rerank").schema or {}
    told = grades_in(asked.reply.text, schema)
    grades = {each.candidate.key: told[n] for n, each in enumerate(head, start=1) if n in told}
    if 2 * len(grades) < len(head):
        raise ModelError(
            f"{asked.reply.model} graded {len(grades)} of {len(head)} candidates; the order stays"
        )
    return replace(
        state,
        grades=grades,
        note=f"{len(grades)} of {len(head)} graded{' (known)' if asked.is_kept else ''}",
    )


def _blended(state: State, tools: RecallTools) -> State:
    """Scores with the grades in: what was not graded keeps its own score's share, and no more."""
    share = tools.tuning.rerank_share
    scored = [_with_grade(each, state.grades.get(each.candidate.key), share) for each in state.scored]
    ordered = sorted(scored, key=lambda each: (-each.score, each.candidate.key))
    return replace(state, scored=tuple(ordered), inhibited=_inhibited(state, tools))


def _with_grade(found: Scored, grade: float | None, share: float) -> Scored:
    parts = [(name, value * (1 - share)) for name, value in found.parts]
    if grade is not None:
        parts.append(("rerank", share * grade))
    return replace(found, score=sum(value for _, value in parts), parts=tuple(parts))


def _inhibited(state: State, tools: RecallTools) -> frozenset[NodeId]:
    """Memories that scored high and were graded as beside the point: they get in the way, and fade a little."""
    worst = 1 / BEST_GRADE
    return frozenset(
        memory.id
        for found in state.scored
        if found.score >= tools.tuning.inhibition_score
        and state.grades.get(found.candidate.key, 1.0) <= worst
        for memory in found.candidate.memories
    )


def _said(found: Scored) -> str:
    """A candidate as a note: the words of its turn, and what was made of them."""
    turn, memories = found.candidate.turn, found.candidate.memories
    at = turn.at if turn else memories[0].stated_at
    when = f" ({spoken_date(at)})" if at else ""
    if turn is None:
        return f"{memories[0].text}{when}"
    return f"{turn.speaker or turn.role.value}: {turn.text}{when}"
