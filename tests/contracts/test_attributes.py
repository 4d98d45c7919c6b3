"""Does a store keep what subjects have at a time, and tell whether statements still hold?"""

from dataclasses import replace
from datetime import timedelta

from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.identity import AttributeId, EntityId, MemoryId, NodeId, TurnId
from quaidpy.domain.memories.attributes import Attribute
from quaidpy.domain.memories.memory import Evidence
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.ports.storage import MemoryStore
from tests.samples import ANA, BEN, DAY, attribute, cause, edge, entity, episode, lived, memory, turn

LATER = DAY + timedelta(days=30)
OLD_TURN, NEW_TURN = TurnId("ep_1.000000"), TurnId("ep_1.000001")
NOW = Moment(as_of=LATER + timedelta(days=1), known_at=LATER + timedelta(days=1))


def a_changed_phone(store: MemoryStore) -> None:
    """Ana's number, said in one turn, changed a month later in another; the first one also made a memory."""
    with store.writing(cause()) as writing:
        writing.put_episode(episode())
        writing.put_turns([turn(0, "my number is 11"), turn(1, "my number is 22 now")])
        writing.put_entity(entity("e_1", "Ana"))
        writing.put_memory(memory("m_1", "Ana's number is 11", evidence=(Evidence(OLD_TURN, 0, 15),)))
        writing.put_attributes(
            [
                attribute(
                    "a_1", "e_1", "phone", "11", turn=OLD_TURN, memory=MemoryId("m_1"),
                    lifetime=lived(valid_from=DAY, valid_to=LATER, closed_at=LATER),
                    replaced_by=AttributeId("a_2"),
                ),
                attribute("a_2", "e_1", "phone", "22", turn=NEW_TURN, lifetime=lived(LATER, valid_from=LATER)),
            ]
        )  # fmt: skip


def told(store: MemoryStore, *nodes: NodeId, moment: Moment = NOW) -> list[tuple[str, str, str | None]]:
    found = store.value_states(ANA, nodes, moment)
    return [(node, each.value, each.instead) for node, some in found.items() for each in some]


def test_turns_and_memories_tell_whether_their_value_still_holds(store: MemoryStore) -> None:
    a_changed_phone(store)
    found = store.value_states(ANA, [NEW_TURN, OLD_TURN, MemoryId("m_1"), MemoryId("m_9")], NOW)
    assert list(found) == [NEW_TURN, OLD_TURN, MemoryId("m_1")]
    (old,) = found[OLD_TURN]
    assert (old.subject, old.what, old.value, old.until, old.instead) == ("Ana", "phone", "11", LATER, "22")
    assert old.is_ended(NOW.as_of)
    assert old.is_end_known
    assert found[MemoryId("m_1")] == (old,)
    assert found[NEW_TURN][0].until is None
    assert not store.value_states(BEN, [OLD_TURN], NOW)


def test_what_a_turn_without_a_date_ends_has_no_day_on_which_it_ended(store: MemoryStore) -> None:
    a_changed_phone(store)
    with store.writing(cause()) as writing:
        writing.put_turns([replace(turn(1, "my number is 22 now"), at=None, recorded_at=LATER)])
    (old,) = store.value_states(ANA, [OLD_TURN], NOW)[OLD_TURN]
    assert (old.until, old.instead, old.is_end_known) == (LATER, "22", False)


def test_before_the_end_was_known_a_value_is_told_as_current(store: MemoryStore) -> None:
    a_changed_phone(store)
    before = Moment(as_of=LATER, known_at=LATER - timedelta(days=1))
    assert told(store, OLD_TURN, NEW_TURN, moment=before) == [(OLD_TURN, "11", None)]


