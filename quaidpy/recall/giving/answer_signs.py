"""Which of the best is the answer? What speaks for each beside its score, weighed as fitted.

In a small memory little is near to a question, and the ranking's scores tell little of which comes first: rarities of
words are of few texts. Meaning, newness and what a text adds to the question count beside them, the more the smaller
it is.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from quaidpy.domain.identity import NodeId
from quaidpy.domain.language.text import stems_in_order, with_cjk_bigrams
from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.memories.memory import Source
from quaidpy.domain.recall.calibration import AnswerCalibration, AnswerSigns
from quaidpy.domain.recall.queries import LaneName
from quaidpy.recall.giving.expected_answer import expected_answer
from quaidpy.recall.giving.forms import content_stems
from quaidpy.recall.giving.order import is_about_now, said_at
from quaidpy.recall.judging.scoring import Scored
from quaidpy.recall.judging.speaker_weights import asks_for_assistant
from quaidpy.recall.state import State

_FEW = 30_000  # letters that the lanes meet in a small memory
_MANY = 45_000  # in one that is none
_LEAST = 0.05  # share of the best score; what scores lower counts as this
_MOST_ADDED = 25  # words beside those of the question; what tells more tells of something else as well
_HEAD = 14  # of the ranking: newness is a place among these


def by_signs(
    found: Sequence[Scored],
    state: State,
    calibration: AnswerCalibration,
    learned: Mapping[NodeId, float],
    *,
    small: float,
) -> list[Scored]:
    """Likeliest first; the best has the score that the best had, and `signs` is what they add to each or take.

    `learned`: see `learned_similarities`; `small` 0-1, of the memory.
    How good the best is at all is for the ranking to say; which of them answers, for the signs.
    """
    if not found:
        return []
    best = max(each.score for each in found)
    signs = signs_of(found, state, learned)
    likely = [
        calibration.of(each_signs, ln_share(each.score, best), small)
        for each, each_signs in zip(found, signs, strict=True)
    ]
    judged = [
        _scored(each, best * math.exp(likelihood - max(likely)))
        for each, likelihood in zip(found, likely, strict=True)
    ]
    return sorted(judged, key=lambda each: (-each.score, each.candidate.key))


def letters_met(found: Sequence[Scored], state: State) -> float:
    """Of all texts that the lanes met, by the mean of those found."""
    return len(state.fused) * math.fsum(len(_told(each)) for each in found) / max(1, len(found))


def smallness(letters: float) -> float:
    """1 where the lanes meet few letters, 0 where they meet many."""
    return max(0.0, min(1.0, math.log(_MANY / max(1.0, letters)) / math.log(_MANY / _FEW)))


def ln_share(score: float, best: float) -> float:
    return math.log(max(_LEAST, score / best)) if best > 0 else 0.0


def signs_of(found: Sequence[Scored], state: State, learned: Mapping[NodeId, float]) -> list[AnswerSigns]:
    """One a candidate, in the same order; those of lanes are shares of the highest among the candidates."""
    newness = _newness(found) if is_about_now(state.plan) else {}
    lanes = {lane.name: lane.scores for lane in state.findings.turns}
    worded = _shares(found, lanes.get(LaneName.WINDOW_TEXT.value, {}))
    meant = _shares(found, lanes.get(LaneName.WINDOW_VECTOR.value, {}))
    form = expected_answer(state).value
    asked = frozenset(stems_in_order(with_cjk_bigrams(state.plan.text)))
    wants_assistant = asks_for_assistant(state.plan.text)
    return [
        AnswerSigns(
            cosine=max((state.cosines.get(node, 0.0) for node in each.candidate.nodes), default=0.0),
            newness=newness.get(each.candidate.key, 0.0),
            adds=math.log1p(min(_MOST_ADDED, len(content_stems(text) - asked))),
            words_around=worded[each.candidate.key],
            meaning_around=meant[each.candidate.key],
            form=float(form is not None and form.search(text) is not None),
            kept_to=float(each.candidate.key in state.kept_to),
            of_assistant=float(not wants_assistant and _is_of_assistant(each)),
            learned=learned.get(each.candidate.key, 0.0),
        )
        for each in found
        for text in (_told(each),)
    ]


def _is_of_assistant(found: Scored) -> bool:
    turn = found.candidate.turn
    if turn is not None:
        return turn.role is Role.ASSISTANT
    return all(memory.source is Source.ASSISTANT for memory in found.candidate.memories)


def _told(found: Scored) -> str:
    """Its turn, after the question that it answers; or its memories."""
    asked, turn = found.asked, found.candidate.turn
    if turn is None:
        return "\n".join(memory.statement for memory in found.candidate.memories)
    return turn.text if asked is None else f"{asked.text}\n{turn.text}"


def _shares(found: Sequence[Scored], scores: Mapping[NodeId, float]) -> dict[NodeId, float]:
    raw = {each.candidate.key: max(0.0, scores.get(each.candidate.key, 0.0)) for each in found}
    highest = max(raw.values(), default=0.0)
    return {key: score / highest if highest else 0.0 for key, score in raw.items()}


def _newness(found: Sequence[Scored]) -> dict[NodeId, float]:
    """0 for the oldest to 1 for the newest of the best."""
    best = sorted(found, key=lambda each: (-each.score, each.candidate.key))[:_HEAD]
    said = {each.candidate.key: at for each in best if (at := said_at(each)) is not None}
    times = sorted(set(said.values()))
    last = max(1, len(times) - 1)
    return {key: times.index(at) / last for key, at in said.items()}


def _scored(found: Scored, score: float) -> Scored:
    return replace(found, score=score, parts=(*found.parts, ("signs", score - found.score)))
