"""Homes that a page is looked at with: the demo's life after a night, and one whose every text is hostile."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import Entity, EntityType
from quaidpy.domain.identity import EdgeId, EntityId, MemoryId, Owner
from quaidpy.domain.memories.index_texts import content_hash
from quaidpy.domain.memories.memory import Kind, Status
from quaidpy.domain.memories.memory import Memory as Row
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.memory import Memory
from quaidpy.remember.pipeline import Intake
from quaidpy.settings import Settings, load_settings
from quaidpy.wiring.nights import night_tools
from quaidpy.wiring.parts import parts_for
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import Orders, run_night

_CAUSE = Cause(owner=Owner("default"), verb="import", why="a test")
WORDS_ONLY = {"graph.engine": "none", "embedding.model": "none"}


def demo_life(home: Path) -> None:
    """The demo's conversations, two recalls, a contradiction, and the night that found it."""
    settings = _settings(home)
    with Memory(parts_for(settings)) as memory:
        for each in sorted(files("quaidpy.shipped.sample_life").iterdir(), key=lambda each: each.name):
            if each.name.endswith(".txt"):
                memory.extract(
                    Intake(owner=memory.owner, source_key=f"demo/{each.name}", data=each.read_bytes())
                )
        put(memory, settings, "Owen drinks coffee.", "Owen doesn't drink coffee.")
        memory.recall("where does Ana live now?")
        run_night(NIGHT, memory.owner, night_tools(settings, memory.parts), Orders(is_resuming=False))


def hostile_life(home: Path, texts: Sequence[str]) -> None:
    """Each text as a statement, as what somebody says and is called, and as what is asked."""
    settings = _settings(home)
    with Memory(parts_for(settings)) as memory:
        put(memory, settings, *texts)
        said = "".join(
            f"[2024-03-01 10:{number:02}] Ana: {text} is what I bought in Porto.\n"
            for number, text in enumerate(texts)
        )
        memory.extract(Intake(owner=memory.owner, source_key=f"{texts[0]}.txt", data=said.encode()))
        for text in texts[:20]:
            memory.recall(text)
        people = [
            Entity(id=EntityId(f"e_{number:026d}"), owner=memory.owner, type=EntityType.PERSON, name=text)
            for number, text in enumerate(texts)
        ]
        with memory.parts.remembering.store.writing(_CAUSE) as writing:
            for one, other in pairwise(people):
                writing.put_entity(one)
                writing.put_entity(other)
                writing.put_edge(_edge(one, other, memory.now()))


def _edge(one: Entity, other: Entity, at: datetime) -> Edge:
    lifetime = Lifetime(recorded_at=at)
    identity = EdgeId(one.id.replace("e_", "r_"))
    return Edge(
        id=identity, owner=one.owner, source=one.id, relation="knows", target=other.id, lifetime=lifetime
    )


def put(memory: Memory, settings: Settings, *texts: str) -> None:
    """Statements as they are, a day apart, past every way in that would look at them."""
    at = memory.now() - timedelta(days=len(texts) + 1)
    plain = Row(
        id=MemoryId("m_0"), owner=memory.owner, kind=Kind.FACT, text="", content_hash="", stated_at=at,
        lifetime=Lifetime(recorded_at=at), status=Status.ACTIVE, confidence=0.8,
    )  # fmt: skip
    store = night_tools(settings, memory.parts).store
    with store.writing(_CAUSE) as writing:
        for number, text in enumerate(texts):
            identity = MemoryId(f"m_{number:026d}")
            said = at + timedelta(days=number)
            writing.put_memory(
                replace(plain, id=identity, text=text, content_hash=content_hash(text), stated_at=said)
            )


def _settings(home: Path) -> Settings:
    return load_settings(home=home, environment={}, flags=WORDS_ONLY)
