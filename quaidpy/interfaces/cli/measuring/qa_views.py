"""How do judged answers read on a terminal?"""

from typing import TYPE_CHECKING

from rich.text import Text

from quaidpy.interfaces.cli.measuring.bench_views import number_table
from quaidpy.interfaces.cli.terminal.printing import DIM, counted, heading

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.bench.qa.measuring import Examined
    from quaidpy.domain.models.prompting import Spending


def print_examined(console: "Console", result: "Examined") -> None:
    dataset = result.dataset
    note = f"{counted(len(result.answers), 'judged answer')}, {result.fresh} of them new"
    console.print(heading(f"{dataset.name} {dataset.split}", note=note))
    console.print()
    rows: list[list[Text | str]] = [
        [
            tally.name,
            str(tally.questions),
            Text(f"{100 * tally.right:.1f}").append(_between(tally.interval), style=DIM),
            str(tally.refused),
        ]
        for tally in result.tallies
    ]
    console.print(number_table(["by category", "n", "right [95%]", "refused"], rows))
    console.print()
    spent = [_spent_row("reading", result.reading), _spent_row("judging", result.judging)]
    console.print(number_table(["", "calls", "tokens in", "out", "dollars"], spent))
    for question, reason in result.failed:
        console.print(Text(f"no verdict on {question}: {reason}", style=DIM))
    console.print()


def _between(bounds: tuple[float, float] | None) -> str:
    return f" [{100 * bounds[0]:.1f}, {100 * bounds[1]:.1f}]" if bounds else ""


def _spent_row(name: str, spent: "Spending") -> list[Text | str]:
    dollars = "unknown" if spent.unpriced else f"{spent.cost_usd:.4f}"
    return [name, f"{spent.calls:,}", f"{spent.input_tokens:,}", f"{spent.output_tokens:,}", dollars]
