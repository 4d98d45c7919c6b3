"""How does each domain value look as a row, and back?

A row is a mapping of column to value, in column order, without the owner. Times are UTC text of fixed width, so that
they compare as text; lists are JSON text.
"""

import json
from array import array
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from enum import Enum
from functools import lru_cache
from hashlib import sha256
from sys import intern
from typing import Any

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import Entity, EntityType, Mention
from quaidpy.domain.identity import EdgeId, EntityId, EpisodeId, MemoryId, Owner, Together, TurnId
from quaidpy.domain.language.text import normalized
from quaidpy.domain.memories.episodes import Episode, Role, Turn
from quaidpy.domain.memories.memory import Evidence, Kind, Memory, Source, Status, Tier
from quaidpy.domain.memories.operations import Value
from quaidpy.domain.memories.readings import Reading, ReadingState
from quaidpy.domain.nights import Matter, Question, QuestionState
from quaidpy.domain.secrets.redaction import without_secrets
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.errors import UsageError
from quaidpy.ports.embedding import EmbedderIdentity, Vector
from quaidpy.storage.sql.unreadable_rows import readable

_LAST_SIGN = chr(0x10FFFF)  # after every other
_MEMORY = (
    "id", "kind", "text", "content_hash", "status", "confidence", "importance", "tier", "pinned", "verified",
    "flagged", "keywords", "tags", "source", "speaker", "project", "session", "abstract", "overview", "confirmations",
    "superseded_by", "stated_at",
)  # fmt: skip
_EDGE = ("id", "source", "relation", "target", "weight", "confidence", "memory")
_EPISODE = (
    "id", "source_key", "format", "digest", "cursor", "extracted_turns", "recorded_at", "started_at", "title",
    "session", "project",
)  # fmt: skip
_READING = (
    "episode", "first_turn", "last_turn", "state", "attempts", "due_at", "error", "model", "prompt", "user_name",
)  # fmt: skip
_QUESTION = ("matter", "subject", "digest", "state", "verdict", "reason", "asked_at", "due_at")

Columns = dict[str, Value]
StoredRow = Mapping[str, Any]
"""A row as the engine gives it: the schema is STRICT, so a column's type is the one declared there."""


def instant_text(at: datetime) -> str:
    """`YYYY-MM-DDTHH:MM:SS.ffffffZ`. Raises UsageError for a time without zone."""
    if at.tzinfo is None:
        raise UsageError(f"the time {at.isoformat()} has no time zone; give it one")
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def optional_text(at: datetime | None) -> str | None:
    return None if at is None else instant_text(at)


@readable
def instant_of(text: str) -> datetime:
    return datetime.fromisoformat(text)


