"""How far is the work? Bars on a terminal's stderr, and nothing elsewhere."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from quaidpy.interfaces.cli.terminal.session import Session

if TYPE_CHECKING:
    from rich.progress import ProgressColumn, TaskID

_BAR_WIDTH = 12  # columns: with name, counts, share, rate and time left a line has 80
_LONGEST_WORK = 16
_PACE_AFTER_S = 3.0  # groups of turns differ; before that a rate says nothing

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
    with Progress(*columns, console=console, transient=True) as bars:
        shown: dict[str, TaskID] = {}
        begun: dict[str, float] = {}

        def tell(work: str, done: int, total: int | None) -> None:
            if work not in shown:
                shown[work] = bars.add_task(_short(work), total=None)
            since = begun.setdefault(work, monotonic()) if total is not None else None
            bars.update(shown[work], completed=done, total=total, since=since)

        yield tell


def _figures(unit: str, *, is_timed: bool) -> "ProgressColumn":
    from rich.progress import ProgressColumn, Task
    from rich.text import Text

    class Figures(ProgressColumn):
        def render(self, task: Task) -> Text:
            told = figures_of(task.completed, task.total, unit=unit)
            since = task.fields.get("since")
            if not is_timed or since is None or not task.total:
                return Text(told)
            return Text(f"{told}{pace_of(task.completed, task.total, seconds=monotonic() - since)}")

    return Figures()


def figures_of(done: float, total: float | None, *, unit: str) -> str:
    """How many of how many, and which share: "1,280 of 247,663 turns  0.5 %"."""
    if total is None:
        return "reading"
    share = f"  {done / total:.1%}".replace("%", " %") if total else ""
    return f"{done:,.0f} of {total:,.0f}{f' {unit}' if unit else ''}{share}"


def pace_of(done: float, total: float, *, seconds: float) -> str:
    """How fast, and how long still; nothing while that is not known yet."""
    if not done or seconds < _PACE_AFTER_S:
        return ""
    per_second = done / seconds
    hours, rest = divmod(int((total - done) / per_second), 3600)
    rate = f"{per_second:,.0f}/s" if per_second >= 10 else f"{per_second:.1f}/s"
    return f"  {rate}  {hours}:{rest // 60:02}:{rest % 60:02} left"


def _short(work: str) -> str:
    return work if len(work) <= _LONGEST_WORK else f"{work[: _LONGEST_WORK - 1]}…"
