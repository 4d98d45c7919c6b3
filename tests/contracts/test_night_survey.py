"""What the night reads of all memories, and what it has looked at: each sentence of ports.nights.NightSurvey."""

from dataclasses import dataclass

import pytest

from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.identity import AttributeId, EntityId, MemoryId, NodeId
from quaidpy.domain.memories.memory import Memory, Status, Tier, Usage, UsageChange
from quaidpy.domain.nights import MemoryCriteria, MemoryProjection, ReviewMark
from quaidpy.ports.nights import NightSurvey
from quaidpy.ports.storage import MemoryStore
from tests.engines import OpenEngine
from tests.samples import ANA, BEN, DAY, attribute, cause, edge, entity, lived, memory


@dataclass(frozen=True, slots=True)
class Office:
    store: MemoryStore
    survey: NightSurvey

    def put(self, *memories: Memory) -> None:
        with self.store.writing(cause(memories[0].owner)) as writing:
            for each in memories:
                writing.put_memory(each)


@pytest.fixture
def office(opened: OpenEngine) -> Office:
    return Office(opened.store, opened.survey())


def memories_of_each_kind() -> list[Memory]:
    return [
        memory("m_3", "a pending one", status=Status.PENDING, flagged=True, project="p"),
        memory("m_1", "an active one", lifetime=lived(valid_to=DAY)),
        memory("m_2", "an archived one", status=Status.ARCHIVED),
        memory("m_4", "a retracted one", lifetime=lived(retracted_at=DAY)),
        memory("m_5", "a superseded one", status=Status.SUPERSEDED),
    ]


def test_projections_are_of_live_memories_by_id(office: Office) -> None:
    office.put(*memories_of_each_kind())
    live = {each.id: each for each in memories_of_each_kind()}
    assert office.survey.projections(ANA) == [MemoryProjection.of(live[MemoryId(i)]) for i in ("m_1", "m_3")]
    assert office.survey.projections(BEN) == []


def test_what_decay_looks_at_has_the_usage_of_each(office: Office) -> None:
    core = memory(
        "m_3", tier=Tier.CORE, pinned=True, verified=True, confidence=0.5, importance=0.25, faded_at=DAY
    )
    office.put(*[each for each in memories_of_each_kind() if each.id != "m_3"], core)
    used = UsageChange(memory=MemoryId("m_3"), strength_gain=2.0, recalled_at=DAY, outcome=0.75)
    office.store.record_usage(ANA, [used])
    plain, recalled = office.survey.decay_inputs(ANA)
    assert (plain.id, plain.usage) == ("m_1", Usage())
    assert recalled.usage == Usage(strength=2.0, recalls=1, last_recalled_at=DAY, outcome=0.75)
    assert (recalled.tier, recalled.pinned, recalled.verified, recalled.faded_at) == (
        Tier.CORE,
        True,
        True,
        DAY,
    )
    assert (recalled.confidence, recalled.importance, recalled.lifetime) == (0.5, 0.25, lived())
    assert office.survey.decay_inputs(BEN) == []


def test_mentions_are_of_memories_live_or_not_and_of_no_turns(office: Office) -> None:
    office.put(*memories_of_each_kind())
    pairs = [("m_2", "e_1"), ("m_1", "e_2"), ("m_1", "e_1"), ("ep_1.000000", "e_1"), ("m", "e_1")]
    with office.store.writing(cause()) as writing:
        writing.put_entity(entity("e_1", "Ana"))
        writing.put_entity(entity("e_2", "Ben"))
        writing.put_mentions([Mention(MemoryId(node), EntityId(e)) for node, e in pairs])
    assert office.survey.mentions(ANA) == [("m_1", "e_1"), ("m_1", "e_2"), ("m_2", "e_1")]
    assert office.survey.mentions(BEN) == []


@pytest.mark.parametrize(
    ("which", "found"),
    [
        (MemoryCriteria(), ["m_1", "m_2", "m_3", "m_4"]),
        (MemoryCriteria(status=Status.PENDING), ["m_2"]),
        (MemoryCriteria(confidence_below=0.5), ["m_1"]),
        (MemoryCriteria(longer_than=20), ["m_3", "m_4"]),
        (MemoryCriteria(status=Status.ACTIVE, confidence_below=0.6, longer_than=3), ["m_1"]),
    ],
)
def test_memories_match_all_that_is_named(office: Office, which: MemoryCriteria, found: list[str]) -> None:
    long = "she sailed around the whole of the island"
    office.put(
        memory("m_1", "short", confidence=0.4),
        memory("m_2", "short", status=Status.PENDING),
        memory("m_3", long),
        memory("m_4", long, abstract="she sailed around t…"),
        memory("m_5", long, status=Status.ARCHIVED, confidence=0.1),
    )
    with office.store.writing(cause()) as writing:
        writing.put_memory(memory("m_2", long, status=Status.PENDING, abstract="a trip by sea"))
    assert office.survey.memories_matching(ANA, which) == found
    assert office.survey.memories_matching(BEN, which) == []


