"""The night joins, promotes and tells first only what holds now."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from quaidpy.domain.graph.entities import Entity, EntityType
from quaidpy.domain.identity import AttributeId, EntityId, MemoryId
from quaidpy.domain.language.text import content_hash
from quaidpy.domain.memories.attributes import Attribute
from quaidpy.domain.memories.memory import Kind, Status, Tier
from quaidpy.domain.memories.memory import Memory as Row
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.memory import Memory
from quaidpy.remember.changing.editing import Edit
from quaidpy.settings import Settings, load_settings
from quaidpy.wiring.nights import night_tools
from quaidpy.wiring.parts import parts_for
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import Orders, run_night


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    flags = {"graph.engine": "none", "embedding.model": "none", "janitor.backups": "0"}
    return load_settings(home=tmp_path, owner="ana", environment={}, flags=flags)


@pytest.fixture
def memory(settings: Settings) -> Iterator[Memory]:
    with Memory(parts_for(settings)) as opened:
        yield opened


def said(memory: Memory, name: str, text: str, **more: object) -> Row:
    at = memory.now() - timedelta(days=40)
    row = Row(
        id=MemoryId(name), owner=memory.owner, kind=Kind.PREFERENCE, text=text, content_hash=content_hash(text),
        lifetime=Lifetime(recorded_at=at), stated_at=at, status=Status.ACTIVE, confidence=0.8,
    )  # fmt: skip
    return replace(row, **more)  # type: ignore[arg-type]


def value(memory: Memory, name: str, of: str, told: str, until: datetime | None) -> Attribute:
    lifetime = Lifetime(recorded_at=memory.now() - timedelta(days=40))
    if until is not None:
        lifetime = lifetime.closed(valid_to=until, now=memory.now())
    return Attribute(
        id=AttributeId(name), owner=memory.owner, subject=EntityId("e_ana"), name="milk", value=told,
        lifetime=lifetime, memory=MemoryId(of),
    )  # fmt: skip


def put(memory: Memory, rows: list[Row], values: list[Attribute]) -> None:
    ana = Entity(id=EntityId("e_ana"), owner=memory.owner, type=EntityType.PERSON, name="Ana")
    cause = Cause(owner=memory.owner, verb="store", why="test")
    with memory.parts.remembering.store.writing(cause) as writing:
        writing.put_entity(ana)
        for row in rows:
            writing.put_memory(row)
        writing.put_attributes(values)


@pytest.fixture
def night(memory: Memory, settings: Settings) -> Callable[[], None]:
    def run() -> None:
        tools = night_tools(settings, memory.parts)
        assert not run_night(NIGHT, memory.owner, tools, Orders(is_resuming=False)).has_failed

    return run


def row(memory: Memory, name: str) -> Row:
    return memory.show(MemoryId(name))


@pytest.mark.parametrize("is_over", [True, False])
def test_what_is_over_is_not_joined_with_what_holds(
    memory: Memory, night: Callable[[], None], is_over: bool
) -> None:
    ended = memory.now() - timedelta(days=5) if is_over else None
    rows = [said(memory, name, "Ana takes oat milk in her coffee.") for name in ("m_1", "m_2")]
    put(memory, rows, [value(memory, "a_1", "m_1", "oat milk", ended)])
    night()
    statuses = {row(memory, name).status for name in ("m_1", "m_2")}
    assert statuses == ({Status.ACTIVE} if is_over else {Status.ACTIVE, Status.SUPERSEDED})


@pytest.mark.parametrize(("is_over", "tier"), [(True, Tier.WORKING), (False, Tier.CORE)])
def test_a_value_that_is_over_is_not_made_core(
    memory: Memory, night: Callable[[], None], is_over: bool, tier: Tier
) -> None:
    ended = memory.now() - timedelta(days=5) if is_over else None
    rows = [said(memory, "m_1", "Ana takes oat milk and lives by the sea.", importance=0.99)]
    put(memory, rows, [value(memory, "a_1", "m_1", "oat milk", ended)])
    night()
    assert row(memory, "m_1").tier is tier


def test_the_brief_leaves_out_what_is_over_and_says_so_where_something_else_holds(memory: Memory) -> None:
    ended = memory.now() - timedelta(days=5)
    rows = [
        said(memory, "m_1", "Ana takes oat milk."),
        said(memory, "m_2", "Ana takes rye bread and oat milk."),
        said(memory, "m_3", "Ana likes tea."),
    ]
    values = [
        value(memory, "a_1", "m_1", "oat milk", ended),
        value(memory, "a_2", "m_2", "oat milk", ended),
        value(memory, "a_3", "m_2", "rye bread", None),
    ]
    put(memory, rows, values)
    texts = {each.id: each.text for each in memory.brief()}
    assert set(texts) == {"m_2", "m_3"}
    assert texts[MemoryId("m_2")].startswith("Ana takes rye bread and oat milk. (oat milk until ")


def test_a_rewording_takes_its_abstract_with_it(memory: Memory) -> None:
    put(memory, [said(memory, "m_1", "Ana takes oat milk.", abstract="Oat milk.")], [])
    memory.edit(MemoryId("m_1"), Edit(text="Ana takes soy milk."))
    assert row(memory, "m_1").abstract is None
