"""What does the question want said: which words, a value of which form?"""

from quaidpy.domain.recall.intents import Intent
from quaidpy.recall.giving.forms import ExpectedAnswer
from quaidpy.recall.state import State
from quaidpy.recall.understanding.value_forms import DATE, form_of_value


def expected_answer(state: State) -> ExpectedAnswer:
    """As far as it decides in which words a result is given."""
    value = form_of_value(state.plan.text)
    if value is None and state.plan.intent.intent is Intent.WHEN:
        value = DATE
    return ExpectedAnswer(weights=state.weights, value=value)
