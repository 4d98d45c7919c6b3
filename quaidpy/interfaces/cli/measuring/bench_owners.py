"""How is a server measured beside a file, and how is it printed?"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from quaidpy.interfaces.cli.measuring.setting_up import folder_for, progress
from quaidpy.interfaces.cli.terminal.session import Session

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.bench.speed.owners import OwnersRow, Side
    from quaidpy.settings import Settings


def scale_of_owners(
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

    rows, server = [], load_of(url)
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
