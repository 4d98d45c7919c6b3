"""How is memory measured by its size, and a server beside a file, and how is it printed?"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from quaidpy.interfaces.cli.measuring.setting_up import folder_for, progress, settings_with, tuned
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.session import Session

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.bench.parity import Pair, Parity
    from quaidpy.bench.speed.owners import OwnersRow, Side
    from quaidpy.bench.speed.scale import ScaleRow
    from quaidpy.settings import Settings


@click.command(cls=QuaidCommand)
@click.argument("paths", nargs=-1, required=True, metavar="DIR...")
@click.option("--storage", required=True, metavar="URL", help="An empty PostgreSQL database.")
@click.option("--split", default="dev", show_default=True, metavar="NAME", help="Folder inside each DIR.")
@click.option(
    "--conversations", type=click.IntRange(1), metavar="N", help="The first N of each set [default: all]."
)
@click.option("--keep", metavar="FOLDER", help="Keep the homes here, and use those that are there.")
@tuned
@click.pass_obj
def parity(
    session: Session,
    /,
    paths: tuple[str, ...],
    storage: str,
    keep: str | None,
    changes: tuple[str, ...],
    **how: Any,
) -> None:
    """Compare what a server finds with what a file finds.

    \b
    Takes each conversation of the data sets in on both sides, asks both all
    questions, and compares rankings, scores and blocks: with what a server's
    home keeps in memory, and with nothing kept.
    """  # noqa: D301 - \b keeps click from filling the lines
    from quaidpy.bench.data.converters import read_dataset
    from quaidpy.bench.parity import measure_parity

    settings, results = settings_with(session, changes), []
    read = (read_dataset(session.path(path), split=how["split"], form=None) for path in paths)
    sets = [dataset.first(how["conversations"]) for dataset in read]
    with folder_for(keep) as folder:
        for dataset in sets:
            with progress(dataset.name, session) as report:
                results.append(measure_parity(dataset, settings, url=storage, folder=folder, report=report))
            if not session.is_json:
                _print_parity(session.console, results[-1])
    session.answer({"sets": [result.document() for result in results]}, lambda: None)


def _print_parity(console: "Console", result: "Parity") -> None:
    from rich.text import Text

    from quaidpy.bench.parity import different
    from quaidpy.interfaces.cli.measuring.bench_views import number_table
    from quaidpy.interfaces.cli.terminal.printing import DIM, heading

    note = f"{result.turns:,} documents, in a file and on a server"
    console.print(heading(f"{result.dataset.name} {result.dataset.split}", note=note))
    console.print()
    columns = ["the server keeps", "questions", "same order", "same block", "largest difference of scores"]
    console.print(number_table(columns, [_parity_row(kept, pairs) for kept, pairs in result.pairs.items()]))
    for kept, pairs in result.pairs.items():
        for pair in different(pairs):
            rank = f", from rank {pair.first_difference}" if pair.first_difference else ""
            console.print(Text(f"{kept}: {pair.question.id}{rank}: {pair.cause}", style=DIM))
    console.print()


def _parity_row(kept: str, pairs: "Sequence[Pair]") -> list[str]:
    return [
        kept,
        f"{len(pairs):,}",
        f"{sum(pair.is_same_order for pair in pairs):,}",
        f"{sum(pair.is_same_block for pair in pairs):,}",
        f"{max((pair.score_difference for pair in pairs), default=0.0):.0e}",
    ]


@click.command(cls=QuaidCommand)
@click.option(
    "--sizes", default="10k,100k", show_default=True, metavar="LIST", help="Memories, as in 10k,1M."
)
@click.option(
    "--questions", type=click.IntRange(2, 10_000), default=100, show_default=True, help="Recalls timed."
)
@click.option(
    "--writes", type=click.IntRange(0, 1_000), default=20, show_default=True, help="Statements stored."
)
@click.option(
    "--keep", metavar="FOLDER", help="Make the homes here, keep them, and use those that are there."
)
@click.option(
    "--storage",
    metavar="URL",
    help="Beside files, measure this PostgreSQL database: the same memories in both.",
)
@click.option(
    "--owners",
    default="1,100",
    show_default=True,
    metavar="LIST",
    help="With --storage: who share the memories.",
)
@click.option(
    "--falling",
    type=click.FloatRange(0, 2),
    default=1.0,
    show_default=True,
    metavar="N",
    help="With --storage: the n-th owner has what the first has, divided by n to the power of N.",
)
@click.option(
    "--copies",
    is_flag=True,
    help="With --storage: store some owners of all sizes, also in the file; the server's others are copies of them.",
)
@click.option(
    "--clients", default="1,4,16", show_default=True, metavar="LIST", help="With --storage: asking at once."
)
@tuned
@click.pass_obj
def scale(
    session: Session,
    /,
    sizes: str,
    keep: str | None,
    storage: str | None,
    changes: tuple[str, ...],
    **how: Any,
) -> None:
    """Time recall and writing by size of memory.

    \b
    Synthetic homes with power laws in words, topics and links: the same each
    time. Each is built through the real storage and measured in a process of its
    own. A hundred thousand memories take two minutes and 2 GB of disk.

    \b
    With --storage each size is shared out among owners by a power law, in a file
    and in an empty database of a server, and both are asked the same in turn.
    """  # noqa: D301 - \b keeps click from filling the lines
    from quaidpy.bench.speed.scale import parsed_sizes, spoken_size
    from quaidpy.bench.speed.scale import scale as measured
    from quaidpy.interfaces.cli.measuring.bench_views import print_scale, scale_document

    wanted, settings = parsed_sizes(sizes), settings_with(session, changes)
    if storage:
        _scale_of_owners(session, settings, storage, sizes=wanted, keep=keep, how=how)
        return
    asked = {"questions": how["questions"], "writes": how["writes"]}
    rows: list[ScaleRow] = []
    with folder_for(keep) as folder, progress("building", session) as report:
        for size in wanted:
            session.hint(f"{spoken_size(size)} memories …")
            rows += measured(settings, [size], folder=folder, report=report, **asked)
    session.answer(scale_document(rows), lambda: print_scale(session.console, rows))


def _scale_of_owners(
    session: Session,
    settings: "Settings",
    url: str,
    *,
    sizes: Sequence[int],
    keep: str | None,
    how: Mapping[str, Any],
) -> None:
    """Each size by each number of owners."""
    from quaidpy.bench.speed.owners import Load, measure_owners
    from quaidpy.bench.speed.scale import parsed_sizes, spoken_size
    from quaidpy.wiring.server_engine import load_of

    rows, server = [], load_of(url, setting="--storage")
    with folder_for(keep) as folder, progress("building", session) as report:
        for size in sizes:
            for owners in parsed_sizes(how["owners"]):
                session.hint(f"{spoken_size(size)} memories of {owners:,} owners …")
                load = Load(
                    owners=owners,
                    size=size,
                    clients=tuple(parsed_sizes(how["clients"])),
                    questions=how["questions"],
                    writes=how["writes"],
                    falling=how["falling"],
                    is_copied=how["copies"],
                )
                rows.append(
                    measure_owners(settings, load, url=url, folder=folder, server=server, report=report)
                )
    session.answer({"rows": rows}, lambda: _print(session.console, rows))


def _print(console: "Console", rows: "Sequence[OwnersRow]") -> None:
    from quaidpy.interfaces.cli.measuring.bench_views import number_table
    from quaidpy.interfaces.cli.terminal.printing import counted, heading

    for row in rows:
        note = f"{row.memories:,} memories, the largest owner {row.largest:,}, the middle one {row.small:,}"
        console.print(
            heading(counted(row.owners, "owner"), note=f"{note}; {row.processes} processes of clients")
        )
        console.print()
        if row.in_file.owners < row.owners:
            few = f"The file has {row.in_file.owners} of the owners, with {row.in_file.memories:,} memories."
            console.print(few)
            console.print()
        file, server = _figures(row.sides["file"]), _figures(row.sides["server"])
        lines = [
            (name, _number(file[name]), _number(server[name]), _times(file[name], server[name]))
            for name in file
        ]
        console.print(number_table(["", "in a file", "on the server", "server / file"], lines))
        console.print()


def _figures(side: "Side") -> dict[str, float | None]:
    figures: dict[str, float | None] = {
        "large owner, without cache, recall p50, ms": side.large_without_cache.p50,
        "large owner, without cache, recall p95, ms": side.large_without_cache.p95,
        "large owner, recall p50, ms": side.large.p50,
        "large owner, recall p95, ms": side.large.p95,
        "small owner, without cache, recall p50, ms": side.small_without_cache.p50,
        "small owner, without cache, recall p95, ms": side.small_without_cache.p95,
        "small owner, recall p50, ms": side.small.p50,
        "small owner, recall p95, ms": side.small.p95,
    }
    for rate in side.rates:
        clients = f"{rate.clients} client{'s' if rate.clients > 1 else ''}"
        for thing, rate_of_it, used in (
            ("recall", rate.recalls, rate.of_recall),
            ("write", rate.writes, rate.of_write),
        ):
            figures[f"{clients}, {thing}s a second"] = rate_of_it
            figures[f"{clients}, processors of clients, a {thing}, ms"] = used.clients
            figures[f"{clients}, processors of the server, a {thing}, ms"] = used.server
    return {**figures, "on disk, MB": side.disk_mb, "building, seconds": side.building_s}


def _number(figure: float | None) -> str:
    from quaidpy.interfaces.cli.measuring.bench_views import ms

    return "–" if figure is None else ms(figure)


def _times(file: float | None, server: float | None) -> str:
    return f"{server / file:.2f}×" if file and server else "–"
