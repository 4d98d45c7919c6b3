"""How does a look at the mirror look as JSON?"""

from typing import Any

from quaidpy.home.mirror_state import Mirrored
from quaidpy.services.mirroring import MirrorReport


def mirrored_document(mirrored: Mirrored | None) -> dict[str, Any]:
    """Where memory is mirrored, and how much of it was written there last; no folder where it is not."""
    lines = mirrored.lines.values() if mirrored else ()
    return {
        "folder": mirrored.folder if mirrored else None,
        "memories": len(lines),
        "pages": len({line.page for line in lines}),
    }


def mirror_document(report: MirrorReport) -> dict[str, Any]:
    changes = report.changes
    return {
        "folder": report.folder,
        "dry_run": report.is_dry,
        "run": report.run,
        "reworded": [
            {
                "memory": each.memory,
                "before": report.before[each.memory],
                "text": each.text or report.before[each.memory],
                "kind": each.kind and each.kind.value,
            }
            for each in changes.reworded
        ],
        "ticked": [{"memory": each, "text": report.before[each]} for each in changes.ticked],
        "struck": [{"memory": each, "text": report.before[each]} for each in changes.struck],
        "added": [{"text": each.text, "kind": each.kind and each.kind.value} for each in changes.added],
        "memories": report.memories,
        "pages": report.pages,
        "written": report.written,
        "notes": list(report.notes),
    }
