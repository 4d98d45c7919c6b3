"""What does a listener hear now, and how far has it heard? Its state is kept between calls."""

from quaidpy.domain.memories.memory import Memory
from quaidpy.ports.storage import MemoryStore
from quaidpy.recall.signals import Listener, ListenerState, signals
from quaidpy.services.parts import Parts

_SIGNALS = "signals"  # under which the state of each listener is kept


def heard_signals(
    parts: Parts,
    listening: Listener,
    store: MemoryStore,
) -> list[Memory]:
    """Important things that others stored since it last heard; each once, a few at a time. `store`: what it reads."""
    name, now = f"{parts.owner}:{listening.name}", parts.remembering.clock.now()
    heard = ListenerState.from_row(parts.sessions.read(_SIGNALS, name))
    told, after = signals(store, listening, heard, now=now, tuning=parts.signals)
    if after != heard:  # kept first: a crash in between costs a signal, never a repetition
        parts.sessions.write(_SIGNALS, name, after.to_row())
    return told
