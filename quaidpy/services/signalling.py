"""How does what a listener has heard outlast the call? Its record is read, moved on and kept."""

from datetime import datetime

from quaidpy.domain.memories.memory import Memory
from quaidpy.recall.signals import Listener, ListenerState, signals
from quaidpy.services.parts import Parts

_KEPT_AS = "signals"


def deliver_signals(parts: Parts, listener: Listener, *, now: datetime) -> list[Memory]:
    """What it hears now. The record is moved on first: a crash in between costs a signal, never a repetition."""
    name = f"{listener.owner}:{listener.name}"
    heard = ListenerState.from_row(parts.sessions.read(_KEPT_AS, name))
    told, after = signals(parts.remembering.store, listener, heard, now=now, tuning=parts.signals)
    if after != heard:
        parts.sessions.write(_KEPT_AS, name, after.to_row())
    return told
