"""Runs of the janitor, what they asked, and health: kept by owner, in the order that ports.nights promises."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import pytest

from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.identity import EntityId, MemoryId, NodeId, OperationId, Owner, RecallId, RunId
from quaidpy.domain.memories.memory import Status, UsageChange
from quaidpy.domain.memories.operations import Decision
from quaidpy.domain.models.prompting import Spending
from quaidpy.domain.nights import (
    HealthSnapshot,
    Matter,
    NightRecord,
    NightState,
    Question,
    QuestionState,
    TaskRecord,
)
from quaidpy.errors import NotFoundError
from quaidpy.ports.nights import NightRecords
from quaidpy.ports.storage import MemoryStore
from tests.engines import OpenEngine
from tests.fakes import FakeClock
from tests.samples import ANA, BEN, DAY, cause, entity, episode, memory, turn

HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Office:
    store: MemoryStore
    records: NightRecords
    clock: FakeClock


@pytest.fixture
def office(opened: OpenEngine, clock: FakeClock) -> Office:
    return Office(opened.store, opened.nights(), clock)


def night(number: int, owner: Owner = ANA) -> NightRecord:
    return NightRecord(owner=owner, run=RunId(f"run_{number}"), started_at=DAY + number * HOUR)


def question(matter: Matter, *subjects: str, state: QuestionState = QuestionState.OPEN) -> Question:
    return Question(
        owner=ANA, matter=matter, subjects=subjects, digest="d", reason="why", asked_at=DAY, state=state
    )


def kept(text: str) -> Decision:
    return Decision(outcome="keep", reason="new", text=text)


def recalled(identity: str, at: datetime | None = DAY) -> UsageChange:
    return UsageChange(memory=MemoryId(identity), strength_gain=1.0, recalled_at=at)


def test_a_night_is_replaced_by_its_run_and_read_back_equal(office: Office) -> None:
    office.records.keep_night(night(1))
    tasks = (
        TaskRecord(task="decay", planned=3, applied=2, seconds=0.5),
        TaskRecord(task="names", failure="no"),
    )
    over = replace(night(1), state=NightState.DONE, ended_at=DAY + 2 * HOUR, tasks=tasks)
    office.records.keep_night(over)
    assert office.records.nights(ANA, limit=9) == [over]


def test_nights_come_newest_first_and_no_more_than_asked_for(office: Office) -> None:
    for number in (2, 3, 1):
        office.records.keep_night(night(number))
    assert office.records.nights(ANA, limit=2) == [night(3), night(2)]


def test_questions_come_by_matter_then_subject_and_by_what_is_asked_for(office: Office) -> None:
    settled = question(Matter.VALUE, "a_1", "a_2", state=QuestionState.SETTLED)
    two, one = question(Matter.DUPLICATE, "m_2", "m_3"), question(Matter.DUPLICATE, "m_1", "m_2")
    with office.store.writing(cause()) as writing:
        writing.put_questions([settled, two, one])
    assert office.records.questions(ANA) == [one, two, settled]
    assert office.records.questions(ANA, matter=Matter.DUPLICATE) == [one, two]
    assert office.records.questions(ANA, state=QuestionState.SETTLED) == [settled]
    assert office.records.questions(ANA, matter=Matter.VALUE, state=QuestionState.OPEN) == []


def test_health_comes_oldest_first_from_a_time_on(office: Office) -> None:
    kept = [
        HealthSnapshot(owner=ANA, at=DAY + n * HOUR, figures={"memories": n, "share": 0.5}) for n in range(3)
    ]
    for snapshot in reversed(kept):
        office.records.keep_health(snapshot)
    assert office.records.health(ANA, since=DAY + HOUR) == kept[1:]


def test_health_of_one_moment_is_told_once(office: Office) -> None:
    for figure in (1.0, 2.0):
        office.records.keep_health(HealthSnapshot(owner=ANA, at=DAY, figures={"memories": figure}))
    assert [each.figures for each in office.records.health(ANA, since=DAY)] == [{"memories": 1.0}]


def test_recalls_are_counted_from_a_time_on(office: Office) -> None:
    times = []
    for number in range(3):
        times.append(office.clock.now())
        office.store.record_recall(ANA, RecallId(f"q_{number}"), "where?", "{}")
    assert [office.records.recalls_since(ANA, at) for at in times] == [3, 2, 1]


def test_only_live_memories_that_were_recalled_are_counted(office: Office) -> None:
    with office.store.writing(cause()) as writing:
        for identity, status in (("m_1", Status.ACTIVE), ("m_2", Status.ARCHIVED), ("m_3", Status.PENDING)):
            writing.put_memory(memory(identity, status=status))
    office.store.record_usage(
        ANA,
        [recalled("m_1"), recalled("m_2"), recalled("m_3", None)],
    )
    assert office.records.recalled_memories(ANA) == 1


def _edit(office: Office, verb: str, text: str) -> OperationId:
    with office.store.writing(cause(verb=verb)) as writing:
        writing.put_memory(memory("m_1", text))
        return writing.operation


def test_operations_that_stand_are_counted_by_verb_from_a_time_on(office: Office) -> None:
    _edit(office, "edit", "one")
    office.clock.current += HOUR
    since = office.clock.now()
    _edit(office, "edit", "two")
    _edit(office, "store", "three")
    undone = _edit(office, "edit", "four")
    office.store.undo([undone], cause(verb="undo"))
    assert office.records.operations_called(ANA, "edit", since=since) == 1
    assert office.records.operations_called(ANA, "edit", since=DAY - HOUR) == 2


def test_decisions_come_oldest_first_from_a_time_on(office: Office) -> None:
    made = [
        Decision(outcome="reject", reason="duplicate", text="she weaves", other="m_1", similarity=0.96),
        kept("she sings"),
        kept("she bakes"),
    ]
    with office.store.writing(cause()) as writing:
        writing.log_decisions(made[:1])
    office.clock.current += HOUR
    since = office.clock.now()
    for part in (made[1:2], made[2:]):
        with office.store.writing(cause()) as writing:
            writing.log_decisions(part)
        office.clock.current += HOUR
    told = office.records.decisions(ANA, since=DAY - HOUR)
    assert [replace(each, at=None, operation=None, place=None) for each in told] == made
    assert office.records.decisions(ANA, since=since) == told[1:]
    assert office.records.decisions(ANA, since=DAY - HOUR, newest=1) == told[2:]


def test_a_decision_says_when_and_by_which_operation(office: Office) -> None:
    with office.store.writing(cause()) as writing:
        writing.log_decisions([kept("she sings")])
    (told,) = office.records.decisions(ANA, since=DAY - HOUR)
    assert told.at is not None
    assert DAY <= told.at <= office.clock.now()
    assert told.operation is not None
    assert office.records.decision(ANA, told.operation, 0) == told
    with pytest.raises(NotFoundError, match="no decision"):
        office.records.decision(ANA, told.operation, 1)
    with pytest.raises(NotFoundError, match="no decision"):
        office.records.decision(Owner("ben"), told.operation, 0)


def test_queued_relations_have_one_example_each(office: Office) -> None:
    for relation, example in (
        ("tends", "Ana tends bees"),
        ("tends", "Ana tends goats"),
        ("mends", "Ben mends"),
    ):
        with office.store.writing(cause()) as writing:
            writing.queue_relation(relation, example)
    found = office.records.queued_relations(ANA)
    assert list(found) == ["mends", "tends"]
    assert found["tends"] in {"Ana tends bees", "Ana tends goats"}


def test_mentions_come_by_node_then_entity(office: Office) -> None:
    wanted = [
        Mention(MemoryId("m_1"), EntityId("e_1"), 0.5),
        Mention(MemoryId("m_1"), EntityId("e_2"), 1.0),
        Mention(turn(0, "x").id, EntityId("e_1"), 1.0),
    ]
    with office.store.writing(cause()) as writing:
        writing.put_episode(episode())
        writing.put_turns([turn(0, "x")])
        writing.put_memory(memory("m_1"))
        for number in (1, 2, 3):
            writing.put_entity(entity(f"e_{number}", "somebody"))
        writing.put_mentions([*reversed(wanted), Mention(MemoryId("m_1"), EntityId("e_3"))])
    named: list[NodeId] = [each.node for each in wanted]
    found = office.records.mentions_naming(ANA, [EntityId("e_2"), EntityId("e_1")])
    assert found == sorted(wanted, key=lambda each: (each.node, each.entity))
    assert {each.node for each in found} == set(named)


def test_what_is_outdated_is_what_pruning_deletes(office: Office) -> None:
    office.records.keep_night(night(0))
    office.records.keep_health(HealthSnapshot(owner=ANA, at=DAY))
    office.store.record_recall(ANA, RecallId("q_1"), "where?", "{}")
    office.store.record_spending(ANA, "run_1", "reading", "a model", Spending(calls=1))
    with office.store.writing(cause()) as writing:
        writing.log_decisions([kept("she sings")])
    later = office.clock.now() + HOUR
    office.clock.current += 2 * HOUR
    office.records.keep_night(replace(night(1), started_at=later))
    office.records.keep_health(HealthSnapshot(owner=ANA, at=later))
    counts = office.records.outdated(ANA, logs_before=later, health_before=DAY)
    assert counts == {"recall_log": 1, "nights": 1, "dedup_log": 1, "spendings": 1}
    assert office.records.prune(ANA, logs_before=later, health_before=DAY + HOUR) == 5
    assert office.records.outdated(ANA, logs_before=later, health_before=DAY + HOUR) == {}
    assert [each.run for each in office.records.nights(ANA, limit=9)] == ["run_1"]
    assert [each.at for each in office.records.health(ANA, since=DAY - HOUR)] == [later]
    assert office.store.spendings(ANA) == []


READS: dict[str, Callable[[NightRecords, Owner], object]] = {
    "nights": lambda records, owner: records.nights(owner, limit=9),
    "questions": lambda records, owner: records.questions(owner),
    "health": lambda records, owner: records.health(owner, since=DAY - HOUR),
    "recalls_since": lambda records, owner: records.recalls_since(owner, DAY - HOUR),
    "recalled_memories": lambda records, owner: records.recalled_memories(owner),
    "operations_called": lambda records, owner: records.operations_called(owner, "store", since=DAY - HOUR),
    "decisions": lambda records, owner: records.decisions(owner, since=DAY - HOUR),
    "queued_relations": lambda records, owner: records.queued_relations(owner),
    "mentions_naming": lambda records, owner: records.mentions_naming(owner, [EntityId("e_1")]),
    "outdated": lambda records, owner: records.outdated(
        owner, logs_before=DAY + 9 * HOUR, health_before=DAY + 9 * HOUR
    ),
    "prune": lambda records, owner: records.prune(
        owner, logs_before=DAY + 9 * HOUR, health_before=DAY + 9 * HOUR
    ),
}


@pytest.mark.parametrize("read", READS.values(), ids=READS)
def test_nothing_is_shown_of_another_owner(
    office: Office, read: Callable[[NightRecords, Owner], object]
) -> None:
    office.clock.current = DAY
    office.records.keep_night(night(1))
    office.records.keep_health(HealthSnapshot(owner=ANA, at=DAY))
    office.store.record_recall(ANA, RecallId("q_1"), "where?", "{}")
    with office.store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
        writing.put_entity(entity("e_1", "Ana"))
        writing.put_mentions([Mention(MemoryId("m_1"), EntityId("e_1"))])
        writing.put_questions([question(Matter.FADED, "m_1")])
        writing.queue_relation("tends", "Ana tends bees")
        writing.log_decisions([kept("she sings")])
    office.store.record_usage(ANA, [recalled("m_1")])
    assert not read(office.records, BEN)
    assert read(office.records, ANA)


def test_space_is_given_back(office: Office) -> None:
    for number in range(200):
        office.store.record_recall(ANA, RecallId(f"q_{number}"), "where?", "x" * 2_000)
    office.records.prune(ANA, logs_before=office.clock.now() + HOUR, health_before=DAY)
    before = office.records.free_share()
    office.records.vacuum()
    assert 0 <= office.records.free_share() <= before <= 1
