"""How good is each candidate, on one scale from 0 to 1 that means the same in every recall?"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from quaidpy.domain.graph.beam import Visited
from quaidpy.domain.identity import MemoryId, NodeId, TurnId, is_memory, is_turn
from quaidpy.domain.memories.episodes import Turn
from quaidpy.domain.memories.memory import Memory, Source, Usage
from quaidpy.domain.memories.strength import STRENGTH_CAP, freshness, storage_strength
from quaidpy.domain.recall.fusion import RECIPES
from quaidpy.domain.tuning import RecallTuning
from quaidpy.recall.finding.candidates import Candidate, anchored
from quaidpy.recall.finding.episode_support import with_episode_support
from quaidpy.recall.finding.lanes import Findings
from quaidpy.recall.judging.preferences import states_preference
from quaidpy.recall.judging.speaker_weights import assistant_share
from quaidpy.recall.understanding.overviews import asks_for_overview
from quaidpy.recall.understanding.planning import Plan
from quaidpy.recall.understanding.value_forms import form_of_value

_MANY_RECALLS = 20  # from here on frequency counts as full
_FULL = math.log1p(_MANY_RECALLS)
_NEUTRAL = 0.5  # outcome of what nobody has told of
_NEVER_USED = Usage()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A candidate and its score; `parts` are named and sum to it. `path`: how a walk came to it.

    `asked`: the question that it answers, where it says little without it.
    """

    candidate: Candidate
    score: float
    parts: tuple[tuple[str, float], ...]
    hops: int = 0
    path: tuple[NodeId, ...] = ()
    asked: Turn | None = None


def fuse(
    findings: Findings, behind: Mapping[MemoryId, Sequence[TurnId]], plan: Plan, tuning: RecallTuning
) -> dict[NodeId, float]:
    """One relevance per candidate, 0-1: lanes over turns and lanes over memories, met at the turn.

    A memory is a shorter, cleaner text of its turn; it lends `memory_share` to it, and stands alone without one. When
    the graph states what is asked for, that is a lane of its own with a fixed share, whatever the words. No episode
    speaks for its turns when the question asks for a little of many.
    """
    support = 0.0 if asks_for_overview(plan.text) else tuning.episode_share
    recipe = RECIPES[tuning.recipe]
    turn_scores = with_episode_support(recipe(findings.turns), support)
    by_memory = recipe(findings.memories)
    lent = anchored(by_memory, behind, turn_scores)
    by_stated = findings.stated.scores
    stated = {key: said for key, said in by_stated.items() if is_turn(key)}
    stated |= anchored(by_stated, behind, turn_scores)
    share, of_turn = tuning.memory_share, 1 - tuning.memory_share
    fused = {key: of_turn * turn_score for key, turn_score in turn_scores.items()}
    for key, value in lent.items():
        if key in fused:
            fused[key] += share * value
        else:
            fused[key] = value * (1.0 if is_memory(key) else share)
    if stated:
        said = findings.stated.weight
        fused = {
            key: (1 - said) * fused.get(key, 0.0) + said * stated.get(key, 0.0) for key in {*fused, *stated}
        }
    return fused


def score(
    candidate: Candidate,
    relevance: float,
    *,
    level: float,
    plan: Plan,
    usages: Mapping[NodeId, Usage],
    tuning: RecallTuning,
) -> Scored:
    """The composite of SPEC §4 stage 7: calibrated relevance, recency of the statement, use, what is known of it.

    `relevance`: 0-1, as `favoured` gives it.
    """
    memory = best_memory(candidate)
    usage = usages.get(memory.id, _NEVER_USED) if memory else _NEVER_USED
    outcome = _outcome(candidate, usages)
    said = memory.stated_at if memory else candidate.turn.at if candidate.turn else None
    parts: tuple[tuple[str, float], ...] = (
        ("relevance", tuning.relevance_share * relevance * level),
        ("recency", tuning.recency_share * level * _recency(said, plan.now, tuning)),
        ("frequency", tuning.frequency_share * level * _frequency(usage)),
        ("bonus", tuning.bonus_share * level * _bonus(memory)),
    )
    plain = math.fsum([value for _, value in parts])
    strength = min(1.0, _strength(memory, usage) + _freshness(said, plan.now))
    strengthened = plain + plain * (1 - plain) * tuning.strength_weight * strength
    judged = _judged(strengthened, outcome, tuning)
    parts = (*parts, ("strength", strengthened - plain), ("feedback", judged - strengthened))
    return Scored(candidate=candidate, score=judged, parts=parts)


