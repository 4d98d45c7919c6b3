"""How did a model grade numbered notes?"""

from collections.abc import Mapping

from quaidpy.domain.language.tokens import count_tokens
from quaidpy.domain.models.schemas import json_in, violations
from quaidpy.errors import ModelError

BEST_GRADE = 5


def grades_in(text: str, schema: Mapping[str, object]) -> dict[int, float]:
    """Grade 0-1 by number; the first of several counts. Raises ModelError for what is no grading."""
    try:
        value = json_in(text)
    except ValueError as err:
        raise ModelError(f"the answer is no grading: {err}") from err
    faults = list(violations(value, schema))
    if faults or not isinstance(value, dict):
        raise ModelError(f"the answer is no grading: {faults[0] if faults else 'no object'}")
    grades: dict[int, float] = {}
    for each in value["grades"]:
        if each["n"] > 0:
            grades.setdefault(each["n"], each["grade"] / BEST_GRADE)
    return grades


def cut_to(text: str, most_tokens: int) -> str:
    """On one line, and no longer than so many tokens."""
    one_line = " ".join(text.split())
    while count_tokens(one_line) > most_tokens:
        one_line = one_line[: int(len(one_line) * most_tokens / count_tokens(one_line))].rstrip()
    return one_line
