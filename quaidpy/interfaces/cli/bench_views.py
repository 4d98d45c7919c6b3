"""How do measurements read on a terminal?"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from quaidpy.interfaces.bench.scale import spoken_size
from quaidpy.interfaces.cli.printing import BAD, DIM, GOOD, STRONG, WARNING, heading, pairs

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.interfaces.bench.latency import Latency, Spread
    from quaidpy.interfaces.bench.scale import ScaleRow


def number_table(columns: Sequence[str], rows: Sequence[Sequence["Text | str"]], *, left: int = 1) -> Table:
    """Headings in dim, no lines, figures to the right; the first `left` columns are names."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style=DIM)
    for index, column in enumerate(columns):
        table.add_column(column, justify="left" if index < left else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table


def scale_document(rows: "Sequence[ScaleRow]") -> dict[str, Any]:
    return {"sizes": [{"building": row.building, **row.latency.document()} for row in rows]}


def print_scale(console: "Console", rows: "Sequence[ScaleRow]") -> None:
    console.print(heading("Recall and writing by size", note="milliseconds unless it says otherwise"))
    console.print()
    columns = ["", *(spoken_size(row.building.size) for row in rows)]
    lines: list[tuple[str, Callable[[ScaleRow], Text | str]]] = [
        ("recall p50", lambda row: ms(row.latency.recall.p50)),
        ("recall p95", lambda row: ms(row.latency.recall.p95)),
        ("embedding the question p50", lambda row: ms(row.latency.embed.p50)),
        ("recall / embedding", lambda row: Text(f"{row.latency.ratio:.2f}×", style=STRONG)),
        ("  in own processor time", lambda row: _times(row.latency.cpu_ratio)),
        ("p95 / p50", lambda row: _times(row.latency.tail)),
        *_stage_lines(rows),
        ("opening", lambda row: ms(row.latency.open_ms)),
        ("first recall", lambda row: ms(row.latency.first_recall_ms)),
        ("one more memory p50", lambda row: ms(row.latency.writes.p50) if row.latency.writes else "–"),
        ("one more memory p95", lambda row: ms(row.latency.writes.p95) if row.latency.writes else "–"),
        ("bulk storing, a memory and its turn", lambda row: ms(row.building.ms_a_memory)),
        ("building, seconds", lambda row: f"{row.building.seconds:,.0f}"),
        ("in memory, MB", lambda row: f"{row.latency.resident_mb:,.0f}"),
        ("on disk, MB", lambda row: f"{row.latency.disk_mb:,.0f}"),
    ]
    console.print(number_table(columns, [(name, *map(figure, rows)) for name, figure in lines]))


def _stage_lines(rows: "Sequence[ScaleRow]") -> "list[tuple[str, Callable[[ScaleRow], Text | str]]]":
    def line(stage: str) -> "Callable[[ScaleRow], Text | str]":
        return lambda row: ms(row.latency.stages[stage].p50)

    return [(f"  {stage} p50", line(stage)) for stage in rows[0].latency.stages]


def print_latency(console: "Console", found: "Latency") -> None:
    counts = found.counts
    note = f"{counts['memories']:,} memories, {counts['turns']:,} turns, {found.questions} questions, milliseconds"
    console.print(heading("Recall, stage by stage", note=note))
    console.print()
    rows = [_spread_row(stage, spread) for stage, spread in found.stages.items()]
    rows.append(_spread_row("the whole recall", found.recall))
    rows.append(_spread_row("embedding the question alone", found.embed))
    console.print(number_table(["", "p50", "p95", "p99"], rows))
    console.print()
    shown: list[tuple[str, Text | str]] = [
        ("recall / embedding", Text(f"{found.ratio:.2f}×", style=STRONG)),
        ("in own processor time", _times(found.cpu_ratio)),
        ("p95 / p50", _times(found.tail)),
        ("opening the home", f"{found.open_ms:.0f} ms, then the first recall {found.first_recall_ms:.0f} ms"),
        ("in memory, on disk", f"{found.resident_mb:,.0f} MB, {found.disk_mb:,.0f} MB"),
    ]
    console.print(pairs(shown))


def _spread_row(name: str, spread: "Spread") -> list[Text | str]:
    return [name, ms(spread.p50), ms(spread.p95), ms(spread.p99)]


def ms(value: float) -> str:
    return f"{value:,.2f}" if value < 10 else f"{value:,.1f}" if value < 100 else f"{value:,.0f}"


def _times(ratio: float | None) -> Text:
    return Text("–") if ratio is None else Text(f"{ratio:.2f}×")


def signed(value: float) -> Text:
    """A difference in points: green for a gain, red for a loss."""
    return Text(f"{100 * value:+.1f}", style=GOOD if value > 0 else BAD if value < 0 else WARNING)
