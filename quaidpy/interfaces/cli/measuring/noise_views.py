"""How does a measurement of noise read on a terminal?"""

from typing import TYPE_CHECKING

from rich.text import Text

from quaidpy.bench.metrics import mean
from quaidpy.interfaces.cli.measuring.bench_views import number_table
from quaidpy.interfaces.cli.terminal.printing import counted, heading, pairs, plain_table, quoted

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.bench.noise import Asked, Noise, Stored, Unasked

_SHOWN = 50  # characters of a question or of an answer


def print_noise(console: "Console", result: "Noise") -> None:
    dataset = result.dataset
    console.print(heading(f"{dataset.name} {dataset.split}", note="what gets an answer that should get none"))
    console.print()
    rows = [_kind_row(kind) for kind in result.unasked]
    console.print(number_table(["", "questions", "injected", "misled", "results each"], rows))
    worst = [answer for kind in result.unasked for answer in kind.worst[:1]]
    if worst:
        console.print()
        surest: list[list[Text | str]] = [
            [f"{answer.score:.2f}", _shortened(answer.question), quoted(answer.text, limit=_SHOWN)]
            for answer in worst
        ]
        console.print(plain_table(["score", "the surest of each kind", "gets"], surest))
    if result.asked:
        console.print()
        console.print(pairs(_asked_rows(result.asked)))
    console.print()
    console.print(pairs(_stored_rows(result.stored, dataset.unit_name)))
    console.print()


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _kind_row(kind: "Unasked") -> list[Text | str]:
    misled = kind.misled_share
    return [
        kind.kind,
        str(len(kind.answers)),
        f"{100 * kind.injected_share:.1f}%",
        "–" if misled is None else f"{100 * misled:.1f}%",
        f"{kind.mean_results:.1f}",
    ]


def _asked_rows(asked: "Asked") -> list[tuple[str, str]]:
    precision = f"{100 * mean(asked.precision):.1f}%" if asked.precision else "–"
    return [
        ("answerable", f"{counted(len(asked.kept), 'question')}, {asked.silent} get nothing"),
        ("recall@10 of the answers", f"{100 * mean(asked.kept):.1f}%"),
        ("lost against the whole ranking", f"{100 * asked.lost:.1f} points"),
        ("of that to silence", f"{100 * asked.lost_to_silence:.1f} points"),
        ("of an answer is to the point", precision),
    ]


def _stored_rows(stored: "Stored", unit: str) -> list[tuple[str, str]]:
    def share(count: int, whole: int) -> str:
        return f"{count:,} ({100 * count / whole:.0f}%)" if whole else "0"

    return [
        ("memories stored", f"{stored.memories:,}"),
        (f"made from a {unit} that a question needs", share(stored.needed, stored.memories)),
        ("shown in some answer", share(stored.recalled, stored.memories)),
        ("neither", share(stored.never, stored.memories)),
        (f"{unit}s needed that gave a memory", f"{share(stored.remembered, stored.gold)} of {stored.gold:,}"),
    ]
