"""Which results say little without the question they answer, and what does that question lend them?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from quaidpy.domain.identity import TurnId, turns_beside
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.recall.giving.forms import says_little
from quaidpy.recall.giving.surrounding_turns import asks
from quaidpy.recall.judging.scoring import Scored


def with_their_questions(found: Sequence[Scored]) -> list[Scored]:
    """In the same order; a short answer of a person has the question that it answers, and scores no less than it.

    "Changed today, it is 2719" has none of the words of "and the cellar code?", and nobody can use the one without the
    other. An assistant's answers are long, or they are nothing that was known.
    """
    by_turn = {turn.id: each for each in found if (turn := each.candidate.turn) is not None}
    return [_answering(each, by_turn) for each in found]


def _answering(found: Scored, by_turn: Mapping[TurnId, Scored]) -> Scored:
    turn = found.candidate.turn
    before = turns_beside(turn.id)[0] if turn is not None else None
    asking = by_turn.get(before) if before is not None else None
    if turn is None or asking is None or asking.candidate.turn is None:
        return found
    question = asking.candidate.turn
    if not _is_answer(turn, question):
        return found
    lent = max(0.0, asking.score - found.score)
    parts = (*found.parts, ("question", lent)) if lent else found.parts
    return replace(found, score=found.score + lent, parts=parts, asked=question)


def _is_answer(turn: Turn, question: Turn) -> bool:
    is_of_person = turn.role is not Role.ASSISTANT
    return is_of_person and asks(question) and question.voice != turn.voice and says_little(turn.text)
