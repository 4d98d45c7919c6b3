"""Does a store count, erase, give away and take in its rows?"""

import json
from datetime import timedelta

import pytest

from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.identity import (
    EntityId,
    EpisodeId,
    MemoryId,
    Owner,
    RecallId,
    TurnId,
)
from quaidpy.domain.memories.memory import Evidence, Kind, Status, UsageChange
from quaidpy.domain.memories.operations import Decision
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.errors import ConflictError, UsageError
from quaidpy.ports.search import SearchIndex
from quaidpy.ports.storage import MemoryStore
from tests.fakes import HashingEmbedder
from tests.samples import ANA, BEN, DAY, cause, edge, entity, episode, memory, turn

A_DAY = timedelta(days=1)


def ids(*names: str) -> list[MemoryId]:
    return [MemoryId(name) for name in names]


def rows_without_history(store: MemoryStore, owner: Owner = ANA) -> str:
    kept = [row for row in store.export_rows(owner) if row["type"] not in {"operation", "decision"}]
    return "\n".join(json.dumps(row) for row in kept)


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
    assert store.purge(ANA, ids("m_1"), [EpisodeId("ep_1")]).rows > 0
    assert store.memories(ANA, ids("m_1")) == []
    assert store.turns_of(ANA, EpisodeId("ep_1")) == []
    assert [e.name for e in store.all_entities(ANA)] == ["Ana"]
    assert search.text("xylophone", Corpus.MEMORIES, Filter(owner=ANA), limit=5) == []
    assert search.text("xylophone", Corpus.TURNS, Filter(owner=ANA), limit=5) == []
    assert search.known_vectors(ANA, embedder.identity, [secret]) == {}
    assert secret not in json.dumps([str(row) for row in store.export_rows(ANA)])
    assert "xylophone" not in str(store.operation(ANA, stored)).lower()
    assert store.recall_traces(ANA, RecallId("q_1")) == []
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
    assert [hit.node for hit in search.text("lisbon", Corpus.MEMORIES, Filter(owner=BEN), limit=5)] == ["m_1"]


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
    store.import_rows(
        BEN, [row for row in exported if row["type"] not in {"operation", "decision", "usage", "recall_time"}]
    )
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