def favoured(
    candidates: Sequence[Candidate], fused: Mapping[NodeId, float], plan: Plan, tuning: RecallTuning
) -> dict[NodeId, float]:
    """Relevances with what speaks for or against each candidate as such, 0-1.

    Scaled together when one would pass 1: cut off there, the best would all be equal.
    """
    raised = {c.key: fused[c.key] * _factor(c, best_memory(c), plan, tuning) for c in candidates}
    scale = max(1.0, *raised.values()) if raised else 1.0
    return {key: value / scale for key, value in raised.items()}


def with_way(found: Scored, way: Visited | None) -> Scored:
    """The candidate and how a walk came to it, when one did."""
    if way is None:
        return found
    nodes = (way.seed, *(node for link in way.path for node in (link.source, link.target)))
    steps = dict.fromkeys((*nodes, way.node))
    steps.pop(way.node)
    return replace(found, hops=way.hops, path=(*steps, way.node))


def best_memory(candidate: Candidate) -> Memory | None:
    """The memory that speaks for the candidate in scoring: the surest, then the oldest."""
    if len(candidate.memories) == 1:
        return candidate.memories[0]
    if not candidate.memories:
        return None
    return min(candidate.memories, key=lambda memory: (-memory.confidence, memory.id))


def _factor(candidate: Candidate, memory: Memory | None, plan: Plan, tuning: RecallTuning) -> float:
    factor = 1.0
    turn = candidate.turn
    if plan.question_subjects and turn and turn.speaker and turn.speaker.casefold() in plan.question_subjects:
        factor *= tuning.speaker_boost
    if turn is not None:
        factor *= assistant_share(turn, plan.text, tuning)
        form = form_of_value(plan.text)
        if form is not None and form.search(turn.text):
            factor *= tuning.value_boost
    elif memory and memory.source is Source.ASSISTANT:
        factor *= tuning.assistant_factor
    if plan.wants_advice and states_preference(candidate):
        factor *= 1 + tuning.preference_weight
    if candidate.is_outdated:
        factor *= tuning.outdated_factor
    if memory and plan.intent.kind_boosts:
        factor *= plan.intent.kind_boosts.get(memory.kind.value, 1.0)
    return factor


def _recency(said: datetime | None, now: datetime, tuning: RecallTuning) -> float:
    """1 for what was just said, a half after every half-life; of the statement, never of the last recall."""
    if said is None:
        return 0.0
    days = max(0.0, (now - said).total_seconds() / 86_400)
    return float(0.5 ** (days / tuning.recency_half_life_days))


def _frequency(usage: Usage) -> float:
    return min(1.0, math.log1p(usage.recalls) / _FULL)


def _bonus(memory: Memory | None) -> float:
    return 0.0 if memory is None else (memory.confidence + min(1.0, memory.confirmations / 5)) / 2


def _strength(memory: Memory | None, usage: Usage) -> float:
    """0 to 1."""
    if memory is None:
        return 0.0
    return storage_strength(usage.strength, confirmations=memory.confirmations) / STRENGTH_CAP


def _freshness(said: datetime | None, now: datetime) -> float:
    """Strength that what was just said has before any recall could give it some, 0 to .5."""
    return 0.0 if said is None or said > now else freshness(now - said) - 1


def _outcome(candidate: Candidate, usages: Mapping[NodeId, Usage]) -> float:
    """Of a turn and the memories made from it the outcome that was told of most clearly, whichever was shown."""
    told = [usages[node].outcome for node in candidate.nodes if node in usages]
    return max(told, key=lambda outcome: abs(outcome - _NEUTRAL)) if told else _NEUTRAL


def _judged(score: float, outcome: float, tuning: RecallTuning) -> float:
    """The score with what people and agents told of its use; what was never of use falls far, what was rises a little.

    Both stay within 0 and 1, and neither turns round what was told alike of two.
    """
    helpful = (outcome - _NEUTRAL) / _NEUTRAL
    if helpful < 0:
        return score * (1 + tuning.unused_weight * helpful)
    return score + score * (1 - score) * tuning.used_weight * helpful
