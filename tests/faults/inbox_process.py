"""What do hooks and drainers do until they are killed?"""

from multiprocessing.connection import Connection
from pathlib import Path

from quaidpy.home.inbox import InboxFiles
from quaidpy.remember.pipeline import remember_all
from quaidpy.services.inbox_draining import drain
from quaidpy.system.host_files import ForeignFiles
from tests.faults.taking_process import OWNER, tools_of


def put_until_killed(home: Path, told: Connection) -> None:
    """Sends each statement once its note is put down."""
    inbox, number = InboxFiles(home), 0
    while True:
        said = f"Marta{number} lives in Porto{number}."
        inbox.put(
            {
                "host": "openclaw",
                "session": f"s{number % 3}",
                "owner": OWNER,
                "messages": [{"role": "user", "content": said}],
            }
        )
        told.send(said)
        number += 1


def drain_all(home: Path, told: Connection) -> None:
    tools = tools_of(home / "memory.sqlite")
    told.send("begun")
    drain(OWNER, InboxFiles(home), ForeignFiles(), lambda intakes: remember_all(intakes, tools))
    tools.store.close()
