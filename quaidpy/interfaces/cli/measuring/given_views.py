"""How does a measurement of what is given read on a terminal?"""

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING

from rich.text import Text

from quaidpy.bench.metrics import interval, mean
from quaidpy.bench.retrieval.retrieval import Comparison
from quaidpy.interfaces.cli.measuring.bench_views import number_table, points
from quaidpy.interfaces.cli.terminal.printing import STRONG, counted, heading

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.bench.given.measuring import Given, Reading

Earlier = Mapping[tuple[str, int], Mapping[str, float]]
"""By system and budget: the share of each question in an earlier run."""


def print_given(console: "Console", result: "Given", earlier: Earlier) -> None:
    dataset = result.dataset
    asked = counted(len(result.readings[result.systems[0], result.budgets[0]]), "question")
    note = f"{asked}, share of the turns that answer whose words are in the block"
    console.print(heading(f"{dataset.name} {dataset.split}", note=note))
    for budget in result.budgets:
        console.print()
        rows = [_system_row(result, system, budget) for system in result.systems]
        others = [system for system in result.systems if system not in result.ours]
        columns = [f"within {budget:,} tokens", "given", "mean tokens", "p90", "empty"]
        console.print(number_table(columns, rows))
        compared = [_difference_row(result, ours, budget, others, earlier) for ours in result.ours]
        columns = ["paired [95%]", *(f"− {other}" for other in others), *(["− earlier"] if earlier else [])]
        if len(columns) > 1:
            console.print(number_table(columns, compared))
        categories = [_category_row(result, category, budget) for category in result.categories]
        console.print(number_table(["by category", "n", *result.systems], categories))
    console.print()


def print_readings(console: "Console", result: "Given", count: int) -> None:
    """Blocks of questions that lack something, drawn by chance but each time the same, and what they lack."""
    ours, budget = result.ours[0], result.budgets[0]
    lacking = [each for each in result.readings[ours, budget] if each.missing]
    drawn = Random(1).sample(lacking, min(count, len(lacking)))  # noqa: S311 - statistics, not secrets
    for each in drawn:
        _print_reading(console, each)


def _print_reading(console: "Console", shown: "Reading") -> None:
    question = shown.question
    console.print(Text(f"{question.id} ({question.category}): {question.text}", style=STRONG))
    console.print(Text(f"answer: {question.answer}"))
    console.print(Text(shown.block or "(nothing)"))
    for wanted in shown.missing:
        turn = wanted.turns[0]
        console.print(Text(f"missing {turn.id}, {turn.speaker}: {turn.passage}"))
    console.print()


def _system_row(result: "Given", system: str, budget: int) -> list[Text | str]:
    tokens, p90 = result.tokens(system, budget)
    style = STRONG if system in result.ours else ""
    return [
        Text(system, style=style),
        Text(f"{100 * mean(result.values(system, budget)):.1f}", style=style),
        f"{tokens:,.0f}",
        f"{p90:,.0f}",
        str(result.empty(system, budget)),
    ]


def _difference_row(
    result: "Given", ours: str, budget: int, others: list[str], earlier: Earlier
) -> list[Text | str]:
    leads = [points(_comparison(result.differences(ours, other, budget))) for other in others]
    row: list[Text | str] = [ours, *leads]
    if earlier:
        before = earlier.get((ours, budget), {})
        now = {each.question.id: each.given for each in result.readings[ours, budget]}
        changes = [now[question] - before[question] for question in now if question in before]
        row.append(points(_comparison(changes)) if changes else "–")
    return row


def _comparison(differences: list[float]) -> Comparison:
    return Comparison(difference=mean(differences), interval=interval(differences))


def _category_row(result: "Given", category: str, budget: int) -> list[Text | str]:
    shares = [mean(result.values(system, budget, category)) for system in result.systems]
    asked = len(result.values(result.systems[0], budget, category))
    return [category, str(asked), *(f"{100 * share:.1f}" for share in shares)]
