"""How does a measurement of lives read on a terminal?"""

from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from rich.text import Text

from quaidpy.bench.life.lives import NOTHING
from quaidpy.bench.life.measuring import Figures, Share, figures_of, kept_share
from quaidpy.interfaces.cli.measuring.bench_views import number_table
from quaidpy.interfaces.cli.terminal.printing import STRONG, counted, heading

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.bench.life.judging import Judged
    from quaidpy.bench.life.measuring import Lived

_NAMES = {"first": "in the first line"}


def print_lives(console: "Console", lived: "Sequence[Lived]") -> None:
    asked = [each for one in lived for each in one.judged]
    facts = [fact for one in lived for fact in one.facts]
    console.print(heading("Lives", note=f"{counted(len(asked), 'question')}, {counted(len(facts), 'fact')}"))
    console.print()
    names = [_NAMES.get(field.name, field.name.replace("_", " ")) for field in fields(Figures)]
    whole = figures_of(lived)
    rows = [_figures_row(one.name, figures_of([one])) for one in lived]
    rows.append(_figures_row("all", whole, style=STRONG))
    rows.append(["", *(f"{share.part}/{share.whole}" for share in _shares(whole))])
    console.print(number_table(["home", *names], rows))
    console.print()
    kinds = sorted({each.asked.kind for each in asked})
    console.print(
        number_table(
            ["question", "answered", *names[1:3]],
            [_kind_row(kind, [each for each in asked if each.asked.kind == kind]) for kind in kinds],
        )
    )
    console.print()
    kinds = sorted({each.fact.kind for each in facts})
    kept = [(kind, kept_share([each for each in facts if each.fact.kind == kind])) for kind in kinds]
    console.print(number_table(["fact", "kept"], [[kind, _told(share)] for kind, share in kept]))


def print_failures(console: "Console", lived: "Sequence[Lived]") -> None:
    """Each question that got the wrong block, with it; each fact that is not kept; what must never be stored."""
    for one in lived:
        for each in one.judged:
            if not each.is_right or each.fresh is False:
                _print_failure(console, each)
        for fact in one.facts:
            if fact.by is None:
                console.print(Text(f"{fact.fact.id} not kept: {fact.fact.text}"))
        for never in one.nevers:
            for text in never.by:
                console.print(Text(f"{never.never.id} stored: {text}  ({never.never.why})"))


def _print_failure(console: "Console", failed: "Judged") -> None:
    asked = failed.asked
    why = "not silent" if asked.kind == NOTHING else "no answer" if not failed.hits else "old value first"
    console.print(Text(f"{asked.id} ({asked.kind}) {why}: {asked.text}", style=STRONG))
    if asked.hit:
        console.print(Text(f"wanted /{asked.hit.pattern}/"))
    console.print(Text("\n".join(failed.lines) or "(nothing)"))
    console.print()


def _figures_row(name: str, figures: Figures, *, style: str = "") -> list[Text | str]:
    told = (Text("–" if s.percent is None else f"{s.percent:.1f}", style=style) for s in _shares(figures))
    return [Text(name, style=style), *told]


def _shares(figures: Figures) -> list[Share]:
    return [getattr(figures, field.name) for field in fields(figures)]


def _kind_row(kind: str, judged: "Sequence[Judged]") -> list[Text | str]:
    right = Share(sum(each.is_right for each in judged), len(judged))
    first = Share(sum(each.is_first for each in judged), len(judged))
    fresh = [each.fresh for each in judged if each.fresh is not None]
    return [
        kind,
        _told(right),
        "–" if kind == NOTHING else _told(first),
        _told(Share(sum(fresh), len(fresh))),
    ]


def _told(share: Share) -> str:
    return "–" if share.percent is None else f"{share.percent:.1f} ({share.part}/{share.whole})"
