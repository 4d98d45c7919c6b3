"""How far is the work? Bars on a terminal's stderr, and nothing elsewhere."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from quaidpy.interfaces.cli.terminal.session import Session

if TYPE_CHECKING:
    from rich.progress import TaskID

Tell = Callable[[str, int, int | None], None]
"""Of the work called so, how many are done, of how many (None: not known yet)."""


@contextmanager
def progress_bars(session: Session, *, unit: str = "", is_timed: bool = True) -> Iterator[Tell | None]:
    """A bar for each work that is told of; None where nobody would see it."""
    if not session.may_show_progress:
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()]
    columns += [TextColumn(unit)] if unit else []
    columns += [TimeRemainingColumn()] if is_timed else []
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        shown: dict[str, TaskID] = {}

        def tell(work: str, done: int, total: int | None) -> None:
            if work not in shown:
                shown[work] = bars.add_task(work, total=None)
            bars.update(shown[work], completed=done, total=total)

        yield tell
