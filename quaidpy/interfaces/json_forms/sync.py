"""What does sharing a memory with a store look like as JSON?"""

from typing import TYPE_CHECKING, Any

from quaidpy.interfaces.json_forms.plain import plain

if TYPE_CHECKING:
    from quaidpy.services.sync.keeping import SyncStatus
    from quaidpy.services.sync.rounds import Round


def status_document(status: "SyncStatus") -> dict[str, Any]:
    """`behind`: as results say it, None while all is well. `waiting`: changes of which the store has not heard."""
    progress = status.progress
    return {
        "store": status.store,
        "node": status.node,
        "paused": progress.is_paused,
        "behind": status.behind,
        "last_round": plain(progress.whole_at),
        "last_try": plain(progress.tried_at),
        "next": None if progress.is_paused or progress.tried_at is None else plain(progress.next_at),
        "interval_s": progress.interval_s,
        "error": progress.error,
        "waiting": sum(each.waiting for each in status.followed),
        "spaces": [
            {
                "owner": each.owner,
                "waiting": each.waiting,
                "here": each.last,
                "pushed": each.position.pushed,
                "pulled": each.position.pulled,
            }
            for each in status.followed
        ],
    }


def round_document(done: "Round") -> dict[str, Any]:
    """`pulled`, `pushed`: rows that were not so before, here and there. `left`: spaces that were let go of."""
    return {
        "pulled": done.pulled,
        "pushed": done.pushed,
        "vectors": done.vectors,
        "followed": list(done.followed),
        "left": list(done.left),
    }
