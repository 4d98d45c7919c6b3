"""How far is the work? Bars on a terminal's stderr, and nothing elsewhere."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from quaidpy.interfaces.cli.terminal.session import Session

if TYPE_CHECKING:
    from rich.progress import ProgressColumn, TaskID

_BAR_WIDTH = 12  # columns: with name, counts, share, rate and time left a line has 80
_LONGEST_WORK = 16
_RATE_OVER_S = 120.0  # groups of turns differ; a shorter look back makes the time left jump

Tell = Callable[[str, int, int | None], None]
"""Of the work called so, how many are done, of how many (None: not known yet)."""


@contextmanager
def progress_bars(session: Session, *, unit: str = "", is_timed: bool = True) -> Iterator[Tell | None]:
    """A bar for each work that is told of; None where nobody would see it."""
    if not session.may_show_progress:
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = [TextColumn("{task.description}"), BarColumn(_BAR_WIDTH), _figures(unit, is_timed=is_timed)]
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, speed_estimate_period=_RATE_OVER_S) as bars:
        shown: dict[str, TaskID] = {}

        def tell(work: str, done: int, total: int | None) -> None:
            if work not in shown:
                shown[work] = bars.add_task(_short(work), total=None)
            bars.update(shown[work], completed=done, total=total)

        yield tell


def _figures(unit: str, *, is_timed: bool) -> "ProgressColumn":
    from rich.progress import ProgressColumn, Task
    from rich.text import Text

    class Figures(ProgressColumn):
        def render(self, task: Task) -> Text:
            told = figures_of(task.completed, task.total, unit=unit)
            return Text(f"{told}{_pace(task.speed, task.time_remaining)}" if is_timed else told)

    return Figures()


def figures_of(done: float, total: float | None, *, unit: str) -> str:
    """How many of how many, and which share: "1,280 of 247,663 turns  0.5 %"."""
    if total is None:
        return "reading"
    share = f"  {done / total:.1%}".replace("%", " %") if total else ""
    return f"{done:,.0f} of {total:,.0f}{f' {unit}' if unit else ''}{share}"


def _pace(per_second: float | None, left_s: float | None) -> str:
    """Nothing while it is not known yet."""
    if not per_second or left_s is None:
        return ""
    hours, rest = divmod(int(left_s), 3600)
    rate = f"{per_second:,.0f}/s" if per_second >= 10 else f"{per_second:.1f}/s"
    return f"  {rate}  {hours}:{rest // 60:02}:{rest % 60:02} left"


def _short(work: str) -> str:
    return work if len(work) <= _LONGEST_WORK else f"{work[: _LONGEST_WORK - 1]}…"
