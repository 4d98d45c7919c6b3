"""How far down the ranking is given? As far as results are nearly as good as the best, and each tells something new."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from quaidpy.domain.identity import NodeId
from quaidpy.domain.memories.memory import Kind
from quaidpy.domain.recall.queries import Aim
from quaidpy.domain.recall.traces import Rejected
from quaidpy.domain.tuning import RecallTuning
from quaidpy.recall.giving.answer_signs import by_signs, letters_met, smallness
from quaidpy.recall.giving.answering import with_their_questions
from quaidpy.recall.giving.breadth import Breadth, breadth_of
from quaidpy.recall.giving.informativeness import why_uninformative
from quaidpy.recall.giving.learned_similarity import learned_similarities
from quaidpy.recall.giving.order import in_order, stems_of, words_covered
from quaidpy.recall.giving.owed import tells_of_a_task
from quaidpy.recall.giving.spread import over_conversations
from quaidpy.recall.judging.scoring import Scored
from quaidpy.recall.state import RecallTools, State, answer_calibration_of, is_stated
from quaidpy.recall.understanding.prompt_intent import wants_done

_FEW_LINES = 3
_FEW_IN_DOUBT = (
    4  # lines, where nothing has most of what the question's words weigh: its answer is in other words
)
_MOST_WEIGHED = 0.85  # 0-1
_OF_MANY = frozenset({Breadth.ALL, Breadth.OVERVIEW})
_TOO_MANY = "past the number of results that a question for one thing, or for some, is given"
_NO_TASK = "tells of nothing that is yet to be done"
_MOST_FOR_WORK = (
    8  # lines; rules are raised whatever they are about, and past eight few are of the work at hand
)
_REST = 0.4  # of what the question's words weigh; what nothing kept has of it is asked for as well
_LEAST_SHARE = 0.04  # of the best score in a small memory, below which nothing is given, whatever its chance
_LEAST_SHARE_LARGE = 0.015  # in a large one, where the ranking's own score counts for three times as much
_CROWD = 128  # texts that the lanes meet; of more the best stands out less
_LOOKED_AT = 2  # times the limit: the head of the ranking that may be given


def cut_off(state: State, tools: RecallTools) -> State:
    """An answer is the few that matter: what scores far below the best, only asks, or repeats would be noise."""
    if state.query.aim is Aim.RANK or not state.scored:
        return replace(state, note="the whole ranking, as asked")
    breadth = breadth_of(state.plan)
    head, telling, why_not = that_tell(state)
    telling = in_order(telling, state.plan, state.weights, tools.tuning)
    is_ordered = bool(state.grades) or is_stated(state, tools)
    if is_ordered:
        best = telling[0].score if telling else 0.0
        least = least_score(best, breadth, len(state.fused), tools.tuning)
    else:
        small = smallness(letters_met(telling, state))
        learned = learned_similarities(state, tools)
        telling = by_signs(telling, state, answer_calibration_of(state, tools), learned, small=small)
        least = least_chance([found.score for found in telling], small, tools.tuning)
    kept = [found for found in telling if found.score >= least or _is_wanted(found, state)]
    kept, too_many = within_number(kept, breadth, tools.tuning)
    why_not |= {found.candidate.key: _TOO_MANY for found in too_many}
    if breadth is Breadth.SOME and wants_done(state.plan.query.text):
        past_all = [found for found in kept[_MOST_FOR_WORK:] if found.candidate.key not in state.kept_to]
        why_not |= {found.candidate.key: "past the lines that work gets" for found in past_all}
        kept = [found for found in kept if found not in past_all]
    before = {found.candidate.key for found in kept}
    others = [found for found in telling if found.candidate.key not in before]
    kept += _few_more(others, kept, state, tools.tuning)
    given = {found.candidate.key for found in kept}
    dropped = tuple(
        Rejected(found.candidate.key, why_not.get(found.candidate.key) or _too_low(found.score, least))
        for found in head
        if found.candidate.key not in given
    )
    past = tuple(
        Rejected(found.candidate.key, f"past what is looked through for {state.query.limit} results")
        for found in state.scored[len(head) :]
    )
    note = f"asks for {breadth.value}: {len(kept)} of {len(head)} tell something new and score at least {least:.2f}"
    return replace(state, scored=tuple(kept), rejected=(*state.rejected, *dropped, *past), note=note)


def that_tell(state: State) -> tuple[tuple[Scored, ...], list[Scored], dict[NodeId, str]]:
    """The head of the ranking; those of it that tell something, as the ranking has them; and why the others do not."""
    head = state.scored[: _LOOKED_AT * state.query.limit]
    doubted = [found for found in head if found.candidate.key not in state.kept_to]
    why_not = why_uninformative(doubted, state.plan.query.text) | _tell_of_no_task(head, state)
    # What was asked then is like a question now, not like work that is to be done.
    heard = head if wants_done(state.plan.query.text) else with_their_questions(head)
    return head, [found for found in heard if found.candidate.key not in why_not], why_not


def _tell_of_no_task(head: Sequence[Scored], state: State) -> dict[NodeId, str]:
    """Where the question asks what is yet to be done: what is neither on that list nor sounds like a task."""
    if state.plan.listed is None or Kind.TODO not in state.plan.listed.kinds:
        return {}
    others = [found for found in head if not _is_listed(found, state)]
    idle = [found for found in others if not any(map(tells_of_a_task, _words(found)))]
    return {} if len(idle) == len(head) else {found.candidate.key: _NO_TASK for found in idle}


def _words(found: Scored) -> list[str]:
    turn = found.candidate.turn
    return [
        *(memory.statement for memory in found.candidate.memories),
        *([turn.text] if turn else []),
    ]


def within_number(
    passing: Sequence[Scored], breadth: Breadth, tuning: RecallTuning
) -> tuple[list[Scored], list[Scored]]:
    """Of what scores enough, what is given, in its order, and what is too many.

    A list or an overview is of many conversations and goes on until the block is full; elsewhere, where so many score
    enough, none of them stands out.
    """
    if breadth in _OF_MANY:
        return over_conversations(passing, kept_share=tuning.spread_share), []
    return list(passing[: tuning.most_given]), list(passing[tuning.most_given :])


def _too_low(score: float, least: float) -> str:
    return f"scores too low for this question: {score:.2f}, and {least:.2f} is needed"


def _is_listed(found: Scored, state: State) -> bool:
    """Whether it is on the list that the question asks for, whatever its place there."""
    return not state.listed.isdisjoint(found.candidate.nodes)


def _is_wanted(found: Scored, state: State) -> bool:
    """Whether it is given whatever its score: it is on the list, or what the work is to keep to."""
    return found.candidate.key in state.kept_to or _is_listed(found, state)


def _few_more(
    others: Sequence[Scored], kept: Sequence[Scored], state: State, tuning: RecallTuning
) -> list[Scored]:
    """The next best, up to a few lines, those with a word of the question first: what stands alone may be old."""
    if not kept:
        return []
    is_told = state.evidence.weighed >= _MOST_WEIGHED
    told = frozenset[str]().union(*map(stems_of, kept))
    untold = {word: weight for word, weight in state.weights.items() if word not in told}
    # Half of "which port, and when is the cut?" may be told by what shares nothing with the other half.
    rest = _REST * math.fsum(state.weights.values())
    near = [
        each
        for each in others
        if each.score >= kept[0].score * tuning.share_of_few
        or (untold and words_covered(each, untold) >= rest)
    ]
    near.sort(key=lambda each: words_covered(each, state.weights) == 0)
    return near[: max(0, (_FEW_LINES if is_told else _FEW_IN_DOUBT) - len(kept))]


def least_chance(scores: Sequence[float], small: float, tuning: RecallTuning) -> float:
    """The score from which results are given that the signs have ordered, best first; `small` 0-1, of the memory.

    Such scores are in proportion to chances: given is what is likely enough to answer, however much is asked for. In a
    large memory the chance is spread over more.
    """
    if not scores:
        return 0.0
    share = _between(_LEAST_SHARE_LARGE, _LEAST_SHARE, small)
    chance = _between(tuning.least_chance_large, tuning.least_chance, small)
    return min(scores[0], max(share * scores[0], chance * math.fsum(scores)))


def _between(large: float, small: float, smallness: float) -> float:
    return math.pow(large, 1 - smallness) * math.pow(small, smallness)


def least_score(best: float, breadth: Breadth, met: int, tuning: RecallTuning) -> float:
    """The score from which results are given: a share of the best.

    A crowd lowers it, as the best of many stands out less, but not below what tells at all.
    """
    alone = best * _share(breadth, tuning)
    among_many = alone * _room(met, tuning)
    return among_many if breadth is Breadth.OVERVIEW else max(among_many, min(alone, tuning.least_score))


def _share(breadth: Breadth, tuning: RecallTuning) -> float:
    match breadth:
        case Breadth.ONE:
            return tuning.share_of_one
        case Breadth.SOME:
            return tuning.share_of_some
        case Breadth.ALL:
            return tuning.share_of_all
        case Breadth.OVERVIEW:
            return tuning.share_of_overview
        case _:
            assert_never(breadth)


def _room(met: int, tuning: RecallTuning) -> float:
    """A factor for the share: the more texts the lanes met, the less the best of them stands out."""
    return 1 - tuning.crowd_share * max(0.0, math.log2(max(1, met) / _CROWD))
