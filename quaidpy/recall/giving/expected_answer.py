"""What does the question want said: which words, a figure, a date?"""

import re

from quaidpy.domain.recall.intents import Intent
from quaidpy.recall.giving.forms import ExpectedAnswer
from quaidpy.recall.state import State

_FIGURE = re.compile(
    r"\b(?:how (?:many|much|long|often|old|far|tall|big|high|late)"
    r"|what (?:time|number|price|rate|percentage|year|date|day)|which (?:day|date|year|number)|when)\b",
    re.IGNORECASE,
)


def expected_answer(state: State) -> ExpectedAnswer:
    """As far as it decides in which words a result is given."""
    figure = state.plan.intent.intent is Intent.WHEN or bool(_FIGURE.search(state.plan.text))
    return ExpectedAnswer(weights=state.weights, figure=figure)
