"""How does it read why a document may be stale?"""

from typing import TYPE_CHECKING, Any

from quaidpy.documents.staleness import Sureness

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from quaidpy.documents.freshness import Freshness
    from quaidpy.documents.staleness import Reason
    from quaidpy.domain.documents.revisions import Commit

_MOST_REASONS = 8


def freshness_document(freshness: "Freshness", *, with_maybe: bool) -> dict[str, Any]:
    """`stale`: surest first. `maybe`: how many more there are for whom only a file spoken of was rewritten."""
    wanted = [each for each in freshness.stale if with_maybe or each.sureness is not Sureness.MAYBE]
    return {
        "project": freshness.project.name,
        "checked": freshness.checked,
        "stale": [
            {
                "path": each.path,
                "sureness": each.sureness.value,
                "since": None if each.since is None else _commit(each.since),
                "revision": each.revision,
                "verified": each.is_verified,
                "reasons": [
                    _reason(reason)
                    for reason in each.reasons
                    if with_maybe or reason.sureness is not Sureness.MAYBE
                ],
            }
            for each in wanted
        ],
        "maybe": len(freshness.stale) - len(wanted),
        "historic": freshness.historic,
        "uncommitted": list(freshness.uncommitted),
        "notes": list(freshness.notes),
        "unknown": freshness.unknown,
    }


def _reason(reason: "Reason") -> dict[str, Any]:
    return {
        "sureness": reason.sureness.value,
        "words": reason.words,
        "line": reason.line,
        "file": reason.file,
        "commits": [_commit(commit) for commit in reason.commits],
        "uncommitted": reason.is_uncommitted,
    }


def _commit(commit: "Commit") -> dict[str, Any]:
    return {
        "revision": commit.revision,
        "at": commit.at.isoformat().replace("+00:00", "Z"),
        "subject": commit.subject,
    }


def print_freshness(console: "Console", projects: "Sequence[dict[str, Any]]") -> None:
    from rich.text import Text

    from quaidpy.interfaces.cli.terminal.printing import BAD, DIM, LINK, WARNING, counted, indented

    if not projects:
        console.print("no project is registered yet; `quaid projects register FOLDER` makes a start")
    for each in projects:
        if each["unknown"]:
            console.print(
                Text(f"{each['project']}: what is stale cannot be told: {each['unknown']}", style=WARNING)
            )
            continue
        told = f"{counted(len(each['stale']), 'document')} of {each['checked']:,} may be stale"
        console.print(Text(f"{each['project']}: {told}"))
        for stale in each["stale"]:
            console.print(Text(f"\n{stale['path']}", style=LINK).append(_since(stale), style=DIM))
            for reason in stale["reasons"][:_MOST_REASONS]:
                style = BAD if reason["sureness"] == "certain" else WARNING
                line = Text(f"line {reason['line']}: ", style=DIM).append(reason["words"], style=style)
                console.print(indented(line))
                for commit in reason["commits"][:2]:
                    by = f"{commit['revision'][:9]} {commit['at'][:10]} {commit['subject']}"
                    console.print(indented(Text(by, style=DIM), by=4))
                if reason["uncommitted"]:
                    console.print(indented(Text("not committed yet", style=DIM), by=4))
            more = len(stale["reasons"]) - _MOST_REASONS
            if more > 0:
                console.print(indented(Text(f"and {more} more reasons; --json lists them", style=DIM)))
        _print_rest(console, each)


def _print_rest(console: "Console", each: dict[str, Any]) -> None:
    from rich.text import Text

    from quaidpy.interfaces.cli.terminal.printing import DIM, counted

    rest = []
    if each["maybe"]:
        rest.append(f"{each['maybe']} more with --maybe")
    if each["uncommitted"]:
        rest.append(f"{counted(len(each['uncommitted']), 'document')} not committed yet")
    for line in [*rest, *each["notes"]]:
        console.print(Text(f"note: {line}", style=DIM))


def _since(stale: dict[str, Any]) -> str:
    commit = stale["since"]
    how = "verified at" if stale["verified"] else "last changed in"
    if commit is None:
        return f"  {how} {stale['revision'][:9]}"
    return f"  {how} {commit['revision'][:9]} of {commit['at'][:10]}"
