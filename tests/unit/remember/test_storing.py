"""Findings become rows: decided first, written once, undone byte for byte."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.graph.relations import RelationMap
from quaidpy.domain.identity import EpisodeId, MemoryId, Owner, RunId, turn_id
from quaidpy.domain.memories.attribute_names import AttributeNames
from quaidpy.domain.memories.drafts import (
    EdgeDraft,
    EntityDraft,
    EntityMention,
    Extraction,
    MemoryDraft,
    RejectionReason,
)
from quaidpy.domain.memories.episodes import Episode, Turn
from quaidpy.domain.memories.memory import Evidence, Kind, Status
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.recall.queries import Filter
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.domain.tuning import ResolutionTuning
from quaidpy.remember.changing import history
from quaidpy.remember.deciding.embedding import embed_missing
from quaidpy.remember.deciding.storing import ChunkOutcome, store_chunk
from quaidpy.settings import load_attributes, load_relations, load_settings
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.search.index import SqliteSearch
from quaidpy.storage.sqlite.stores.memories import SqliteMemories
from tests.fakes import CountedIds, FakeClock, HashingEmbedder

OWNER = Owner("mira")
ANA = EntityDraft(name="Ana", type=EntityType.PERSON)
JANUARY, JUNE = datetime(2025, 1, 14, tzinfo=UTC), datetime(2025, 6, 9, tzinfo=UTC)


@dataclass(frozen=True)
class Tools:
    store: SqliteMemories
    search: SqliteSearch
    clock: FakeClock
    ids: CountedIds
    relations: RelationMap
    attributes: AttributeNames
    resolution: ResolutionTuning
    retired: frozenset[str] = frozenset()

    def is_retired(self, digest: str) -> bool:
        return digest in self.retired


@pytest.fixture
def tools(tmp_path: Path) -> Iterator[Tools]:
    settings = load_settings(home=tmp_path, environment={})
    clock, ids = FakeClock(), CountedIds()
    database = Database(tmp_path / "memory.sqlite", clock=clock)
    store = SqliteMemories(database, clock, ids)
    yield Tools(
        store=store,
        search=SqliteSearch(database, settings.tuning.search),
        clock=clock,
        ids=ids,
        relations=load_relations(),
        attributes=load_attributes(),
        resolution=settings.tuning.resolution,
    )
    store.close()


def lives_in(place: str, said: datetime, evidence: tuple[Evidence, ...] = ()) -> MemoryDraft:
    city = EntityDraft(name=place, type=EntityType.PLACE)
    return MemoryDraft(
        kind=Kind.FACT,
        text=f"Ana lives in {place}",
        stated_at=said,
        evidence=evidence,
        mentions=(EntityMention(ANA, 1.0), EntityMention(city, 0.5)),
        edges=(EdgeDraft(subject=ANA, relation="lives_in", object=city),),
    )


def take_in(tools: Tools, label: str, said: datetime, *drafts: MemoryDraft) -> ChunkOutcome:
    outcome, _ = take_in_all(tools, label, said, *drafts)
    return outcome


def take_in_all(
    tools: Tools, label: str, said: datetime, *drafts: MemoryDraft
) -> tuple[ChunkOutcome, list[RejectionReason]]:
    episode = Episode(
        id=EpisodeId(f"ep_{label}"),
        owner=OWNER,
        source_key=label,
        format="log",
        digest=label,
        cursor=1,
        recorded_at=tools.clock.now(),
    )
    turn = Turn(id=turn_id(episode.id, 0), episode=episode.id, owner=OWNER, seq=0, text=label, at=said)
    cause = Cause(owner=OWNER, verb="extract", why=label, run=RunId(f"run_{label}"))
    with tools.store.writing(cause) as writing:
        writing.put_episode(episode)
        writing.put_turns([turn])
    grounded = tuple(replace(d, evidence=d.evidence or (Evidence(turn.id, 0, 3),)) for d in drafts)
    found = Extraction(drafts=grounded, turn_mentions=((turn.id, EntityMention(ANA, 1.0)),), rejections=())
    vectors = embed_missing(OWNER, [draft.text for draft in drafts], tools.search, HashingEmbedder())
    outcome, rejected = store_chunk(found, replace(episode, extracted_turns=1), vectors, tools, cause)
    return outcome, [rejection.reason for rejection in rejected]


def true_at(tools: Tools, as_of: datetime, known_at: datetime | None = None) -> list[str]:
    moment = Moment(as_of=as_of, known_at=known_at or tools.clock.now())
    return [m.text for m in tools.store.memories_where(Filter(owner=OWNER, moment=moment), limit=100)]


def test_a_move_supersedes_the_old_home_and_both_moments_answer_for_themselves(tools: Tools) -> None:
    take_in(tools, "a", JANUARY, lives_in("Porto", JANUARY))
    before_we_knew = tools.clock.now()
    moved = take_in(tools, "b", JUNE, lives_in("Lisbon", JUNE))
    assert len(moved.superseded) == 1
    assert true_at(tools, JUNE - timedelta(days=1)) == ["Ana lives in Porto"]
    assert true_at(tools, JUNE + timedelta(days=1)) == ["Ana lives in Lisbon"]
    assert true_at(tools, JUNE + timedelta(days=1), before_we_knew) == ["Ana lives in Porto"]


def test_a_relation_that_never_ends_by_itself_does_not_keep_an_ended_statement_alive(tools: Tools) -> None:
    lasting = EdgeDraft(
        subject=ANA, relation="has_occupation", object=EntityDraft(name="baker", type=EntityType.CONCEPT)
    )
    porto = lives_in("Porto", JANUARY)
    take_in(tools, "a", JANUARY, replace(porto, text="Ana bakes in Porto", edges=(*porto.edges, lasting)))
    take_in(tools, "b", JUNE, lives_in("Lisbon", JUNE))
    assert true_at(tools, JUNE + timedelta(days=1)) == ["Ana lives in Lisbon"]


def test_undoing_a_run_restores_the_export_byte_for_byte(tools: Tools) -> None:
    def exported() -> list[object]:
        rows = tools.store.export_rows(OWNER)
        return [row for row in rows if row["type"] not in {"operation", "decision"}]

    take_in(tools, "a", JANUARY, lives_in("Porto", JANUARY))
    before = exported()
    take_in(tools, "b", JUNE, lives_in("Lisbon", JUNE), lives_in("Porto", JANUARY))
    assert exported() != before
    history.undo(tools.store, OWNER, "run_b")
    assert exported() == before


def test_the_same_words_from_another_turn_confirm(tools: Tools) -> None:
    first = take_in(tools, "a", JANUARY, lives_in("Porto", JANUARY))
    again = take_in(tools, "b", JUNE, lives_in("Porto", JUNE))
    (memory,) = tools.store.memories(OWNER, list(again.confirmed))
    assert (again.inserted, again.confirmed) == ((), first.inserted)
    assert (memory.confirmations, memory.confidence) == (1, pytest.approx(0.72))
    assert len(memory.evidence) == 2


def test_the_same_words_from_the_same_turn_are_a_duplicate(tools: Tools) -> None:
    evidence = (Evidence(turn_id(EpisodeId("ep_a"), 0), 0, 1),)
    outcome, reasons = take_in_all(
        tools, "a", JANUARY, *[lives_in("Porto", JANUARY, evidence=evidence) for _ in range(2)]
    )
    assert len(outcome.inserted) == 1
    assert reasons == [RejectionReason.DUPLICATE]


def test_old_news_that_arrives_late_is_history_at_once(tools: Tools) -> None:
    take_in(tools, "b", JUNE, lives_in("Lisbon", JUNE))
    take_in(tools, "a", JANUARY, lives_in("Porto", JANUARY))
    assert true_at(tools, JUNE + timedelta(days=1)) == ["Ana lives in Lisbon"]
    assert "Ana lives in Porto" in true_at(tools, JUNE - timedelta(days=1))


def test_one_name_is_one_entity_over_all_episodes(tools: Tools) -> None:
    take_in(tools, "a", JANUARY, lives_in("Porto", JANUARY))
    take_in(tools, "b", JUNE, lives_in("Lisbon", JUNE))
    assert sorted(entity.name for entity in tools.store.all_entities(OWNER)) == ["Ana", "Lisbon", "Porto"]


def test_words_the_user_retired_do_not_come_back(tools: Tools) -> None:
    first = take_in(tools, "a", JANUARY, lives_in("Porto", JANUARY))
    (memory,) = tools.store.memories(OWNER, list(first.inserted))
    wary = replace(tools, retired=frozenset({memory.content_hash}))
    outcome, reasons = take_in_all(wary, "b", JUNE, lives_in("Porto", JUNE))
    assert outcome.inserted == ()
    assert reasons == [RejectionReason.RETIRED]


def test_nothing_is_stored_twice_within_one_chunk(tools: Tools) -> None:
    outcome = take_in(
        tools,
        "a",
        JANUARY,
        lives_in("Porto", JANUARY, evidence=(Evidence(turn_id(EpisodeId("ep_a"), 0), 0, 1),)),
        lives_in("Porto", JANUARY, evidence=(Evidence(turn_id(EpisodeId("ep_a"), 0), 1, 2),)),
    )
    assert len(outcome.inserted) == 1
    assert outcome.confirmed == outcome.inserted


def test_a_superseded_memory_names_its_successor(tools: Tools) -> None:
    take_in(tools, "a", JANUARY, lives_in("Porto", JANUARY))
    moved = take_in(tools, "b", JUNE, lives_in("Lisbon", JUNE))
    (old,) = tools.store.memories(OWNER, list(moved.superseded))
    assert (old.status, old.superseded_by) == (Status.SUPERSEDED, MemoryId(moved.inserted[0]))
