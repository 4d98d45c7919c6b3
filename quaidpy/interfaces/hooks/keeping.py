"""How does a hook keep what was said? By one small file, and a word to whoever takes it in."""

from pathlib import Path

from quaidpy.adapters.inbox_files import InboxFiles
from quaidpy.hosts.hook_events import HookEvent, Moment
from quaidpy.interfaces.asking import Asker


def keep(event: HookEvent, *, home: Path, owner: str | None) -> None:
    """Put a note into the inbox when the event brings something, and have it taken in.

    A session that begins also has taken in what a killed process may have left.
    """
    inbox = InboxFiles(home)
    if not _brings_something(event):
        if Moment.START in event.moments and inbox.waiting():
            _take_in(home, owner)
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
    inbox.put(note)
    _take_in(home, owner)


def _brings_something(event: HookEvent) -> bool:
    is_capture = not {Moment.CAPTURE, Moment.SAID}.isdisjoint(event.moments)
    return is_capture and bool(event.transcript or event.messages)


def _take_in(home: Path, owner: str | None) -> None:
    """By a process of its own, unless one is at it: that one looks once more before it ends."""
    with InboxFiles(home).drained_by_us() as is_nobody_at_it:
        pass
    if is_nobody_at_it:
        Asker(home=home, owner=owner).begin(["extract", "--inbox"])
