"""What is known about a memory: all its fields, and what they point to?"""

from typing import TYPE_CHECKING, Any

from quaidpy.domain.spaces import owner_in
from quaidpy.interfaces.json_forms.identities import short
from quaidpy.interfaces.json_forms.plain import plain
from quaidpy.interfaces.json_forms.versions import provenance_document

if TYPE_CHECKING:
    from quaidpy.domain.graph.edges import Edge
    from quaidpy.domain.memories.memory import Memory as Statement
    from quaidpy.memory import Memory


def memory_document(statement: "Statement", memory: "Memory") -> dict[str, Any]:
    """All fields, and what they point to: evidence verbatim, entities, edges in words, usage."""
    document: dict[str, Any] = plain(statement)
    successor = memory.called([statement.superseded_by]) if statement.superseded_by else []
    return document | {
        "evidence": evidence_documents(statement, memory),
        "entities": [
            {"id": entity.id, "name": entity.name, "type": entity.type.value}
            for entity in memory.named([m.entity for m in memory.mentions([statement.id])])
        ],
        "edges": edge_documents(memory.stated_by([statement.id]), memory),
        "owner": owner_in(statement.owner),
        "usage": plain(memory.usage(statement.id))
        | {"recalled_at": plain(memory.recall_times(statement.id))},
        "space": memory.spaces_of([statement.id]).get(statement.id),
        "suppressed_in": list(memory.suppressed_in(statement.id)),
        "successor": successor[0].text if successor else None,
        **provenance_document(memory.history(statement.id)),
    }


def evidence_documents(statement: "Statement", memory: "Memory") -> list[dict[str, Any]]:
    """The quoted characters, and the whole turn they stand in."""
    turns = {turn.id: turn for turn in memory.words([each.turn for each in statement.evidence])}
    return [
        {
            "turn": each.turn,
            "speaker": turns[each.turn].speaker,
            "at": plain(turns[each.turn].at),
            "quote": turns[each.turn].text[each.start : each.end],
            "text": turns[each.turn].text,
            "start": each.start,
            "end": each.end,
        }
        for each in statement.evidence
        if each.turn in turns
    ]


def edge_documents(edges: "list[Edge]", memory: "Memory") -> list[dict[str, Any]]:
    """Edges with the names of their ends."""
    names = names_of(memory, [end for edge in edges for end in (edge.source, edge.target)])
    return [
        plain(edge)
        | {
            "owner": owner_in(edge.owner),
            "source_name": names[edge.source],
            "target_name": names[edge.target],
        }
        for edge in edges
    ]


def names_of(memory: "Memory", nodes: "list[Any]") -> dict[str, str]:
    """What each node is called: an entity by its name, a memory by its text, a turn by its words."""
    wanted = list(dict.fromkeys(nodes))
    names = {node: short(node) for node in wanted}
    names |= {entity.id: entity.name for entity in memory.named(wanted)}
    names |= {statement.id: statement.text for statement in memory.called(wanted)}
    return names | {turn.id: f"{turn.speaker or turn.role}: {turn.text}" for turn in memory.words(wanted)}
