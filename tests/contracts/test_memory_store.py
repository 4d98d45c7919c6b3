"""Does a store keep every sentence of ports.MemoryStore and ports.Writing?"""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from quaidpy.domain.entities import Mention
from quaidpy.domain.identity import (
    EdgeId,
    EntityId,
    EpisodeId,
    MemoryId,
    OperationId,
    RecallId,
    RunId,
    TurnId,
)
from quaidpy.domain.lifetimes import Moment
from quaidpy.domain.memories import Evidence, Kind, Source, Status, Tier, Usage, UsageChange
from quaidpy.domain.operations import Decision
from quaidpy.domain.queries import Filter, Shelf
from quaidpy.errors import ConflictError, NotFoundError, UsageError
from quaidpy.ports import MemoryStore, SearchIndex
from tests.fakes import HashingEmbedder
from tests.samples import ANA, BEN, DAY, cause, edge, entity, episode, lived, memory, turn

A_DAY = timedelta(days=1)


def ids(*names: str) -> list[MemoryId]:
    return [MemoryId(name) for name in names]


def rows_without_history(store: MemoryStore, owner=ANA) -> str:
    kept = [row for row in store.export_rows(owner) if row["type"] not in {"operation", "decision"}]
    return "\n".join(json.dumps(row) for row in kept)


# writing


def test_what_is_put_is_read_back_equal(store: MemoryStore) -> None:
    full = memory(
        "m_1",
        "Ana mag Äpfel und 寿司 \x00 🍣",
        kind=Kind.PREFERENCE,
        status=Status.PENDING,
        scope="shared",
        confidence=0.25,
        importance=1.0,
        tier=Tier.CORE,
        pinned=True,
        verified=True,
        flagged=True,
        keywords=("apples", "寿司"),
        tags=("food", 'a "quoted" one'),
        source=Source.ASSISTANT,
        speaker="Ana",
        project="kitchen",
        session="s1",
        abstract="food",
        overview="likes food",
        confirmations=3,
        superseded_by=MemoryId("m_2"),
        evidence=(Evidence(TurnId("ep_1.000000"), 0, 4), Evidence(TurnId("ep_1.000001"), 2, 9)),
        lifetime=lived(
            DAY,
            valid_from=DAY - A_DAY,
            valid_to=DAY + A_DAY,
            retracted_at=DAY + 2 * A_DAY,
            closed_at=DAY + timedelta(microseconds=1),
        ),
    )
    someone = entity(
        "e_1", "Ana", aliases=("Anita", "阿娜"), summary="a friend", attributes=(("city", "Lisbon"),)
    )
    related = edge("r_1", "e_1", "likes", "e_2", weight=0.3, confidence=0.9, memory=MemoryId("m_1"))
    talk = episode(title="a talk", session="s1", project="kitchen", started_at=DAY, extracted_turns=2)
    said = [turn(0, "I like apples"), turn(1, "and sushi", at=None, speaker=None, recorded_at=DAY + A_DAY)]
    with store.writing(cause()) as writing:
        writing.put_turns(said)
        writing.put_episode(talk)
        writing.put_memory(full)
        writing.put_edge(related)
        writing.put_mentions([Mention(MemoryId("m_1"), EntityId("e_1"), 1.0)])
        writing.put_entity(someone)
    assert store.memories(ANA, ids("m_1")) == [full]
    assert store.entities(ANA, [EntityId("e_1")]) == [someone]
    assert store.edges(ANA, [EdgeId("r_1")]) == [related]
    assert store.episodes(ANA, [EpisodeId("ep_1")]) == [talk]
    assert store.turns_of(ANA, EpisodeId("ep_1")) == said
    assert store.mentions_of(ANA, ids("m_1")) == [Mention(MemoryId("m_1"), EntityId("e_1"), 1.0)]


def test_putting_again_replaces_by_id(store: MemoryStore) -> None:
    first = memory(
        "m_1", evidence=(Evidence(TurnId("ep_1.000000"), 0, 4), Evidence(TurnId("ep_1.000001"), 0, 4))
    )
    second = replace(first, text="Ana lives in Porto", evidence=(Evidence(TurnId("ep_1.000009"), 1, 2),))
    with store.writing(cause()) as writing:
        writing.put_memory(first)
        writing.put_entity(entity("e_1", "Ana", aliases=("A", "B")))
    with store.writing(cause()) as writing:
        writing.put_memory(second)
        writing.put_entity(entity("e_1", "Anna", aliases=("C",)))
    assert store.memories(ANA, ids("m_1")) == [second]
    assert store.all_entities(ANA) == [entity("e_1", "Anna", aliases=("C",))]


