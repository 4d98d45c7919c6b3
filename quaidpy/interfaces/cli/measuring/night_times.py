"""How do timed nights read on a terminal?"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quaidpy.bench.speed.scale import spoken_size
from quaidpy.interfaces.cli.measuring.bench_views import number_table
from quaidpy.interfaces.cli.terminal.printing import heading

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.bench.nights.long_nights import LongNights


def print_nights(console: "Console", rows: "Sequence[LongNights]") -> None:
    """A table a size: seconds of each task, changes of the first night, and the most memory each night held."""
    for row in rows:
        console.print(heading(f"Nights over {spoken_size(row.size)} memories", note=f"seconds, {row.text}"))
        console.print()
        lines = [
            (
                first.task,
                f"{first.applied:,}",
                *(f"{task.seconds:.1f}" for task in same),
            )
            for first, *same in zip(row.nights[0].tasks, *(night.tasks for night in row.nights), strict=True)
        ]
        lines.append(
            (
                "all",
                f"{sum(task.applied for task in row.nights[0].tasks):,}",
                *(f"{night.seconds:.1f}" for night in row.nights),
            )
        )
        lines.append(("in own processor time", "", *(f"{night.cpu_seconds:.1f}" for night in row.nights)))
        lines.append(
            (
                "most memory held, MB",
                "",
                *("–" if night.peak_mb is None else f"{night.peak_mb:,.0f}" for night in row.nights),
            )
        )
        columns = ("", "changes", *(night.when for night in row.nights))
        console.print(number_table(columns, lines))
        console.print()