def test_a_turn_tells_what_the_relations_of_its_memories_state(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_episode(episode())
        writing.put_turns([turn(0, "I live in Lisbon"), turn(1, "I moved to Porto")])
        for identity, name in (("e_1", "Ana"), ("e_2", "Lisbon"), ("e_3", "Porto")):
            writing.put_entity(entity(identity, name))
        writing.put_memory(memory("m_1", evidence=(Evidence(OLD_TURN, 0, 3),)))
        ended = lived(valid_from=DAY, valid_to=LATER, closed_at=LATER)
        writing.put_edge(edge("r_1", "e_1", "lives_in", "e_2", memory=MemoryId("m_1"), lifetime=ended))
        writing.put_edge(edge("r_2", "e_1", "lives_in", "e_3", lifetime=lived(LATER, valid_from=LATER)))
    assert told(store, OLD_TURN) == [(OLD_TURN, "Lisbon", "Porto")]


def test_values_are_read_by_subject_and_by_what_states_them(store: MemoryStore) -> None:
    a_changed_phone(store)
    of_ana = store.attributes_of(ANA, [EntityId("e_1")])
    assert [each.value for each in of_ana] == ["11", "22"]
    assert store.attributes_stated_by(ANA, [NEW_TURN]) == of_ana[1:]
    assert store.attributes_stated_by(ANA, [MemoryId("m_1")]) == of_ana[:1]
    assert not store.attributes_of(BEN, [EntityId("e_1")])


def test_values_are_read_by_their_ids_and_only_by_their_owner(store: MemoryStore) -> None:
    a_changed_phone(store)
    wanted = [AttributeId("a_2"), AttributeId("a_9"), AttributeId("a_1")]
    assert [each.id for each in store.attributes(ANA, wanted)] == ["a_1", "a_2"]
    assert store.attributes(BEN, wanted) == []


def test_what_became_of_a_value_can_be_undone(store: MemoryStore) -> None:
    a_changed_phone(store)
    before = store.attributes_of(ANA, [EntityId("e_1")])
    with store.writing(cause(verb="edit")) as writing:
        writing.put_attributes([attribute("a_2", "e_1", "phone", "33", turn=NEW_TURN)])
    store.undo([store.operations(ANA)[0].id], cause(verb="undo"))
    assert store.attributes_of(ANA, [EntityId("e_1")]) == before


def test_values_leave_with_an_export_and_come_back(store: MemoryStore) -> None:
    a_changed_phone(store)
    rows = list(store.export_rows(ANA))
    store.purge(ANA, [MemoryId("m_1")], [])
    store.import_rows(BEN, rows)
    assert list(store.export_rows(BEN)) == rows


def test_purge_erases_values_with_the_words_that_state_them(store: MemoryStore) -> None:
    a_changed_phone(store)
    with store.writing(cause()) as writing:
        writing.put_mentions([Mention(MemoryId("m_1"), EntityId("e_1"))])
    store.purge(ANA, [MemoryId("m_1")], [])
    left: list[Attribute] = store.attributes_of(ANA, [EntityId("e_1")])
    assert [each.value for each in left] == ["22"]


def test_a_value_outlives_what_ended_it_only_as_ended(store: MemoryStore) -> None:
    a_changed_phone(store)
    with store.writing(cause()) as writing:
        writing.put_episode(episode("ep_2"))
        writing.put_turns([turn(0, "33 from today", "ep_2")])
        later = TurnId("ep_2.000000")
        writing.put_attributes(
            [
                attribute("a_2", "e_1", "phone", "22", turn=NEW_TURN, replaced_by=AttributeId("a_3"),
                          lifetime=lived(LATER, valid_from=LATER, valid_to=LATER, closed_at=LATER)),
                attribute("a_3", "e_1", "phone", "33", turn=later),
            ]
        )  # fmt: skip
    store.purge(ANA, [], [episode("ep_2").id])
    assert [
        (a.value, a.replaced_by, a.lifetime.valid_to) for a in store.attributes_of(ANA, [EntityId("e_1")])
    ] == [
        ("11", AttributeId("a_2"), LATER),
        ("22", None, LATER),
    ]
