"""How does a hook keep what was said? By one small file, and a word to whoever takes it in."""

from pathlib import Path

from quaidpy.adapters.inbox_files import InboxFiles
from quaidpy.hosts.hook_events import HookEvent, Moment
from quaidpy.interfaces.asking import Asker


def keep(event: HookEvent, *, home: Path, owner: str | None) -> None:
    """Put a note into the inbox when the event brings something, and have it taken in."""
    if set(event.moments).isdisjoint({Moment.CAPTURE, Moment.SAID}):
        return
    if not event.transcript and not event.messages:
        return
    note = {
        "host": event.host,
        "event": event.name,
        "session": event.session,
        "cwd": event.cwd,
        "transcript": event.transcript,
        "messages": list(event.messages),
        "owner": owner or "default",
    }
    InboxFiles(home).put(note)
    Asker(home=home, owner=owner).begin(["extract", "--inbox"])
