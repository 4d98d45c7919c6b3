"""Does a store record what it changes, and take it back?"""

import json
from datetime import UTC, datetime, timedelta

import pytest

from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.identity import (
    EdgeId,
    EntityId,
    MemoryId,
    OperationId,
    Owner,
    RunId,
    TurnId,
)
from quaidpy.domain.memories.memory import Evidence, Status
from quaidpy.domain.memories.operations import Caller, Decision
from quaidpy.errors import ConflictError, NotFoundError
from quaidpy.ports.storage import MemoryStore
from tests.contracts.conftest import Shop
from tests.samples import ANA, BEN, cause, edge, entity, memory

A_DAY = timedelta(days=1)


def ids(*names: str) -> list[MemoryId]:
    return [MemoryId(name) for name in names]


def rows_without_history(store: MemoryStore, owner: Owner = ANA) -> str:
    kept = [row for row in store.export_rows(owner) if row["type"] not in {"operation", "decision"}]
    return "\n".join(json.dumps(row) for row in kept)


def test_one_transaction_is_one_operation_with_the_rows_before_and_after(store: MemoryStore) -> None:
    with store.writing(
        cause(verb="store", who="agent", run=RunId("run_1"), model="m", prompt="p")
    ) as writing:
        writing.put_memory(memory("m_1"))
        written = writing.operation
    with store.writing(cause(verb="edit")) as writing:
        writing.put_memory(memory("m_1", confidence=0.9))
    edited, stored = store.operations(ANA)
    assert stored.id == written
    assert stored.cause == cause(verb="store", who="agent", run=RunId("run_1"), model="m", prompt="p")
    (inserted,) = stored.changes
    assert (inserted.table, inserted.key, inserted.before) == ("memories", (("id", "m_1"),), None)
    assert dict(inserted.after or ())["text"] == "Ana lives in Lisbon"
    (changed,) = edited.changes
    assert (changed.before, changed.after) == ((("confidence", 0.7),), (("confidence", 0.9),))
    assert store.operation(ANA, written) == stored


