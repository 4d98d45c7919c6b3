"""Does this home keep up with the store that it shares its memory with?"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from quaidpy.interfaces.cli.home.findings import BAD, OK, WARN, Finding

if TYPE_CHECKING:
    from quaidpy.memory import Memory


def sync_findings(memory: "Memory") -> Iterator[Finding]:
    """Asks the store, too; nothing where this home is by itself."""
    from quaidpy.errors import QuaidError
    from quaidpy.interfaces.cli.terminal.printing import counted
    from quaidpy.services.sync.keeping import status

    if memory.parts.sync is None:
        return
    found = status(memory.parts)
    waiting = sum(each.waiting for each in found.followed)
    try:
        with memory.parts.sync.opened():
            pass
    except QuaidError as error:
        remedy = f"recall goes on here; {counted(waiting, 'change')} will be sent once it answers"
        yield Finding("sync", BAD, str(error), remedy)
        return
    if found.progress.is_paused:
        yield Finding("sync", WARN, f"paused; {counted(waiting, 'change')} to be sent", "`quaid sync resume`")
    elif found.behind is not None:
        text = f"{found.behind}; {counted(waiting, 'change')} to be sent"
        yield Finding("sync", WARN, text, "`quaid sync now`, or have a server run: `quaid serve start`")
    else:
        yield Finding("sync", OK, f"up to date with {found.store}; {counted(waiting, 'change')} to be sent")