def test_nothing_is_visible_before_the_commit(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
        assert store.memories(ANA, ids("m_1")) == []
    assert len(store.memories(ANA, ids("m_1"))) == 1


def test_an_exception_rolls_the_whole_transaction_back_and_goes_on(
    store: MemoryStore, search: SearchIndex
) -> None:
    with pytest.raises(ZeroDivisionError), store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
        raise ZeroDivisionError
    assert store.memories(ANA, ids("m_1")) == []
    assert store.operations(ANA) == []
    assert search.text("Lisbon", Shelf.MEMORIES, Filter(owner=ANA), limit=5) == []


def test_a_change_of_another_owners_value_is_refused(store: MemoryStore) -> None:
    with pytest.raises(UsageError, match="belongs to 'ben'"), store.writing(cause(ANA)) as writing:
        writing.put_memory(memory("m_1", owner=BEN))


def test_a_mention_of_an_entity_that_is_not_there_is_refused(store: MemoryStore) -> None:
    with pytest.raises(UsageError, match="not stored"), store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
        writing.put_mentions([Mention(MemoryId("m_1"), EntityId("e_9"))])
    assert store.memories(ANA, ids("m_1")) == []


def test_a_time_without_zone_is_refused(store: MemoryStore) -> None:
    with pytest.raises(UsageError, match="time zone"), store.writing(cause()) as writing:
        writing.put_memory(memory("m_1", stated_at=datetime(2025, 1, 1)))  # noqa: DTZ001 - the point of the test


def test_removing_an_entity_takes_its_aliases_mentions_and_edges(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_entity(entity("e_1", "Ana", aliases=("A",)))
        writing.put_entity(entity("e_2", "Rex"))
        writing.put_memory(memory("m_1"))
        writing.put_mentions(
            [Mention(MemoryId("m_1"), EntityId("e_1")), Mention(MemoryId("m_1"), EntityId("e_2"))]
        )
        writing.put_edge(edge("r_1", "e_2", "pet_of", "e_1"))
        writing.put_edge(edge("r_2", "e_1", "owns", "e_2"))
    with store.writing(cause()) as writing:
        writing.remove_entity(EntityId("e_1"))
    assert [e.id for e in store.all_entities(ANA)] == ["e_2"]
    assert store.entities_named(ANA, "A") == []
    assert [m.entity for m in store.mentions_of(ANA, ids("m_1"))] == ["e_2"]
    assert store.edges_of(ANA, [EntityId("e_2")]) == []


def test_edges_and_mentions_can_be_removed(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_entity(entity("e_1", "Ana"))
        writing.put_memory(memory("m_1"))
        writing.put_mentions([Mention(MemoryId("m_1"), EntityId("e_1"))])
        writing.put_edge(edge("r_1", "e_1", "knows", "e_1"))
    with store.writing(cause()) as writing:
        writing.remove_edge(EdgeId("r_1"))
        writing.remove_mentions(ids("m_1"))
    assert store.mentions_of(ANA, ids("m_1")) == []
    assert store.edges(ANA, [EdgeId("r_1")]) == []


# operations


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


# reading memories


def test_memories_come_in_the_order_asked_and_unknown_ids_are_left_out(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        for name in ("m_1", "m_2", "m_3"):
            writing.put_memory(memory(name, name))
    assert [m.id for m in store.memories(ANA, ids("m_3", "m_9", "m_1"))] == ["m_3", "m_1"]


def test_memories_with_a_hash_are_the_live_ones_oldest_first(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_3", status=Status.PENDING, lifetime=lived(DAY)))
        writing.put_memory(memory("m_1", lifetime=lived(DAY + A_DAY)))
        writing.put_memory(memory("m_2", status=Status.ARCHIVED))
        writing.put_memory(memory("m_4", "another text"))
    found = store.memories_with_hash(ANA, memory("m_0").content_hash)
    assert [m.id for m in found] == ["m_3", "m_1"]


def test_memories_where_pages_by_id_through_what_the_filter_admits(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        for number in range(5):
            writing.put_memory(memory(f"m_{number}", kind=Kind.EVENT if number == 2 else Kind.FACT))
        writing.put_memory(memory("m_7", status=Status.ARCHIVED))
        writing.put_memory(memory("m_8", status=Status.RETIRED))
        writing.put_memory(memory("m_9", scope="secret"))
    keep = Filter(owner=ANA, kinds=(Kind.FACT,))
    first = store.memories_where(keep, limit=3)
    assert [m.id for m in first] == ["m_0", "m_1", "m_3"]
    assert [m.id for m in store.memories_where(keep, limit=3, after=first[-1].id)] == ["m_4"]


def test_memories_from_turns(store: MemoryStore) -> None:
    one, two = TurnId("ep_1.000000"), TurnId("ep_1.000001")
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_2", evidence=(Evidence(one, 0, 1), Evidence(one, 3, 4))))
        writing.put_memory(memory("m_1", evidence=(Evidence(one, 0, 1),)))
    assert store.memories_from_turns(ANA, [two, one]) == {one: ["m_1", "m_2"]}


def test_usage_is_neutral_before_the_first_recall_and_adds_up_after(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
        writing.put_memory(memory("m_2"))
    one, later = MemoryId("m_1"), DAY + A_DAY
    store.record_usage(ANA, [UsageChange(memory=one, strength_gain=0.2, recalled_at=later)])
    store.record_usage(ANA, [UsageChange(memory=one, strength_gain=0.1, recalled_at=DAY, outcome=0.75)])
    usages = store.usages(ANA, ids("m_1", "m_2"))
    assert usages[one].strength == pytest.approx(0.3)
    assert (usages[one].recalls, usages[one].last_recalled_at, usages[one].outcome) == (2, later, 0.75)
    assert usages[MemoryId("m_2")] == Usage()
    assert len(store.operations(ANA)) == 1


def test_strength_stays_between_zero_and_ten(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
    one = MemoryId("m_1")
    store.record_usage(ANA, [UsageChange(memory=one, strength_gain=-1)])
    assert store.usages(ANA, [one])[one].strength == 0
    store.record_usage(ANA, [UsageChange(memory=one, strength_gain=99)])
    assert store.usages(ANA, [one])[one].strength == 10


def test_recall_traces_are_kept_and_the_last_one_is_the_default(store: MemoryStore) -> None:
    with pytest.raises(NotFoundError):
        store.recall_trace(ANA, None)
    store.record_recall(ANA, RecallId("q_1"), "where?", '{"a": 1}')
    store.record_recall(ANA, RecallId("q_0"), "who?", '{"b": 2}')
    assert store.recall_trace(ANA, RecallId("q_1")) == '{"a": 1}'
    assert store.recall_trace(ANA, None) == '{"b": 2}'
    with pytest.raises(NotFoundError, match="q_9"):
        store.recall_trace(ANA, RecallId("q_9"))


# reading entities and edges


def test_entities_are_found_by_name_or_alias_ignoring_case_and_space(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_entity(entity("e_2", "Straße Berlin"))
        writing.put_entity(entity("e_1", "Ana", aliases=("STRASSE berlin",)))
    assert [e.id for e in store.entities_named(ANA, "  straße BERLIN ")] == ["e_1", "e_2"]
    assert [e.id for e in store.entities_beginning(ANA, "STRASSE")] == ["e_1", "e_2"]
    assert [e.id for e in store.entities_beginning(ANA, "an")] == ["e_1"]
    assert store.entities_beginning(ANA, "berlin") == []


def test_entities_beginning_gives_at_most_200(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        for number in range(210):
            writing.put_entity(entity(f"e_{number:03}", f"Name {number}"))
    assert [e.id for e in store.entities_beginning(ANA, "na")] == [f"e_{number:03}" for number in range(200)]


def test_edges_of_nodes_by_relation_and_moment(store: MemoryStore) -> None:
    closed = lived(DAY, valid_from=DAY, valid_to=DAY + A_DAY, closed_at=DAY + 2 * A_DAY)
    with store.writing(cause()) as writing:
        writing.put_edge(edge("r_3", "e_1", "lives_in", "e_2", lifetime=closed))
        writing.put_edge(edge("r_1", "e_3", "knows", "e_1", memory=MemoryId("m_1")))
        writing.put_edge(edge("r_2", "e_3", "knows", "e_4"))
    node = [EntityId("e_1")]
    late = DAY + 3 * A_DAY
    assert [e.id for e in store.edges_of(ANA, node)] == ["r_1", "r_3"]
    assert [e.id for e in store.edges_of(ANA, node, relation="lives_in")] == ["r_3"]
    assert [e.id for e in store.edges_of(ANA, node, moment=Moment(as_of=late, known_at=late))] == ["r_1"]
    believed_then = Moment(as_of=late, known_at=DAY + A_DAY)
    assert [e.id for e in store.edges_of(ANA, node, moment=believed_then)] == ["r_1", "r_3"]
    assert [e.id for e in store.edges_stated_by(ANA, ids("m_1"))] == ["r_1"]


# reading episodes


def test_episodes_are_found_by_source_by_bytes_and_newest_first(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_episode(episode("ep_1", digest="same", recorded_at=DAY))
        writing.put_episode(episode("ep_2", digest="same", recorded_at=DAY + A_DAY))
    assert store.episode_with_digest(ANA, "same") == episode("ep_1", digest="same", recorded_at=DAY)
    assert store.episode_with_digest(ANA, "other") is None
    found = store.episode_from(ANA, "ep_2.txt")
    assert found is not None
    assert found.id == "ep_2"
    assert store.episode_from(ANA, "nowhere") is None
    assert [e.id for e in store.recent_episodes(ANA, limit=5)] == ["ep_2", "ep_1"]
    assert [e.id for e in store.recent_episodes(ANA, limit=1)] == ["ep_2"]


def test_turns_come_in_conversation_order_or_as_asked(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_episode(episode())
        writing.put_turns([turn(1, "b"), turn(0, "a"), turn(2, "c")])
    assert [t.text for t in store.turns_of(ANA, EpisodeId("ep_1"))] == ["a", "b", "c"]
    asked = [TurnId("ep_1.000002"), TurnId("ep_1.000009"), TurnId("ep_1.000000")]
    assert [t.text for t in store.turns(ANA, asked)] == ["c", "a"]


# counts, purge, transfer


def test_counts_name_rows_kinds_statuses_and_tiers(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
        writing.put_memory(memory("m_2", kind=Kind.EVENT, status=Status.ARCHIVED))
        writing.put_entity(entity("e_1", "Ana"))
    counts = store.counts(ANA)
    assert (counts["memories"], counts["memories.fact"], counts["memories.archived"]) == (2, 1, 1)
    assert (counts["memories.working"], counts["entities"], counts["edges"]) == (2, 1, 0)


def test_purge_erases_rows_and_what_only_they_spoke_of(store: MemoryStore, search: SearchIndex) -> None:
    embedder = HashingEmbedder()
    secret = "Ana hides the xylophone in Zanzibar"
    with store.writing(cause()) as writing:
        writing.put_episode(episode())
        writing.put_turns([turn(0, secret)])
        writing.put_entity(entity("e_1", "Xylophone"))
        writing.put_entity(entity("e_2", "Ana"))
        writing.put_memory(memory("m_1", secret, evidence=(Evidence(TurnId("ep_1.000000"), 0, 3),)))
        writing.put_memory(memory("m_2", "Ana plays chess"))
        writing.put_mentions(
            [
                Mention(MemoryId("m_1"), EntityId("e_1")),
                Mention(MemoryId("m_1"), EntityId("e_2")),
                Mention(MemoryId("m_2"), EntityId("e_2")),
            ]
        )
        writing.put_vectors(embedder.identity, {secret: embedder.embed([secret])[0]})
        writing.log_decisions([Decision(outcome="ADD", reason="new", text=secret)])
        stored = writing.operation
    store.record_recall(ANA, RecallId("q_1"), secret, '{"hit": "m_1"}')
    assert store.purge(ANA, ids("m_1"), [EpisodeId("ep_1")]) > 0
    assert store.memories(ANA, ids("m_1")) == []
    assert store.turns_of(ANA, EpisodeId("ep_1")) == []
    assert [e.name for e in store.all_entities(ANA)] == ["Ana"]
    assert search.text("xylophone", Shelf.MEMORIES, Filter(owner=ANA), limit=5) == []
    assert search.text("xylophone", Shelf.TURNS, Filter(owner=ANA), limit=5) == []
    assert search.known_vectors(embedder.identity, [secret]) == {}
    assert secret not in json.dumps([str(row) for row in store.export_rows(ANA)])
    assert "xylophone" not in str(store.operation(ANA, stored)).lower()
    with pytest.raises(NotFoundError):
        store.recall_trace(ANA, RecallId("q_1"))
    assert [m.id for m in store.memories_where(Filter(owner=ANA), limit=9)] == ["m_2"]


def test_purge_leaves_the_same_ids_of_another_owner_alone(store: MemoryStore) -> None:
    for owner in (ANA, BEN):
        with store.writing(cause(owner)) as writing:
            writing.put_memory(memory("m_1", owner=owner))
    before = list(store.export_rows(BEN))
    store.purge(ANA, ids("m_1"), [])
    assert list(store.export_rows(BEN)) == before


def fill(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_episode(episode())
        writing.put_turns([turn(0, "I moved to Lisbon"), turn(1, "with Rex", at=None)])
        writing.put_entity(entity("e_1", "Ana", aliases=("A",), attributes=(("age", "30"),)))
        writing.put_memory(
            memory("m_1", keywords=("home",), evidence=(Evidence(TurnId("ep_1.000000"), 0, 3),))
        )
        writing.put_mentions([Mention(MemoryId("m_1"), EntityId("e_1"))])
        writing.put_edge(edge("r_1", "e_1", "lives_in", "e_2", memory=MemoryId("m_1")))
        writing.queue_relation("hangs_out_with", "Ana hangs out with Ben")
        writing.log_decisions([Decision(outcome="ADD", reason="new", text="…", similarity=0.5)])
    store.record_usage(ANA, [UsageChange(memory=MemoryId("m_1"), strength_gain=0.5, recalled_at=DAY)])


def test_an_export_into_an_owner_without_rows_exports_equal(store: MemoryStore, search: SearchIndex) -> None:
    fill(store)
    exported = list(store.export_rows(ANA))
    assert store.import_rows(BEN, json.loads(json.dumps(exported))) == len(exported)
    assert list(store.export_rows(BEN)) == exported
    assert [hit.node for hit in search.text("lisbon", Shelf.MEMORIES, Filter(owner=BEN), limit=5)] == ["m_1"]


def test_importing_what_is_there_adds_nothing(store: MemoryStore) -> None:
    fill(store)
    exported = list(store.export_rows(ANA))
    assert store.import_rows(ANA, exported) == 0
    assert list(store.export_rows(ANA)) == exported


def test_an_import_beside_other_rows_is_one_operation_that_can_be_undone(store: MemoryStore) -> None:
    fill(store)
    exported = list(store.export_rows(ANA))
    with store.writing(cause(BEN)) as writing:
        writing.put_memory(memory("m_5", owner=BEN))
    before = rows_without_history(store, BEN)
    store.import_rows(BEN, [row for row in exported if row["type"] not in {"operation", "decision", "usage"}])
    (operation, _) = store.operations(BEN)
    assert operation.cause.verb == "import"
    store.undo([operation.id], cause(BEN, verb="undo"))
    assert rows_without_history(store, BEN) == before


def test_an_import_with_other_content_under_a_known_id_is_refused_whole(store: MemoryStore) -> None:
    fill(store)
    before = list(store.export_rows(ANA))
    other = [{**row, "text": "changed"} if row["type"] == "memory" else row for row in before]
    new = {**next(row for row in before if row["type"] == "memory"), "id": "m_0"}
    with pytest.raises(ConflictError, match="m_1"):
        store.import_rows(ANA, [new, *other])
    assert list(store.export_rows(ANA)) == before


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"type": "nonsense"}, "row 1 has the type 'nonsense'"),
        ({}, "row 1 has the type None"),
        ({"type": "memory", "id": "m_1"}, "row 1 .memory. cannot be read"),
        ({"type": "memory", "mood": "good"}, "mood"),
        ({"type": "mention", "node": "m_1", "entity": "e_1", "weight": 0.5}, "not stored"),
        (
            {"type": "evidence", "memory": "m_1", "position": "x", "turn": "t", "start": 0, "end": 1},
            "does not fit",
        ),
        ({"type": "usage", "memory": "m_1", "last_recalled_at": "yesterday"}, "cannot be read"),
    ],
)
def test_an_import_that_cannot_be_read_says_which_row_and_keeps_nothing(
    store: MemoryStore, row: dict[str, object], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        store.import_rows(ANA, [row])
    assert list(store.export_rows(ANA)) == []


def test_a_clock_that_goes_back_does_not_reorder_operations(shop) -> None:
    with shop.store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
        first = writing.operation
    shop.clock.current = datetime(2020, 1, 1, tzinfo=UTC)
    with shop.store.writing(cause()) as writing:
        writing.put_memory(memory("m_1", confidence=0.1))
        second = writing.operation
    assert [op.id for op in shop.store.operations(ANA)] == [second, first]
