"""Does a store keep every sentence of ports.MemoryStore and ports.Writing?"""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.identity import (
    EdgeId,
    EntityId,
    EpisodeId,
    MemoryId,
    RecallId,
    TurnId,
)
from quaidpy.domain.memories.memory import Evidence, Kind, Source, Status, Tier, Usage, UsageChange
from quaidpy.domain.models.prompting import Spending
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.errors import UsageError
from quaidpy.ports.search import SearchIndex
from quaidpy.ports.storage import MemoryStore
from tests.samples import ANA, BEN, DAY, cause, edge, entity, episode, lived, memory, turn

A_DAY = timedelta(days=1)


def ids(*names: str) -> list[MemoryId]:
    return [MemoryId(name) for name in names]


# writing


def test_a_nul_in_a_text_is_kept_or_shown(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1", "before\0behind"))
    (found,) = store.memories(ANA, [MemoryId("m_1")])
    assert found.text in {"before\0behind", "before\u2400behind"}


def test_what_is_put_is_read_back_equal(store: MemoryStore) -> None:
    full = memory(
        "m_1",
        "Ana mag Äpfel und 寿司 🍣",
        kind=Kind.PREFERENCE,
        status=Status.PENDING,
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


def test_heads_tell_of_operations_without_what_they_changed(store: MemoryStore) -> None:
    with store.writing(cause(verb="import")) as writing:
        writing.put_memory(memory("m_1"))
    with store.writing(cause(verb="store")) as writing:
        for number in range(2, 30):
            writing.put_memory(memory(f"m_{number}"))
    operations, heads = store.operations(ANA), store.operation_heads(ANA)
    assert [(each.id, each.cause, each.at, each.undone_by) for each in heads] == [
        (each.id, each.cause, each.at, each.undone_by) for each in operations
    ]
    assert [each.cause.verb for each in heads] == ["store", "import"]
    assert heads[0].size > 10 * heads[1].size > 0
    assert store.operation_heads(ANA, limit=1) == heads[:1]
    assert store.operation_heads(BEN) == []


def test_an_exception_rolls_the_whole_transaction_back_and_goes_on(
    store: MemoryStore, search: SearchIndex
) -> None:
    with pytest.raises(ZeroDivisionError), store.writing(cause()) as writing:  # noqa: PT012 - two steps on purpose
        writing.put_memory(memory("m_1"))
        raise ZeroDivisionError
    assert store.memories(ANA, ids("m_1")) == []
    assert store.operations(ANA) == []
    assert search.text("Lisbon", Corpus.MEMORIES, Filter(owner=ANA), limit=5) == []


def test_a_change_of_another_owners_value_is_refused(store: MemoryStore) -> None:
    with pytest.raises(UsageError, match="belongs to 'ben'"), store.writing(cause(ANA)) as writing:
        writing.put_memory(memory("m_1", owner=BEN))


def test_a_mention_of_an_entity_that_is_not_there_is_refused(store: MemoryStore) -> None:
    with pytest.raises(UsageError, match="not stored"), store.writing(cause()) as writing:  # noqa: PT012 - at the commit
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
    keep = Filter(owner=ANA, kinds=(Kind.FACT,))
    first = store.memories_where(keep, limit=3)
    assert [m.id for m in first] == ["m_0", "m_1", "m_3"]
    assert [m.id for m in store.memories_where(keep, limit=3, after=first[-1].id)] == ["m_4"]


def test_texts_are_those_of_nodes_that_the_filter_admits(store: MemoryStore) -> None:
    statements = [
        memory("m_1", "then", stated_at=DAY),
        memory("m_2", "later", stated_at=DAY + 2 * A_DAY),
        memory("m_3", "forgotten", stated_at=DAY, status=Status.ARCHIVED),
        memory("m_4", "public", stated_at=DAY, project="public"),
        memory("m_5", "ended", stated_at=DAY, lifetime=lived(DAY, valid_to=DAY + A_DAY)),
    ]
    talk = episode("ep_1")
    said = [turn(0, "hello", at=DAY), turn(1, "goodbye", at=DAY + 2 * A_DAY)]
    with store.writing(cause()) as writing:
        for statement in statements:
            writing.put_memory(statement)
        writing.put_episode(talk)
        writing.put_turns(said)
    with store.writing(cause(BEN)) as writing:
        writing.put_memory(memory("m_6", "of others", owner=BEN))
    late = Moment(as_of=DAY + 3 * A_DAY, known_at=DAY + 3 * A_DAY)
    asked = [*(statement.id for statement in statements), MemoryId("m_6"), *(each.id for each in said)]
    for keep in (
        Filter(owner=ANA),
        Filter(owner=ANA, until=DAY + A_DAY),
        Filter(owner=ANA, project="public"),
        Filter(owner=ANA, moment=late),
    ):
        expected = {m.id: m.text for m in statements if keep.admits_memory(m)}
        expected |= {t.id: t.text for t in said if keep.admits_turn(t, talk)}
        assert store.texts(keep, asked) == expected


def test_memories_know_their_turns_and_turns_their_memories(store: MemoryStore) -> None:
    one, two = TurnId("ep_1.000000"), TurnId("ep_1.000001")
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_2", evidence=(Evidence(one, 0, 1), Evidence(one, 3, 4))))
        writing.put_memory(memory("m_1", evidence=(Evidence(one, 0, 1),)))
        writing.put_memory(memory("m_3"))
    with store.writing(cause(BEN)) as writing:
        writing.put_memory(memory("m_4", owner=BEN, evidence=(Evidence(one, 0, 1),)))
    assert store.memories_from_turns(ANA, [two, one]) == {one: ["m_1", "m_2"]}
    asked = [MemoryId(f"m_{number}") for number in (4, 3, 2, 9)]
    assert store.turns_behind(ANA, asked) == {"m_4": [], "m_3": [], "m_2": [one, one], "m_9": []}


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


def test_times_of_recalls_are_kept_an_hour_apart_and_the_last_twenty(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
    one, minute = MemoryId("m_1"), A_DAY / 24 / 60

    def recalled(*times: datetime) -> None:
        store.record_usage(ANA, [UsageChange(memory=one, strength_gain=0.1, recalled_at=at) for at in times])

    recalled(DAY, DAY + 59 * minute, DAY + 61 * minute)
    store.record_usage(ANA, [UsageChange(memory=one, outcome=0.9)])
    assert store.recall_times(ANA, [one]) == {one: (DAY, DAY + 61 * minute)}
    recalled(*(DAY + day * A_DAY for day in range(1, 26)))
    assert store.recall_times(ANA, [one])[one] == tuple(DAY + day * A_DAY for day in range(6, 26))
    assert store.recall_times(BEN, [one]) == {}
    store.purge(ANA, [one], [])
    assert store.recall_times(ANA, [one]) == {}


def test_strength_stays_between_zero_and_ten(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
    one = MemoryId("m_1")
    store.record_usage(ANA, [UsageChange(memory=one, strength_gain=-1)])
    assert store.usages(ANA, [one])[one].strength == 0
    store.record_usage(ANA, [UsageChange(memory=one, strength_gain=99)])
    assert store.usages(ANA, [one])[one].strength == 10


def test_recall_traces_are_kept_and_come_newest_first(store: MemoryStore) -> None:
    assert store.recall_traces(ANA, None) == []
    store.record_recall(ANA, RecallId("q_1"), "where?", '{"a": 1}')
    store.record_recall(ANA, RecallId("q_0"), "who?", '{"b": 2}')
    assert store.recall_traces(ANA, RecallId("q_1")) == ['{"a": 1}']
    assert store.recall_traces(ANA, None)[0] == '{"b": 2}'
    assert store.recall_traces(ANA, RecallId("q_9")) == []


def test_a_trace_is_kept_together_with_what_its_recall_did(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
    one = MemoryId("m_1")
    told = UsageChange(memory=one, strength_gain=0.2, recalled_at=DAY)
    store.record_recall(ANA, RecallId("q_1"), "where?", '{"a": 1}', changes=[told])
    assert store.usages(ANA, [one])[one].recalls == 1
    assert store.recall_times(ANA, [one]) == {one: (DAY,)}
    assert store.recall_traces(ANA, RecallId("q_1")) == ['{"a": 1}']


# reading entities and edges


def test_entities_are_found_by_name_or_alias_ignoring_case_and_space(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_entity(entity("e_2", "Straße Berlin"))
        writing.put_entity(entity("e_1", "Ana", aliases=("STRASSE berlin",)))
    assert [e.id for e in store.entities_named(ANA, "  straße BERLIN ")] == ["e_1", "e_2"]
    assert [e.id for e in store.entities_named(ANA, "strasse BERLIN", "ana", "nobody")] == [
        "e_1",
        "e_2",
    ]


def test_names_beginning_gives_names_and_aliases_each_once(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_entity(entity("e_2", "Straße Berlin"))
        writing.put_entity(entity("e_1", "Ana", aliases=("STRASSE berlin", "Ana Lima")))
    found = store.names_beginning(ANA, ["STRASSE", "stras", "an", "berlin"])
    assert [(known.entity, known.name) for known in found] == [
        ("e_1", "Ana"),
        ("e_1", "Ana Lima"),
        ("e_1", "STRASSE berlin"),
        ("e_2", "Straße Berlin"),
    ]
    assert [known.name for known in store.names_beginning(ANA, ["ana "])] == ["Ana Lima"]
    assert found[0].type is entity("e_1", "Ana").type


def test_edges_of_nodes_by_relation_and_moment(store: MemoryStore) -> None:
    closed = lived(DAY, valid_from=DAY, valid_to=DAY + A_DAY, closed_at=DAY + 2 * A_DAY)
    with store.writing(cause()) as writing:
        writing.put_edge(edge("r_3", "e_1", "lives_in", "e_2", lifetime=closed))
        writing.put_edge(edge("r_1", "e_3", "knows", "e_1", memory=MemoryId("m_1")))
        writing.put_edge(edge("r_2", "e_3", "knows", "e_4"))
    node = [EntityId("e_1")]
    late = DAY + 3 * A_DAY
    assert [e.id for e in store.edges_of(ANA, node)] == ["r_1", "r_3"]
    assert [e.id for e in store.edges_of(ANA, node, relations=["lives_in", "other"])] == ["r_3"]
    assert [e.id for e in store.edges_of(ANA, node, limit=1)] == ["r_1"]
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
    (found,) = store.episodes_from(ANA, "ep_2.txt")
    assert found is not None
    assert found.id == "ep_2"
    assert store.episodes_from(ANA, "nowhere") == []
    assert [e.id for e in store.recent_episodes(ANA, limit=5)] == ["ep_2", "ep_1"]
    assert [e.id for e in store.recent_episodes(ANA, limit=1)] == ["ep_2"]


def test_turns_come_in_conversation_order_or_as_asked(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_episode(episode())
        writing.put_turns([turn(1, "b"), turn(0, "a"), turn(2, "c")])
    assert [t.text for t in store.turns_of(ANA, EpisodeId("ep_1"))] == ["a", "b", "c"]
    asked = [TurnId("ep_1.000002"), TurnId("ep_1.000009"), TurnId("ep_1.000000")]
    assert [t.text for t in store.turns(ANA, asked)] == ["c", "a"]


def test_spending_adds_up_by_run_and_by_what_was_done(store: MemoryStore) -> None:
    call = Spending(calls=1, input_tokens=100, output_tokens=10, cost_usd=0.25, unpriced=0)
    store.record_spending(ANA, "run_1", "extract", "m/a", call)
    store.record_spending(ANA, "run_1", "extract", "m/a", call)
    store.record_spending(ANA, "run_2", "extract", "m/a", call)
    store.record_spending(ANA, "run_2", "review", "m/b", call)
    store.record_spending(ANA, "run_3", "extract", "m/a", Spending())
    sums = {(each.doing, each.model): each.spending for each in store.spent_on(ANA)}
    assert list(sums) == [("extract", "m/a"), ("review", "m/b")]
    assert sums["extract", "m/a"] == call.plus(call).plus(call)
    (one,) = store.spendings(ANA, run="run_1")
    assert (one.doing, one.model, one.spending) == ("extract", "m/a", call.plus(call))
    assert [each.run for each in store.spendings(ANA, limit=2)] == ["run_2", "run_2"]
    assert store.spendings(BEN) == []
    assert store.operations(ANA) == []