@readable
def optional_instant(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def json_text(value: object) -> str:
    """One spelling for one value, so that equal rows are equal text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def columns_of(value: object, names: Iterable[str]) -> Columns:
    """Of a domain value the attributes that are columns of the same name, as text and numbers."""
    return {name: _plain(getattr(value, name)) for name in names}


def _plain(value: Any) -> Value:
    match value:
        case Enum():
            return str(value.value)
        case datetime():
            return instant_text(value)
        case bool():
            return int(value)
        case tuple():
            return json_text(value)
        case _:
            plain: Value = value
            return plain


@lru_cache(maxsize=4096)  # a recall compares the same hundred names several times
def folded_name(name: str) -> str:
    """How names are compared: case, width and surrounding space do not count."""
    return normalized(name)


def beginning_of_names(text: str) -> tuple[str, str]:
    """From where to where, the end left out, folded names stand that begin with it, ordered by code point.

    A space at its end counts: "jo " begins "jo anne", not "john".
    """
    low = folded_name(text) + (" " if text.endswith(" ") else "")
    return low, low + _LAST_SIGN


def text_hash(text: str) -> bytes:
    """Under which an index text's embedding is kept; 32 bytes."""
    return sha256(text.encode()).digest()


def identity_text(identity: EmbedderIdentity) -> str:
    return json_text([identity.name, identity.dimension, identity.probe])


@lru_cache(maxsize=16)  # a recall asks ten times whether it is still the same
@readable
def identity_of(text: str) -> EmbedderIdentity:
    name, dimension, probe = json.loads(text)
    return EmbedderIdentity(name=name, dimension=dimension, probe=probe)


def vector_of(blob: bytes) -> "Vector[float]":
    return array("f", blob)


def lifetime_columns(lifetime: Lifetime) -> Columns:
    return columns_of(lifetime, ("valid_from", "valid_to", "recorded_at", "retracted_at", "closed_at"))


def lifetime_of(row: StoredRow) -> Lifetime:
    return Lifetime(
        recorded_at=instant_of(row["recorded_at"]),
        valid_from=optional_instant(row["valid_from"]),
        valid_to=optional_instant(row["valid_to"]),
        retracted_at=optional_instant(row["retracted_at"]),
        closed_at=optional_instant(row["closed_at"]),
    )


# Looked up in a table: calling the class costs four times as much, and a recall reads hundreds of rows.
_KINDS, _STATUSES, _TIERS, _SOURCES, _ROLES = (
    {each.value: each for each in Kind},
    {each.value: each for each in Status},
    {each.value: each for each in Tier},
    {each.value: each for each in Source},
    {each.value: each for each in Role},
)


def _strings(text: str) -> tuple[str, ...]:
    return () if text == "[]" else tuple(json.loads(text))


def owner_of(asked: Owner, row: StoredRow) -> Owner:
    """Whose the row is: of several that were asked together the one it says."""
    return Owner(row["owner"]) if isinstance(asked, Together) else asked


def memory_columns(memory: Memory) -> Columns:
    return {
        **columns_of(memory, _MEMORY),
        "confidence": float(memory.confidence),
        "importance": float(memory.importance),
        **lifetime_columns(memory.lifetime),
        "faded_at": optional_text(memory.faded_at),
    }


@readable
def memory_of(owner: Owner, row: StoredRow, evidence: Sequence[Evidence]) -> Memory:
    by = row["superseded_by"]
    return Memory(
        id=MemoryId(row["id"]),
        owner=owner_of(owner, row),
        kind=_KINDS[row["kind"]],
        text=row["text"],
        content_hash=row["content_hash"],
        lifetime=lifetime_of(row),
        stated_at=instant_of(row["stated_at"]),
        status=_STATUSES[row["status"]],
        confidence=row["confidence"],
        importance=row["importance"],
        tier=_TIERS[row["tier"]],
        pinned=bool(row["pinned"]),
        verified=bool(row["verified"]),
        flagged=bool(row["flagged"]),
        keywords=_strings(row["keywords"]),
        tags=_strings(row["tags"]),
        source=_SOURCES[row["source"]],
        speaker=row["speaker"],
        project=row["project"],
        session=row["session"],
        abstract=row["abstract"],
        overview=row["overview"],
        confirmations=row["confirmations"],
        superseded_by=None if by is None else MemoryId(by),
        faded_at=optional_instant(row["faded_at"]),
        evidence=tuple(evidence),
    )


def edge_columns(edge: Edge) -> Columns:
    numbers = {"weight": float(edge.weight), "confidence": float(edge.confidence)}
    return {**columns_of(edge, _EDGE), **numbers, **lifetime_columns(edge.lifetime)}


@readable
def edge_of(owner: Owner, row: StoredRow) -> Edge:
    memory = row["memory"]
    return Edge(
        id=EdgeId(row["id"]),
        owner=owner_of(owner, row),
        source=EntityId(row["source"]),
        relation=row["relation"],
        target=EntityId(row["target"]),
        lifetime=lifetime_of(row),
        weight=row["weight"],
        confidence=row["confidence"],
        memory=None if memory is None else MemoryId(memory),
    )


def entity_columns(entity: Entity) -> Columns:
    return {
        "id": entity.id,
        "type": entity.type.value,
        "name": entity.name,
        "folded": folded_name(without_secrets(entity.name)),
        "summary": entity.summary,
        "attributes": json_text(entity.attributes),
    }


@readable
def entity_of(owner: Owner, row: StoredRow, aliases: Sequence[str]) -> Entity:
    return Entity(
        id=EntityId(row["id"]),
        owner=owner_of(owner, row),
        type=EntityType(row["type"]),
        name=row["name"],
        aliases=tuple(aliases),
        summary=row["summary"],
        attributes=tuple((str(k), str(v)) for k, v in json.loads(row["attributes"])),
    )


def mention_columns(mention: Mention) -> Columns:
    return {"node": mention.node, "entity": mention.entity, "weight": float(mention.weight)}


@readable
def mention_of(row: StoredRow) -> Mention:
    return Mention(node=TurnId(row["node"]), entity=EntityId(row["entity"]), weight=row["weight"])


def episode_columns(episode: Episode) -> Columns:
    return columns_of(episode, _EPISODE)


@readable
def episode_of(owner: Owner, row: StoredRow) -> Episode:
    return Episode(
        id=EpisodeId(row["id"]),
        owner=owner_of(owner, row),
        source_key=row["source_key"],
        format=row["format"],
        digest=row["digest"],
        cursor=row["cursor"],
        extracted_turns=row["extracted_turns"],
        recorded_at=instant_of(row["recorded_at"]),
        started_at=optional_instant(row["started_at"]),
        title=row["title"],
        session=row["session"],
        project=row["project"],
    )


def turn_columns(turn: Turn) -> Columns:
    return columns_of(turn, ("id", "episode", "seq", "text", "speaker", "role", "at", "recorded_at"))


@readable
def turn_of(owner: Owner, row: StoredRow) -> Turn:
    return Turn(
        id=TurnId(row["id"]),
        episode=EpisodeId(intern(row["episode"])),  # one text for all of its turns: many are kept in memory
        owner=owner_of(owner, row),
        seq=row["seq"],
        text=row["text"],
        speaker=None if row["speaker"] is None else intern(row["speaker"]),
        role=_ROLES[row["role"]],
        at=optional_instant(row["at"]),
        recorded_at=optional_instant(row["recorded_at"]),
    )


def reading_columns(reading: Reading) -> Columns:
    return columns_of(reading, _READING)


@readable
def reading_of(owner: Owner, row: StoredRow) -> Reading:
    return Reading(
        owner=owner,
        episode=EpisodeId(row["episode"]),
        first_turn=row["first_turn"],
        last_turn=row["last_turn"],
        state=ReadingState(row["state"]),
        attempts=row["attempts"],
        due_at=instant_of(row["due_at"]),
        error=row["error"],
        model=row["model"],
        prompt=row["prompt"],
        user_name=row.get("user_name"),
    )


def question_columns(question: Question) -> Columns:
    return columns_of(question, _QUESTION)


@readable
def question_of(owner: Owner, row: StoredRow) -> Question:
    return Question(
        owner=owner,
        matter=Matter(row["matter"]),
        subjects=tuple(row["subject"].split(" ")),
        digest=row["digest"],
        reason=row["reason"],
        asked_at=instant_of(row["asked_at"]),
        state=QuestionState(row["state"]),
        verdict=row["verdict"],
        due_at=optional_instant(row["due_at"]),
    )
