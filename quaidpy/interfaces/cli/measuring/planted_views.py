"""How does it read what a night found of what was planted, and of pairs that somebody wrote down?"""

from typing import TYPE_CHECKING

from rich.text import Text

from quaidpy.interfaces.cli.terminal.printing import DIM, WARNING, marked_lines, plain_table

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.bench.nights.judged_pairs import Judgement
    from quaidpy.bench.nights.nights import NightFigures


def print_figures(console: "Console", figures: "NightFigures") -> None:
    """What a night found of what was planted."""
    rows = [(f"{name}s merged", _of(found, planted)) for name, (found, planted) in figures.merged.items()]
    rows += [
        ("duplicates merged", _of(*figures.duplicates)),
        ("near misses merged", str(len(figures.near_misses_merged))),
        ("others merged", str(len(figures.other_merges))),
        ("exclusive contradictions closed", _of(*figures.exclusive_closed)),
        ("other contradictions put to a person", _of(*figures.opposed_found)),
        ("stale memories faded", _of(*figures.faded)),
        ("rows lost", str(figures.history_kept)),
        ("changes planned by a second run", str(sum(figures.second_run.values()))),
        ("seconds", f"{figures.seconds:.1f}"),
        *([("left by words, put to the model", _of(*figures.shown))] if figures.shown else []),
        *([("model calls", f"{figures.model_calls:,}")] if figures.model_calls else []),
        *([("model tokens", f"{figures.model_tokens:,}")] if figures.model_tokens else []),
    ]
    console.print(plain_table(("", ""), rows))
    for one, other in (*figures.near_misses_merged, *figures.other_merges):
        console.print(marked_lines([(Text("=", style=WARNING), Text(one)), (Text(" "), Text(other))]))


def print_judgement(console: "Console", judgement: "Judgement") -> None:
    """What became of pairs that somebody wrote down, and which of them a night got wrong."""
    from quaidpy.bench.nights.judged_pairs import FILES, is_right

    rows = []
    for file in FILES:
        count = judgement.count(file)
        rows.append(
            (
                file.replace("_", " "),
                *(_of(count[what], count["pairs"]) for what in ("merged", "asked", "opposed")),
            )
        )
    console.print(plain_table(("", "merged", "asked whether the same", "found to be opposed"), rows))
    for judged in judgement.pairs:
        if not is_right(judged):
            one, other = judged.pair.texts
            console.print(marked_lines([(Text(judged.pair.file[0], style=DIM), Text(f"{one} | {other}"))]))
    for texts in judgement.others:
        console.print(marked_lines([(Text("=", style=WARNING), Text(" | ".join(texts)))]))


def _of(found: int, planted: int) -> str:
    return f"{found} of {planted}" + (f", {100 * found / planted:.0f} %" if planted else "")
