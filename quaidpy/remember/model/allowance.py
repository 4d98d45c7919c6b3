"""How many calls of the deep model may reading conversations still make today?"""

from collections.abc import Sequence
from datetime import timedelta

from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.readings import Reading
from quaidpy.domain.tuning import ModelsTuning
from quaidpy.remember.tools import RememberTools

READING = "extract"
"""What its calls are written down under."""
SPENT = "this day's calls for reading are spent, what is unread is read later: models.reading_calls_a_day"
_A_DAY = timedelta(days=1)
_RUNS_A_DAY = 10_000  # rows of spending looked at


def within_allowance(
    todo: Sequence[Reading], owner: Owner, tools: RememberTools, tuning: ModelsTuning
) -> Sequence[Reading]:
    """As many as the calls of the last 24 hours leave; the others stay as they are, for the next occasion."""
    most = tuning.reading_calls_a_day
    if not most or not todo:
        return todo
    since = tools.clock.now() - _A_DAY
    spent = tools.store.spendings(owner, limit=_RUNS_A_DAY)
    made = sum(each.spending.calls for each in spent if each.doing == READING and each.at > since)
    return todo[: max(0, most - made)]
