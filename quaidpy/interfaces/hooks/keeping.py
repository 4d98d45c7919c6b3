"""How does a hook keep what was said? By one small file, and a word to whoever takes it in."""

from pathlib import Path

from quaidpy.domain.memories.learning import Trigger
from quaidpy.home.inbox import InboxFiles
from quaidpy.hosts.hook_events import UNNAMED_SESSION, HookEvent, Moment, trigger_of
from quaidpy.interfaces.asking import Asker

TAKE_IN = ("extract", "--inbox")
"""The command by which what waits becomes memories."""


def keep(event: HookEvent, *, home: Path, owner: str | None) -> None:
    """Put a note into the inbox when the event brings something, and have it taken in by a process of its own.

    A session that begins also has taken in what a killed process may have left.
    """
    put(event, home=home, owner=owner)
    if is_to_be_taken_in(event, home):
        Asker(home=home, owner=owner).begin(TAKE_IN)


def put(event: HookEvent, *, home: Path, owner: str | None) -> None:
    """A note in the inbox when the event brings something, on disk when this returns."""
    if not _brings_something(event):
        return
    note = {
        "host": event.host,
        "event": event.name,
        "session": event.session,
        "cwd": event.cwd,
        "transcript": None if event.edited else event.transcript,  # read when the turn is over
        "messages": list(event.messages),
        "edited": list(event.edited),
        "owner": owner or "default",
    }
    InboxFiles(home).put(note)


def is_to_be_taken_in(event: HookEvent, home: Path) -> bool:
    """Whether something waits for it, and nobody is at it: who is at it looks once more before it ends.

    Files that were written wait for the end of the turn: a model writes many.
    """
    if event.edited:
        return False
    inbox = InboxFiles(home)
    if not (_brings_something(event) or (Moment.START in event.moments and inbox.waiting())):
        return False
    with inbox.drained_by_us() as is_nobody_at_it:
        return is_nobody_at_it


def _brings_something(event: HookEvent) -> bool:
    """Words, files that were written, or that the session ends here, so that where it stopped is kept."""
    is_capture = not {Moment.CAPTURE, Moment.SAID}.isdisjoint(event.moments)
    is_end = trigger_of(event.name) is not Trigger.CONVERSATION and event.session != UNNAMED_SESSION
    return (is_capture and bool(event.transcript or event.messages)) or is_end or bool(event.edited)