def test_no_operation_is_recorded_when_nothing_changed(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
        writing.log_decisions([Decision(outcome="SKIP", reason="same hash", text="Ana lives in Lisbon")])
    with store.writing(cause()):
        pass
    assert len(store.operations(ANA)) == 1


def test_operations_are_listed_newest_first_since_a_time_and_by_run(store: MemoryStore) -> None:
    for number in range(4):
        with store.writing(cause(run=RunId(f"run_{number % 2}"))) as writing:
            writing.put_memory(memory(f"m_{number}"))
    listed = store.operations(ANA)
    assert [op.at for op in listed] == sorted((op.at for op in listed), reverse=True)
    assert store.operations(ANA, since=listed[1].at) == listed[:2]
    assert store.operations(ANA, run=RunId("run_1")) == [listed[0], listed[2]]
    assert store.operations(ANA, limit=1) == listed[:1]


def test_an_unknown_operation_is_not_found(store: MemoryStore) -> None:
    with pytest.raises(NotFoundError, match="op_9"):
        store.operation(ANA, OperationId("op_9"))


def test_undo_puts_every_row_back_and_can_itself_be_undone(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_entity(entity("e_1", "Ana", aliases=("A",)))
        writing.put_memory(memory("m_1", evidence=(Evidence(TurnId("ep_1.000000"), 0, 3),)))
        writing.put_mentions([Mention(MemoryId("m_1"), EntityId("e_1"))])
    before = rows_without_history(store)
    with store.writing(cause(verb="merge")) as writing:
        writing.put_memory(memory("m_1", status=Status.SUPERSEDED, superseded_by=MemoryId("m_2")))
        writing.put_memory(memory("m_2", "Ana Maria lives in Lisbon"))
        writing.put_edge(edge("r_1", "e_1", "lives_in", "e_1", memory=MemoryId("m_2")))
        writing.put_entity(entity("e_1", "Ana Maria", aliases=("Ana", "A")))
        merge = writing.operation
    after = rows_without_history(store)
    undone = store.undo([merge], cause(verb="undo"))
    assert rows_without_history(store) == before
    assert store.operation(ANA, merge).undone_by == undone
    store.undo([undone], cause(verb="undo"))
    assert rows_without_history(store) == after
    assert store.operation(ANA, merge).undone_by is None


def test_what_an_engine_cannot_keep_word_for_word_is_undone_all_the_same(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_entity(entity("e_1", "Ana", aliases=("A",)))
    before = rows_without_history(store)
    with store.writing(cause()) as writing:
        writing.put_entity(entity("e_1", "A\0na", aliases=("A\0",)))
        changed = writing.operation
    undone = store.undo([changed], cause(verb="undo"))
    assert rows_without_history(store) == before
    store.undo([undone], cause(verb="undo"))


def test_undo_of_several_operations_goes_newest_first(store: MemoryStore) -> None:
    operations = []
    for confidence in (0.1, 0.2, 0.3):
        with store.writing(cause()) as writing:
            writing.put_memory(memory("m_1", confidence=confidence))
            operations.append(writing.operation)
    store.undo(operations, cause(verb="undo"))
    assert store.memories(ANA, ids("m_1")) == []


def test_undo_refuses_what_changed_since_and_names_the_later_operation(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
        first = writing.operation
    with store.writing(cause(verb="edit")) as writing:
        writing.put_memory(memory("m_1", confidence=0.9))
        later = writing.operation
    before = rows_without_history(store)
    with pytest.raises(ConflictError, match=later):
        store.undo([first], cause(verb="undo"))
    assert rows_without_history(store) == before
    store.undo([first, later], cause(verb="undo"))
    assert store.memories(ANA, ids("m_1")) == []


def test_undo_refuses_to_take_away_what_later_rows_refer_to(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_entity(entity("e_1", "Ana"))
        first = writing.operation
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
        writing.put_mentions([Mention(MemoryId("m_1"), EntityId("e_1"))])
        later = writing.operation
    with pytest.raises(ConflictError, match=later):
        store.undo([first], cause(verb="undo"))
    assert store.all_entities(ANA) != []


def test_undo_looks_only_at_the_columns_that_were_changed(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1", confidence=0.9))
        confirmed = writing.operation
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1", confidence=0.9, pinned=True))
    store.undo([confirmed], cause(verb="undo"))
    (found,) = store.memories(ANA, ids("m_1"))
    assert (found.confidence, found.pinned) == (0.7, True)


def test_undoing_twice_is_refused(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
        first = writing.operation
    undone = store.undo([first], cause(verb="undo"))
    with pytest.raises(ConflictError, match=undone):
        store.undo([first], cause(verb="undo"))


def test_undo_of_an_unknown_operation_is_not_found(store: MemoryStore) -> None:
    with pytest.raises(NotFoundError):
        store.undo([OperationId("op_9")], cause(verb="undo"))


def test_undo_of_another_owners_operation_is_not_found(store: MemoryStore) -> None:
    with store.writing(cause(ANA)) as writing:
        writing.put_memory(memory("m_1"))
        first = writing.operation
    with pytest.raises(NotFoundError):
        store.undo([first], cause(BEN, verb="undo"))


def test_a_clock_that_goes_back_does_not_reorder_operations(shop: Shop) -> None:
    with shop.store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
        first = writing.operation
    shop.clock.current = datetime(2020, 1, 1, tzinfo=UTC)
    with shop.store.writing(cause()) as writing:
        writing.put_memory(memory("m_1", confidence=0.1))
        second = writing.operation
    assert [op.id for op in shop.store.operations(ANA)] == [second, first]


def images(store: MemoryStore) -> list[tuple[str, tuple[object, ...], bool, bool]]:
    """Of the last operation: table, key, and whether a row was there before and after."""
    return [
        (each.table, tuple(value for _, value in each.key), each.before is not None, each.after is not None)
        for each in store.operations(ANA, limit=1)[0].changes
    ]


def test_every_row_has_an_image_by_table_and_whole_key(store: MemoryStore) -> None:
    turns = [TurnId("ep_1.000000"), TurnId("ep_1.000001")]
    with store.writing(cause()) as writing:
        writing.put_entity(entity("e_1", "Ana", aliases=("A", "An")))
        writing.put_memory(memory("m_1", evidence=tuple(Evidence(each, 0, 3) for each in turns)))
        writing.put_mentions([Mention(MemoryId("m_1"), EntityId("e_1"))])
    assert images(store) == [
        ("memories", ("m_1",), False, True),
        ("evidence", ("m_1", 0), False, True),
        ("evidence", ("m_1", 1), False, True),
        ("entities", ("e_1",), False, True),
        ("aliases", ("e_1", 0), False, True),
        ("aliases", ("e_1", 1), False, True),
        ("mentions", ("m_1", "e_1"), False, True),
    ]
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1", evidence=(Evidence(turns[1], 0, 3),)))
        writing.put_entity(entity("e_1", "Ana", aliases=("A",)))
        writing.remove_mentions([MemoryId("m_1")])
    assert images(store) == [
        ("evidence", ("m_1", 0), True, True),
        ("evidence", ("m_1", 1), True, False),
        ("aliases", ("e_1", 1), True, False),
        ("mentions", ("m_1", "e_1"), True, False),
    ]


def test_what_comes_to_nothing_within_an_operation_leaves_no_image(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
        writing.put_edge(edge("r_1", "e_1", "knows", "e_2"))
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1", confidence=0.9))
        writing.put_memory(memory("m_1"))
        writing.put_edge(edge("r_2", "e_1", "knows", "e_3"))
        writing.remove_edge(EdgeId("r_2"))
        writing.remove_edge(EdgeId("r_1"))
    assert images(store) == [("edges", ("r_1",), True, False)]


def test_an_image_of_a_later_operation_begins_with_what_the_earlier_one_of_its_transaction_left(
    store: MemoryStore,
) -> None:
    with store.writing_together(ANA) as group:
        for confidence in (0.2, 0.4):
            with group.operation(cause()) as writing:
                writing.put_memory(memory("m_1", confidence=confidence))
    (change,) = store.operations(ANA, limit=1)[0].changes
    assert (change.before, change.after) == ((("confidence", 0.2),), (("confidence", 0.4),))


def test_an_image_holds_no_secret(store: MemoryStore) -> None:
    secret = "hunter" + "2trustno1"
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1", f"her password is {secret}"))
    (change,) = store.operations(ANA, limit=1)[0].changes
    assert secret not in str(change)
    assert dict(change.after or ())["text"] == store.memories(ANA, ids("m_1"))[0].text


def texts_of(store: MemoryStore, identity: str = "m_1", owner: Owner = ANA) -> list[str | None]:
    found = store.versions(owner, MemoryId(identity))
    assert [each.number for each in found] == list(range(1, len(found) + 1))
    return [each.memory.text if each.memory else None for each in found]


def test_every_wording_is_a_version_the_first_one_first(store: MemoryStore) -> None:
    for text in ("Ana lives in Lisbon", "Ana lives in Porto", "Ana lives in Faro"):
        with store.writing(
            cause(verb="edit", model="m", prompt="p", caller=Caller("codex", "s1"))
        ) as writing:
            writing.put_memory(memory("m_1", text))
    assert texts_of(store) == ["Ana lives in Lisbon", "Ana lives in Porto", "Ana lives in Faro"]
    last = store.versions(ANA, MemoryId("m_1"))[-1]
    assert last.cause == cause(verb="edit", model="m", prompt="p", caller=Caller("codex", "s1"))
    assert store.operations(ANA, agent="codex")[0].id == last.operation
    assert store.operations(ANA, agent="gemini") == []


def test_what_changes_no_word_is_no_version_but_is_in_it(store: MemoryStore) -> None:
    for confidence, status in ((0.7, Status.PENDING), (0.6, Status.ACTIVE)):
        with store.writing(cause()) as writing:
            writing.put_memory(memory("m_1", confidence=confidence, status=status))
    (only,) = store.versions(ANA, MemoryId("m_1"))
    assert only.memory == store.memories(ANA, ids("m_1"))[0]


def test_versions_end_where_an_undo_took_the_memory_away_and_go_on_where_it_came_back(
    store: MemoryStore,
) -> None:
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
    undone = store.undo([writing.operation], cause(verb="undo"))
    assert texts_of(store) == ["Ana lives in Lisbon", None]
    store.undo([undone], cause(verb="undo"))
    assert texts_of(store) == ["Ana lives in Lisbon", None, "Ana lives in Lisbon"]


def test_versions_are_the_owners_own_and_none_of_what_never_was(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
    assert texts_of(store, owner=BEN) == []
    assert texts_of(store, "m_2") == []


def test_a_merge_is_a_version_though_no_word_differs(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
    with store.writing(cause(verb="merge", who="janitor")) as writing:
        writing.put_memory(memory("m_1", confirmations=2))
    assert [each.cause.verb for each in store.versions(ANA, MemoryId("m_1")) if each.cause] == [
        "store",
        "merge",
    ]


def test_a_writing_tells_versions_as_of_before_what_it_puts(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
    with store.writing(cause(verb="edit")) as writing:
        (before,) = writing.versions(MemoryId("m_1"))
        assert before.memory == memory("m_1")
