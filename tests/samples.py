"""Small, valid values to put into stores; tests name only what matters to them."""

from datetime import UTC, datetime
from typing import Any

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import Entity, EntityType
from quaidpy.domain.identity import AttributeId, EdgeId, EntityId, EpisodeId, MemoryId, Owner, turn_id
from quaidpy.domain.language.text import content_hash
from quaidpy.domain.memories.attributes import Attribute
from quaidpy.domain.memories.episodes import Episode, Turn
from quaidpy.domain.memories.memory import Kind, Memory, Status
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.domain.tuning import SearchTuning

ANA, BEN = Owner("ana"), Owner("ben")
DAY = datetime(2025, 3, 1, 12, tzinfo=UTC)
SEARCH_TUNING = SearchTuning(
    name_weight=2.0,
    keyword_weight=1.0,
    most_terms=48,
    most_words_read=600,
    large_shelf_rows=20_000,
    common_term_share=0.05,
    most_rows_ranked=8_000,
    scan_below_rows=500,
    vectors_in_memory_mb=100,
    searches_before_memory=1,
    words_in_memory_mb=100,
    rows_in_memory=10_000,
    codes_from_rows=30_000,
)


def cause(owner: Owner = ANA, verb: str = "store", **more: Any) -> Cause:
    return Cause(owner=owner, verb=verb, why="a test", **more)


def lived(recorded_at: datetime = DAY, **times: datetime | None) -> Lifetime:
    return Lifetime(recorded_at=recorded_at, **times)


def memory(identity: str, text: str = "Ana lives in Lisbon", **more: Any) -> Memory:
    given = {
        "owner": ANA,
        "kind": Kind.FACT,
        "content_hash": content_hash(text),
        "lifetime": lived(),
        "stated_at": DAY,
        "status": Status.ACTIVE,
    }
    return Memory(id=MemoryId(identity), text=text, **{**given, **more})


def entity(identity: str, name: str, **more: Any) -> Entity:
    given = {"owner": ANA, "type": EntityType.PERSON}
    return Entity(id=EntityId(identity), name=name, **{**given, **more})


def edge(identity: str, source: str, relation: str, target: str, **more: Any) -> Edge:
    given = {"owner": ANA, "lifetime": lived()}
    return Edge(
        id=EdgeId(identity),
        source=EntityId(source),
        relation=relation,
        target=EntityId(target),
        **{**given, **more},
    )


def attribute(identity: str, subject: str, name: str, value: str, **more: Any) -> Attribute:
    given = {"owner": ANA, "lifetime": lived()}
    return Attribute(
        id=AttributeId(identity), subject=EntityId(subject), name=name, value=value, **{**given, **more}
    )


def episode(identity: str = "ep_1", **more: Any) -> Episode:
    given = {
        "owner": ANA,
        "source_key": f"{identity}.txt",
        "format": "text",
        "digest": f"digest of {identity}",
        "cursor": 10,
        "recorded_at": DAY,
    }
    return Episode(id=EpisodeId(identity), **{**given, **more})


def turn(seq: int, text: str, episode_id: str = "ep_1", **more: Any) -> Turn:
    given = {"owner": ANA, "speaker": "Ana", "at": DAY}
    return Turn(
        id=turn_id(EpisodeId(episode_id), seq),
        episode=EpisodeId(episode_id),
        seq=seq,
        text=text,
        **{**given, **more},
    )
