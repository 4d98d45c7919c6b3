"""How is a question answered for good?"""

from dataclasses import replace
from datetime import datetime

from quaidpy.domain.nights import Question, QuestionState


def settled(question: Question, verdict: str, *, due_at: datetime | None = None) -> Question:
    """Never asked again; with `due_at` not before then."""
    return replace(question, state=QuestionState.SETTLED, verdict=verdict, due_at=due_at)
