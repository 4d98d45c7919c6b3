"""How do measurements read on a terminal?"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from quaidpy.bench.metrics import mean
from quaidpy.bench.retrieval.retrieval import SHOWN, compare
from quaidpy.bench.speed.scale import spoken_size
from quaidpy.interfaces.cli.terminal.printing import BAD, DIM, GOOD, STRONG, counted, heading, pairs

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.bench.nights.long_nights import LongNights
    from quaidpy.bench.qa.measuring import Examined
    from quaidpy.bench.retrieval.ablation import Ablation
    from quaidpy.bench.retrieval.retrieval import Comparison, Retrieval, Run
    from quaidpy.bench.speed.latency import Latency, Spread
    from quaidpy.bench.speed.scale import ScaleRow
    from quaidpy.domain.models.prompting import Spending


def number_table(columns: Sequence[str], rows: Sequence[Sequence["Text | str"]], *, left: int = 1) -> Table:
    """Headings in dim, no lines, figures to the right; the first `left` columns are names.

    On a narrow terminal names are shortened, figures never.
    """
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style=DIM)
    for index, column in enumerate(columns):
        width = max(len(cell) for cell in (column, *(row[index] for row in rows)))
        table.add_column(
            column,
            justify="left" if index < left else "right",
            no_wrap=True,
            min_width=None if index < left else width,
        )
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
        ("  of recalls that give something", lambda row: _times(row.latency.given_ratio)),
        ("p95 / p50", lambda row: _times(row.latency.tail)),
        *_stage_lines(rows),
        ("opening", lambda row: ms(row.latency.open_ms)),
        ("first recall", lambda row: ms(row.latency.first_recall_ms)),
        ("one more memory p50", lambda row: ms(row.latency.writes.p50) if row.latency.writes else "–"),
        ("one more memory p95", lambda row: ms(row.latency.writes.p95) if row.latency.writes else "–"),
        ("bulk storing, a memory and its turn", lambda row: ms(row.building.ms_a_memory)),
        ("building, seconds", lambda row: f"{row.building.seconds:,.0f}"),
        ("in memory, MB", lambda row: megabytes(row.latency.resident_mb)),
        ("on disk, MB", lambda row: megabytes(row.latency.disk_mb)),
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
        ("of recalls that give something", _times(found.given_ratio)),
        ("p95 / p50", _times(found.tail)),
        ("opening the home", f"{found.open_ms:.0f} ms, then the first recall {found.first_recall_ms:.0f} ms"),
        ("in memory, on disk", f"{megabytes(found.resident_mb)} MB, {megabytes(found.disk_mb)} MB"),
    ]
    console.print(pairs(shown))


def _spread_row(name: str, spread: "Spread") -> list[Text | str]:
    return [name, ms(spread.p50), ms(spread.p95), ms(spread.p99)]


def ms(value: float) -> str:
    return f"{value:,.2f}" if value < 10 else f"{value:,.1f}" if value < 100 else f"{value:,.0f}"


def megabytes(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}"


def _times(ratio: float | None) -> Text:
    return Text("–") if ratio is None else Text(f"{ratio:.2f}×")


def print_retrieval(console: "Console", result: "Retrieval") -> None:
    dataset, ours = result.dataset, result.ours
    asked = counted(len(ours.rows), "question")
    console.print(
        heading(f"{dataset.name} {dataset.split}", note=f"{asked}, judged by the {dataset.unit_name}")
    )
    console.print()
    rows = [_run_row(run, emphasised=run is ours) for run in result.runs]
    console.print(number_table(["", *map(short_metric, SHOWN), "ms p50", "ms p95", "docs/s"], rows))
    console.print()
    baselines = result.runs[:-1]
    differences: list[list[Text | str]] = [
        [short_metric(metric), *(points(compare(run, ours, metric)) for run in baselines)] for metric in SHOWN
    ]
    columns = [f"{ours.system}, paired [95%]", *(f"− {run.system}" for run in baselines)]
    console.print(number_table(columns, differences))
    console.print()
    main = result.metric
    columns = [f"{short_metric(main)} by category", "n", ours.system]
    columns += [f"− {run.system}" for run in baselines]
    console.print(number_table(columns, [_category_row(result, category) for category in ours.categories]))
    console.print()


def _run_row(run: "Run", *, emphasised: bool) -> list[Text | str]:
    style = STRONG if emphasised else ""
    figures: list[Text | str] = [
        Text(f"{100 * mean(run.values(metric)):.1f}", style=style) for metric in SHOWN
    ]
    documents = f"{run.documents / run.index_s:,.0f}" if run.index_s else "–"
    return [
        Text(run.system, style=style),
        *figures,
        ms(run.search_ms(0.5)),
        ms(run.search_ms(0.95)),
        documents,
    ]


def _category_row(result: "Retrieval", category: str) -> list[Text | str]:
    main, ours = result.metric, result.ours
    share = f"{100 * mean(ours.values(main, category)):.1f}"
    against = [points(compare(run, ours, main, category)) for run in result.runs[:-1]]
    return [category, str(len(ours.values(main, category))), share, *against]


def points(difference: "Comparison") -> Text:
    """A difference and its interval in points; coloured only when the interval leaves zero out."""
    style = {"better": GOOD, "worse": BAD}.get(difference.verdict, "")
    text = Text(f"{100 * difference.difference:+.1f}", style=style)
    if difference.interval is None:
        return text
    low, high = difference.interval
    return text.append(f" [{100 * low:+.1f}, {100 * high:+.1f}]", style=DIM)


def short_metric(metric: str) -> str:
    return {"ndcg@10": "nDCG@10", "mrr": "MRR"}.get(metric) or metric.replace("recall", "R")


def print_ablation(console: "Console", result: "Ablation") -> None:
    dataset, metric = result.dataset, short_metric(result.metric)
    whole = f"{metric} {100 * result.whole_mean:.1f}, p50 {ms(result.whole.search_ms(0.5))} ms"
    asked = counted(len(result.whole.rows), "question")
    console.print(heading(f"{dataset.name} {dataset.split}", note=f"the whole: {whole}, {asked}"))
    console.print()
    rows: list[list[Text | str]] = [
        [
            Text(row.part).append("" if row.is_in_use else "  (off by default)", style=DIM),
            f"{100 * row.without:.1f}",
            points(row.adds),
            f"{row.costs_ms:+.2f}",
            ms(row.p50_without_ms),
        ]
        for row in result.rows
    ]
    console.print(number_table(["without", metric, "adds [95%]", "costs ms", "p50 ms without"], rows))
    console.print(
        Text("tail and abstain shape answers, not rankings: `quaid bench noise` sees them", style=DIM)
    )
    console.print()


def print_documents(console: "Console", document: dict[str, Any]) -> None:
    """One line a system, in %; below, our lead over each other one with its paired 95 % interval."""
    note = f"{document['documents']:,} documents, {document['chunks']:,} chunks, {document['questions']} questions"
    console.print(heading("Finding passages of documents", note=note))
    names = {"hit@1": "R@1", "recall@5": "R@5", "recall@10": "R@10", "mrr": "MRR"}
    rows = [
        [system, *(f"{100 * told[name]:.1f}" for name in names)]
        for system, told in document["systems"].items()
    ]
    console.print(number_table(["", *names.values()], rows))
    for system, told in document["systems"].items():
        leads = [f"{names[name]} {_lead(paired)}" for name, paired in told.get("paired", {}).items()]
        if leads:
            console.print(Text(f"lead over {system}: {', '.join(leads)}", style=DIM))
    for missed in document["missed"]:
        place = missed["gold"].replace("\n", " › ")
        console.print(Text(f"missed: {missed['question']}  ({place})", style=DIM))
    if document["missing"]:
        console.print(Text(f"{len(document['missing'])} questions have no such section here", style=DIM))


def _lead(paired: dict[str, Any]) -> str:
    difference = f"{100 * paired['difference']:+.1f}"
    if paired["interval"] is None:
        return difference
    low, high = paired["interval"]
    return f"{difference} [{100 * low:.1f}, {100 * high:.1f}]"


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
