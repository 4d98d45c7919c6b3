"""The later word closes all that it ends in one night, and history stays."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import Entity, EntityType
from quaidpy.domain.identity import EdgeId, EntityId
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.memory import Memory
from quaidpy.remember.pipeline import Intake
from quaidpy.settings import load_settings
from quaidpy.wiring.nights import night_tools
from quaidpy.wiring.parts import parts_for
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import run_night
from tests.fakes import HashingEmbedder


def test_a_home_told_twice_ends_when_the_next_one_begins(tmp_path: Path) -> None:
    settings = load_settings(home=tmp_path, owner="ana", environment={}, flags={"graph.engine": "none"})
    with Memory(parts_for(settings)) as memory:
        tools = replace(night_tools(settings, memory.parts), embedder=HashingEmbedder())
        now = tools.clock.now()
        with tools.store.writing(Cause(owner=memory.owner, verb="import", why="a test")) as writing:
            for name in ("ana", "porto", "oslo"):
                kind = EntityType.PERSON if name == "ana" else EntityType.PLACE
                writing.put_entity(
                    Entity(id=EntityId(f"e_{name}"), owner=memory.owner, type=kind, name=name.title())
                )
            for number, place in enumerate(("porto", "porto", "oslo")):
                at = now - timedelta(days=90 - 30 * number)
                writing.put_edge(
                    Edge(
                        id=EdgeId(f"r_{number}"), owner=memory.owner, source=EntityId("e_ana"), relation="lives_in",
                        target=EntityId(f"e_{place}"), lifetime=Lifetime(recorded_at=at),
                    )
                )  # fmt: skip
        assert not run_night(NIGHT, memory.owner, tools).has_failed
        edges = tools.store.edges_of(memory.owner, [EntityId("e_ana")])
        moved = now - timedelta(days=30)
        assert [edge.lifetime.valid_to for edge in edges] == [moved, moved, None]
        second = run_night(NIGHT, memory.owner, tools)
        assert {task.task: len(task.planned) for task in second.tasks if task.planned} == {}


def test_documents_that_name_no_day_end_nothing_neither_when_read_nor_at_night(tmp_path: Path) -> None:
    """Two villages of one name, two men called John: the one that was read later is no news of the other."""
    settings = load_settings(home=tmp_path, owner="ana", environment={}, flags={"graph.engine": "none"})
    with Memory(parts_for(settings)) as memory:
        tools = replace(night_tools(settings, memory.parts), embedder=HashingEmbedder())
        for place in ("York", "Leeds"):
            text = (
                f"# John Middleton\n\nJohn Middleton was born in {place}. John Middleton lives in {place}.\n"
            )
            memory.extract(Intake(owner=memory.owner, source_key=f"{place}.md", data=text.encode()))
        before = memory.stats()
        assert before["memories.pending"] == before["memories"] > 1
        assert not run_night(NIGHT, memory.owner, tools).has_failed
        after = memory.stats()
        assert after["memories.active"] == before["memories"]
        (john,) = tools.store.entities_named(memory.owner, "John Middleton")
        edges = tools.store.edges_of(memory.owner, [john.id])
        assert edges
        assert {edge.lifetime.valid_to for edge in edges} == {None}
