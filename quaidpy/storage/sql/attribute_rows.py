"""How does an attribute look as a row, and back?"""

from quaidpy.domain.identity import AttributeId, EntityId, MemoryId, Owner, TurnId
from quaidpy.domain.memories.attributes import Attribute
from quaidpy.domain.memories.memory import Source
from quaidpy.storage.sql.rows import Columns, StoredRow, columns_of, lifetime_columns, lifetime_of

_COLUMNS = (
    "id", "subject", "name", "qualifier", "value", "confidence", "source", "turn", "memory", "replaced_by",
)  # fmt: skip


def attribute_columns(attribute: Attribute) -> Columns:
    confidence = {"confidence": float(attribute.confidence)}
    return {**columns_of(attribute, _COLUMNS), **confidence, **lifetime_columns(attribute.lifetime)}


def attribute_of(owner: Owner, row: StoredRow) -> Attribute:
    turn, memory, by = row["turn"], row["memory"], row["replaced_by"]
    return Attribute(
        id=AttributeId(row["id"]),
        owner=owner,
        subject=EntityId(row["subject"]),
        name=row["name"],
        qualifier=row["qualifier"],
        value=row["value"],
        confidence=row["confidence"],
        source=Source(row["source"]),
        turn=None if turn is None else TurnId(turn),
        memory=None if memory is None else MemoryId(memory),
        replaced_by=None if by is None else AttributeId(by),
        lifetime=lifetime_of(row),
    )
