"""What is known about somebody or something: what holds now, what held before, and the latest memories?"""

from typing import TYPE_CHECKING, Any

from quaidpy.interfaces.json_forms.identities import name_or_id
from quaidpy.interfaces.json_forms.memories import edge_documents
from quaidpy.interfaces.json_forms.plain import plain

if TYPE_CHECKING:
    from quaidpy.domain.identity import EntityId
    from quaidpy.memory import Memory


def card_document(name: str, memory: "Memory", limit: int) -> dict[str, Any]:
    """An entity with what holds now, what held before, and its latest memories."""
    known = memory.entity(name_or_id(name, memory))
    edges = edge_documents(memory.edges([known.id]), memory)
    document: dict[str, Any] = plain(known)
    return document | {
        "now": [edge for edge in edges if not _has_ended(edge)],
        "before": [edge for edge in edges if _has_ended(edge)],
        "attributes": attribute_documents(known.id, memory),
        "memories": [
            {
                "id": m.id,
                "kind": m.kind.value,
                "text": m.text,
                "status": m.status.value,
                "stated_at": plain(m.stated_at),
            }
            for m in memory.about(known.id, limit=limit)
        ],
    }


def _has_ended(edge: dict[str, Any]) -> bool:
    return bool(edge["lifetime"]["valid_to"] or edge["lifetime"]["retracted_at"])


def attribute_documents(subject: "EntityId", memory: "Memory") -> list[dict[str, Any]]:
    """By attribute, what holds now first, then the newest; withdrawn ones and mere endings are left out."""
    told = memory.parts.remembering.store.attributes_of(memory.owner, [subject])
    shown = [each for each in told if each.value and each.lifetime.retracted_at is None]
    shown.sort(key=lambda each: each.lifetime.valid_from or each.lifetime.recorded_at, reverse=True)
    shown.sort(key=lambda each: (each.qualifier, each.name, each.lifetime.valid_to is not None))
    once = {
        (each.qualifier, each.name, each.value.casefold(), each.lifetime.valid_to): each
        for each in shown[::-1]
    }
    return [
        {
            "id": each.id,
            "attribute": each.name,
            "of": each.qualifier,
            "value": each.value,
            "from": plain(each.lifetime.valid_from),
            "until": plain(each.lifetime.valid_to),
        }
        for each in list(once.values())[::-1]
    ]
