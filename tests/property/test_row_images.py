"""The images that an operation keeps of rows are those that the engine itself would tell of the same writing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quaidpy.domain.memories.operations import RowChange
from quaidpy.storage.sql.images import TRACKED, changes_from_json, changes_json, in_order
from quaidpy.storage.sql.rows import Columns, edge_columns, entity_columns, memory_columns
from quaidpy.storage.sql.tracked import TrackedRows
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.session import SqliteSession
from tests.fakes import FakeClock
from tests.samples import ANA, BEN, edge, entity, memory

pytestmark = pytest.mark.of_file  # which tells what it writes

Step = Callable[[TrackedRows], None]
IDS = st.sampled_from(["1", "2", "3"])
SECRET = "hunter" + "2trustno1"
TEXTS = st.sampled_from(["Ana keeps bees", "Ana rows", f"her password is {SECRET}"])
PARTS = st.lists(st.sampled_from(["a", "b"]), max_size=3)


def put_memory(identity: str, text: str, turns: list[str]) -> Step:
    evidence: list[Columns] = [
        {"memory": f"m_{identity}", "position": place, "turn": turn, "start": 0, "end": 1}
        for place, turn in enumerate(turns)
    ]
    row = memory_columns(memory(f"m_{identity}", text))
    return lambda rows: rows.put_with_parts("memories", row, "evidence", "memory", evidence)


def put_entity(identity: str, name: str, aliases: list[str]) -> Step:
    named: list[Columns] = [
        {"entity": f"e_{identity}", "position": place, "name": alias, "folded": alias}
        for place, alias in enumerate(aliases)
    ]
    row = entity_columns(entity(f"e_{identity}", name))
    return lambda rows: rows.put_with_parts("entities", row, "aliases", "entity", named)


def put_edges(identities: list[str], weight: float) -> Step:
    made = [edge_columns(edge(f"r_{one}", f"e_{one}", "knows", "e_1", weight=weight)) for one in identities]
    return lambda rows: rows.put("edges", made)


def put_mention(node: str, of: str, weight: float) -> Step:
    return lambda rows: rows.put("mentions", [{"node": f"m_{node}", "entity": f"e_{of}", "weight": weight}])


def add_relation(name: str, example: str) -> Step:
    row: Columns = {"relation": name, "operation": "op_1", "example": example, "queued_at": "now"}
    return lambda rows: rows.add("relation_queue", row)


def remove(table: str, column: str, value: str) -> Step:
    return lambda rows: rows.remove(table, column, [value])


def remove_key(node: str, of: str) -> Step:
    return lambda rows: rows.remove_keys("mentions", [(f"m_{node}", f"e_{of}")])


WEIGHTS = st.sampled_from([0.25, 0.5])
STEPS = st.lists(
    st.one_of(
        st.builds(put_memory, IDS, TEXTS, PARTS),
        st.builds(put_entity, IDS, TEXTS, PARTS),
        st.builds(put_edges, st.lists(IDS, min_size=1, max_size=3), WEIGHTS),
        st.builds(put_mention, IDS, IDS, WEIGHTS),
        st.builds(add_relation, IDS, TEXTS),
        st.builds(remove, st.just("evidence"), st.just("turn"), st.sampled_from(["a", "b"])),
        st.builds(remove, st.just("edges"), st.sampled_from(["source", "target"]), IDS.map("e_{}".format)),
        st.builds(remove, st.just("aliases"), st.just("entity"), IDS.map("e_{}".format)),
        st.builds(remove, st.just("relation_queue"), st.just("relation"), IDS),
        st.builds(remove_key, IDS, IDS),
    ),
    max_size=8,
)


@contextmanager
def database() -> Iterator[Database]:
    with TemporaryDirectory() as folder:
        made = Database(Path(folder) / "memory.sqlite", clock=FakeClock())
        try:
            with made.writing() as connection:
                for owner in (ANA, BEN):
                    rows = TrackedRows(connection, owner)
                    for number in "123":
                        put_entity(number, "somebody", [])(rows)
                    assert len(rows.changes()) == 3
            yield made
        finally:
            made.close()


def as_told_by_sqlite(connection: SqliteSession, session: apsw.Session) -> tuple[RowChange, ...]:
    return in_order(
        _change(connection.columns(change.name), change)
        for change in apsw.Changeset.iter(session.changeset())
    )


def _change(columns: tuple[str, ...], change: apsw.TableChange) -> RowChange:
    keys = TRACKED[change.name]
    before, after = (_row(columns, values) for values in (change.old, change.new))
    identified = before if before is not None else after
    assert identified is not None
    key = tuple((name, identified[name]) for name in keys)
    if before is not None and after is not None:
        before = {name: value for name, value in before.items() if name not in keys}
    return RowChange(
        table=change.name,
        key=key,
        before=None if before is None else tuple(before.items()),
        after=None if after is None else tuple(after.items()),
    )


def _row(columns: tuple[str, ...], values: Any) -> dict[str, Any] | None:
    if values is None:
        return None
    pairs = zip(columns, values, strict=True)
    return {name: value for name, value in pairs if name != "owner" and value is not apsw.no_change}


@settings(max_examples=60, deadline=None)
@given(st.lists(STEPS, min_size=1, max_size=4))
def test_images_are_those_that_sqlite_tells_of_itself(operations: list[list[Step]]) -> None:
    with database() as home:
        for steps in operations:
            with home.writing(durable=False) as connection:
                session = apsw.Session(connection, "main")
                for table in TRACKED:
                    session.attach(table)
                rows = TrackedRows(connection, ANA)
                for step in steps:
                    step(rows)
                assert rows.changes() == as_told_by_sqlite(connection, session)
                session.close()


@settings(max_examples=30, deadline=None)
@given(STEPS)
def test_images_are_read_as_they_were_written(steps: list[Step]) -> None:
    with database() as home, home.writing(durable=False) as connection:
        rows = TrackedRows(connection, ANA)
        for step in steps:
            step(rows)
        written = changes_json(rows.changes())
        assert changes_from_json(written) == rows.changes()
        assert SECRET not in written


@settings(max_examples=30, deadline=None)
@given(STEPS)
def test_rows_of_another_owner_are_never_touched(steps: list[Step]) -> None:
    with database() as home, home.writing(durable=False) as connection:
        bens = TrackedRows(connection, BEN)
        for step in steps:
            step(bens)
        before = {table: bens.where(table, "true", {}) for table in TRACKED}
        anas = TrackedRows(connection, ANA)
        for step in steps:
            step(anas)
        anas.remove("edges", "id", ["r_1", "r_2", "r_3"])
        fresh = TrackedRows(connection, BEN)
        assert {table: fresh.where(table, "true", {}) for table in TRACKED} == before
