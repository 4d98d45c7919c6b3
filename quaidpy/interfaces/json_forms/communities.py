"""Which entities belong together, and which is the graph about? With the names that people know."""

from typing import TYPE_CHECKING, Any

from quaidpy.graph.communities import centralities, communities
from quaidpy.interfaces.json_forms.memories import names_of

if TYPE_CHECKING:
    from quaidpy.memory import Memory


def communities_document(memory: "Memory", *, limit: int) -> dict[str, Any]:
    """The largest communities with the names of their members, and which engine gave the relations."""
    relations = memory.parts.graph.relations(memory.owner)
    found = communities(relations.links)
    shown = found[:limit]
    names = names_of(memory, [node for each in shown for node in each.members])
    return {
        "communities": [
            {
                "members": [{"id": node, "name": names[node]} for node in each.members],
                "links": each.links,
            }
            for each in shown
        ],
        "count": len(found),
        "engine": relations.engine,
    }


def central_document(memory: "Memory", *, limit: int) -> dict[str, Any]:
    """The most central entities with their share of all attention, and which engine gave the relations."""
    relations = memory.parts.graph.relations(memory.owner)
    found = list(centralities(relations.links).items())[:limit]
    names = names_of(memory, [node for node, _ in found])
    return {
        "entities": [{"id": node, "name": names[node], "share": share} for node, share in found],
        "engine": relations.engine,
    }
