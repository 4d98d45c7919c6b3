"""How do memories look on a terminal? Small parts that the commands put together."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from quaidpy.interfaces.json_forms.identities import short

if TYPE_CHECKING:
    from rich.console import RenderableType


DIM, STRONG, GOOD, WARNING, BAD, LINK = "dim", "bold", "green", "yellow", "red", "cyan"
KIND_STYLES = {
    "fact": "cyan",
    "preference": "magenta",
    "belief": "blue",
    "decision": "yellow",
    "event": "green",
    "experience": "green",
    "lesson": "bright_yellow",
    "procedure": "bright_blue",
    "case": "bright_blue",
    "todo": "bright_red",
    "profile": "bright_cyan",
}
_CELLS = 8


def heading(title: str, *, note: str = "") -> Text:
    text = Text().append(title, style=STRONG)
    return text.append(f"  {note}", style=DIM) if note else text


def kind_label(kind: str) -> Text:
    return Text(kind, style=KIND_STYLES.get(kind, ""))


def id_label(identity: str) -> Text:
    return Text(short(identity), style=DIM)


def score_bar(score: float) -> Text:
    """Eight cells and the number; 0 to 1."""
    filled = round(min(max(score, 0.0), 1.0) * _CELLS)
    style = GOOD if score >= 0.6 else WARNING if score >= 0.35 else DIM
    bar = Text("━" * filled).append("╌" * (_CELLS - filled), style="bright_black")
    bar.stylize(style, 0, filled)
    return bar.append(f" {score:.2f}", style=DIM)


def counted(number: int, word: str, plural: str | None = None) -> str:
    """1 turn, 2 turns."""
    return f"{number:,} {word if number == 1 else plural or word + 's'}"


def quoted(text: str, *, before: str = "", limit: int = 200) -> Text:
    """The exact words, on one line, shortened in the middle of nothing but their end."""
    line = " ".join(text.split())
    cut = line if len(line) <= limit else line[: limit - 1].rstrip() + "…"
    return Text(before, style=DIM).append(f"“{cut}”", style="italic dim")


def plain_table(columns: Sequence[str], rows: Iterable[Sequence["RenderableType"]]) -> Table:
    """Headings in dim capitals, no lines; the last column takes what is left."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style=DIM, expand=False)
    for index, column in enumerate(columns):
        is_last = index == len(columns) - 1
        table.add_column(column, no_wrap=not is_last, overflow="fold" if is_last else "ellipsis")
    for row in rows:
        table.add_row(*row)
    return table


def plain_rows(rows: Sequence[Sequence["RenderableType"]]) -> Table:
    """A table without headings."""
    table = plain_table([""] * len(rows[0]), rows)
    table.show_header = False
    return table


def indented(content: "RenderableType", by: int = 2) -> Padding:
    return Padding(content, (0, 0, 0, by))


def marked_lines(rows: Iterable[tuple[Text, Text]]) -> Padding:
    """A mark and a text a line; what wraps stays behind its mark."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for mark, text in rows:
        table.add_row(mark, text)
    return indented(table)


def pairs(rows: Iterable[tuple[str, "RenderableType"]]) -> Table:
    """Dim names at the left, values at the right."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style=DIM, no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in rows:
        table.add_row(name, value)
    return table