def test_much_mentioned_are_those_without_a_summary_or_with_one_that_is_over(office: Office) -> None:
    office.put(
        memory("m_1", "Ana rows."), memory("m_2"), memory("m_3", "Ana rides!", status=Status.SUPERSEDED)
    )
    names = {"e_1": None, "e_2": "Ana rows", "e_3": "He said that Ana rides", "e_4": None}
    with office.store.writing(cause()) as writing:
        for identity, summary in names.items():
            writing.put_entity(entity(identity, "somebody", summary=summary))
        nodes = ["m_1", "m_2", "m_3", "ep_1.000000"]
        pairs = [(node, e) for node in nodes for e in ("e_1", "e_2", "e_3")] + [
            ("m_1", "e_4"),
            ("ep_1.000000", "e_4"),
        ]
        writing.put_mentions([Mention(MemoryId(node), EntityId(e)) for node, e in pairs])
    assert office.survey.much_mentioned(ANA, least=2) == ["e_1", "e_3"]
    assert office.survey.much_mentioned(ANA, least=4) == []
    assert office.survey.much_mentioned(BEN, least=1) == []


def test_what_a_summary_says_is_not_over_while_another_memory_says_it(office: Office) -> None:
    office.put(memory("m_1", "Ana rides!", status=Status.SUPERSEDED), memory("m_2", "Ana rides!"))
    with office.store.writing(cause()) as writing:
        writing.put_entity(entity("e_1", "Ana", summary="They say Ana rides"))
        writing.put_mentions([Mention(MemoryId("m_1"), EntityId("e_1"))])
    assert office.survey.much_mentioned(ANA, least=1) == []


def test_rivals_are_two_values_that_both_hold(office: Office) -> None:
    two = [attribute("a_2", "e_1", "age", "41"), attribute("a_1", "e_1", "age", "42")]
    others = [
        attribute("a_3", "e_1", "home", "Porto"),
        attribute("a_4", "e_1", "home", "PORTO"),
        attribute("a_5", "e_1", "home", "Lisbon", lifetime=lived(valid_to=DAY)),
        attribute("a_6", "e_1", "home", "Faro", lifetime=lived(retracted_at=DAY)),
        attribute("a_7", "e_1", "home", "Braga", qualifier="second"),
        attribute("a_8", "e_2", "home", "Evora"),
        attribute("a_9", "e_1", "home", ""),
    ]
    with office.store.writing(cause()) as writing:
        writing.put_entity(entity("e_1", "Ana"))
        writing.put_entity(entity("e_2", "Ben"))
        writing.put_attributes([*two, *others])
    assert [each.id for each in office.survey.rival_attributes(ANA)] == [
        AttributeId("a_1"),
        AttributeId("a_2"),
    ]
    assert office.survey.rival_attributes(BEN) == []


def test_edges_by_name_and_links_are_told_ended_and_retracted_ones_too(office: Office) -> None:
    edges = [
        edge("r_2", "e_1", "knows", "e_2"),
        edge("r_1", "e_2", "tends", "e_1", lifetime=lived(valid_to=DAY, closed_at=DAY)),
        edge("r_3", "e_1", "tends", "e_2", lifetime=lived(retracted_at=DAY)),
    ]
    with office.store.writing(cause()) as writing:
        for each in edges:
            writing.put_edge(each)
    assert office.survey.edges_called(ANA, ["tends", "never"]) == [edges[1], edges[2]]
    assert office.survey.links(ANA) == [("e_2", "e_1"), ("e_1", "e_2"), ("e_1", "e_2")]
    assert (office.survey.edges_called(BEN, ["tends"]), office.survey.links(BEN)) == ([], [])


def test_the_last_change_is_another_one_after_every_change(office: Office) -> None:
    words = [office.survey.last_change(ANA)]
    office.put(memory("m_1"))
    words.append(office.survey.last_change(ANA))
    with office.store.writing(cause()) as writing:
        writing.put_entity(entity("e_1", "Ana"))
        operation = writing.operation
    words.append(office.survey.last_change(ANA))
    office.store.undo([operation], cause(verb="undo"))
    words.append(office.survey.last_change(ANA))
    office.store.purge(ANA, [MemoryId("m_1")], [])
    words.append(office.survey.last_change(ANA))
    assert len(set(words)) == len(words)
    assert office.survey.last_change(ANA) == words[-1]


def test_marks_take_the_place_of_all_of_their_task(office: Office) -> None:
    one, two, new = ReviewMark(b"1", b"\x00k"), ReviewMark(b"2"), ReviewMark(b"3")
    marks: dict[NodeId, ReviewMark] = {MemoryId("m_1"): one, MemoryId("m_2"): two}
    office.survey.keep_review_marks(ANA, "names", marks)
    office.survey.keep_review_marks(ANA, "decay", marks)
    office.survey.keep_review_marks(BEN, "names", {MemoryId("m_1"): new})
    office.survey.keep_review_marks(ANA, "names", {MemoryId("m_2"): new})
    assert office.survey.review_marks(ANA, "names") == {MemoryId("m_2"): new}
    assert office.survey.review_marks(ANA, "decay") == marks
    assert office.survey.review_marks(BEN, "names") == {MemoryId("m_1"): new}
    office.survey.keep_review_marks(ANA, "names", {})
    assert office.survey.review_marks(ANA, "names") == {}
