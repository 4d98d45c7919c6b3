"""How does the night of all owners read?"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from quaidpy.interfaces.cli.terminal.printing import BAD, DIM, GOOD, STRONG, WARNING, counted, plain_table
from quaidpy.wiring.all_nights import Outcome, OwnerNight

if TYPE_CHECKING:
    from rich.console import Console

_STYLES = {Outcome.DONE: GOOD, Outcome.PLANNED: GOOD, Outcome.FAILED: BAD, Outcome.SKIPPED: WARNING}


def nights_document(nights: Sequence[OwnerNight]) -> dict[str, Any]:
    return {
        "failed": any(each.outcome is Outcome.FAILED for each in nights),
        "owners": [
            {
                "owner": each.owner,
                "night": each.outcome.value,
                "reason": each.reason,
                "changes": each.changes,
                "seconds": round(each.seconds, 3),
                "report": each.document,
            }
            for each in nights
        ],
    }


def print_nights(console: "Console", nights: Sequence[OwnerNight]) -> None:
    rows = [
        (
            Text(each.owner),
            Text(each.outcome.value, style=_STYLES[each.outcome]),
            Text("" if each.outcome is Outcome.SKIPPED else f"{each.changes:,}", justify="right"),
            Text("" if each.outcome is Outcome.SKIPPED else f"{each.seconds:.1f} s", justify="right"),
            Text(each.reason or "", style=DIM),
        )
        for each in nights
    ]
    if rows:
        console.print(plain_table(["OWNER", "NIGHT", "CHANGES", "TIME", "WHY"], rows))
    found = ((each, sum(night.outcome is each for night in nights)) for each in Outcome)
    said = ", ".join(f"{number:,} {outcome.value}" for outcome, number in found if number)
    console.print(Text(f"{counted(len(nights), 'owner')}: {said}" if said else "no owner yet", style=STRONG))
