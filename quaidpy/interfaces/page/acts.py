"""What does the page ask that no command tells: the log of recalls, growth, time, and the graph as a picture?"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from quaidpy.domain.graph.edges import Edge, Link
from quaidpy.domain.graph.entities import Entity
from quaidpy.domain.identity import EpisodeId, NodeId, OperationId, Owner
from quaidpy.domain.memories.memory import Memory as Statement
from quaidpy.domain.memories.operations import OperationHead
from quaidpy.domain.recall.queries import Filter
from quaidpy.domain.recall.traces import Trace
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.graph.communities import centralities, communities
from quaidpy.graph.map_layout import map_places
from quaidpy.interfaces.json_forms.changes import MATTERS, changes_document
from quaidpy.interfaces.json_forms.memories import names_of
from quaidpy.interfaces.json_forms.plain import plain
from quaidpy.memory import Memory
from quaidpy.recall.understanding.typed_times import instant

Document = dict[str, Any]
Given = Mapping[str, str]
Act = Callable[[Memory, Given], Document]

_MOST_DRAWN = 5_000
_MOST_NAMED = 200
_GROWTH_DAYS = 365
_HEADS_READ, _LARGEST_READ = 200, 200_000  # operations, bytes
_MOST_LEARNT, _MOST_HEADS, _MOST_CHANGES = 16, 4, 200


def recalls(memory: Memory, given: Given) -> Document:
    """The last hundred recalls, newest first: who asked what, and what was given."""
    del given
    memory.parts.effects.flush()
    traces = memory.parts.remembering.store.recall_traces(memory.owner, None)
    return {"recalls": [_recall_card(Trace.from_json(each)) for each in traces]}


def growth(memory: Memory, given: Given) -> Document:
    """The figures that nights wrote down, oldest first, of a year at most."""
    del given
    since = memory.now() - timedelta(days=_GROWTH_DAYS)
    found = memory.parts.nights.health(memory.owner, since=since)
    return {"snapshots": [{"at": plain(each.at), "figures": dict(each.figures)} for each in found]}


def learnt(memory: Memory, given: Given) -> Document:
    """What was learnt, reworded and ended last, by operations that a person can take in; of the others their heads."""
    del given
    store, rows, heads = memory.parts.remembering.store, list[Document](), list[Document]()
    for head in store.operation_heads(memory.owner, limit=_HEADS_READ):
        if len(rows) >= _MOST_LEARNT:
            break
        if head.size > _LARGEST_READ:
            heads.append(_head_card(head))
            continue
        told = changes_document(memory, [store.operation(memory.owner, head.id)])["changes"][0]
        rows += [
            {**each, "at": told["at"], "who": told["agent"] or told["who"], "verb": told["verb"]}
            for each in told["changes"]
            if each["table"] == "memories"
        ]
    return {"rows": rows[: 4 * _MOST_LEARNT], "large": heads[:_MOST_HEADS]}


def operations(memory: Memory, given: Given) -> Document:
    """The last operations without what they changed."""
    del given
    heads = memory.parts.remembering.store.operation_heads(memory.owner, limit=_HEADS_READ)
    return {"operations": [_head_card(each) for each in heads]}


def operation(memory: Memory, given: Given) -> Document:
    """What one operation changed: the first two hundred changes, and how many there are."""
    found = memory.parts.remembering.store.operation(memory.owner, OperationId(given.get("id", "")))
    matter = [each for each in found.changes if each.table in MATTERS]
    shown = replace(found, changes=tuple(matter[:_MOST_CHANGES]))
    told: Document = changes_document(memory, [shown])["changes"][0]
    return told | {"count": len(matter)}


def spending(memory: Memory, given: Given) -> Document:
    """What language models were asked and what that took, by what it was for, and the last times."""
    del given
    return {"by_use": plain(memory.spent()), "last": plain(memory.spendings(limit=60))}


def timeline(memory: Memory, given: Given) -> Document:
    """Memories that were said before a time, newest first; `until` goes on where the last page ended.

    `on`: a day; only what had been said at its end and held then.
    """
    now = memory.now()
    until = instant(given["until"], now=now) if given.get("until") else None
    on = instant(given["on"], now=now) + timedelta(days=1) if given.get("on") else None
    moment = Moment(as_of=on, known_at=now) if on else None
    keep = Filter(owner=memory.owner, until=until or on, moment=moment)
    found = memory.newest(keep, limit=100)
    return {
        "memories": [_memory_card(each) for each in found],
        "next": plain(found[-1].stated_at) if len(found) == 100 else None,
    }


def made_of(memory: Memory, given: Given) -> Document:
    """What was kept of each turn of a conversation."""
    turns = memory.turns(EpisodeId(given.get("id", "")))
    store = memory.parts.remembering.store
    found = store.memories_from_turns(memory.owner, [each.id for each in turns])
    kept = {each.id: each for each in memory.called(sorted({one for ids in found.values() for one in ids}))}
    return {
        "turns": {
            turn: [_memory_card(kept[each]) for each in ids if each in kept] for turn, ids in found.items()
        }
    }


def names(memory: Memory, given: Given) -> Document:
    """What nodes say or are called: of at most 200 ids, with commas between them."""
    ids = [each for each in given.get("ids", "").split(",") if each][:_MOST_NAMED]
    return {"names": names_of(memory, ids) if ids else {}}


def people(memory: Memory, given: Given) -> Document:
    """Everybody and everything known, by what a list shows of them."""
    del given
    return {
        "entities": [
            {"id": each.id, "name": each.name, "type": each.type.value, "aliases": list(each.aliases)}
            for each in memory.entities()
        ]
    }


class Pictures:
    """The map of each owner, made anew once memory has changed."""

    def __init__(self) -> None:
        self._made: dict[Owner, tuple[str, Document]] = {}

    def __call__(self, memory: Memory, given: Given) -> Document:
        del given
        change = memory.parts.survey.last_change(memory.owner)
        if self._made.get(memory.owner, ("", {}))[0] != change or not change:
            self._made[memory.owner] = (change, picture(memory))
        return self._made[memory.owner][1]


def picture(memory: Memory) -> Document:
    """Everybody and everything that relations join, with a place for each; the most central 5,000 at most."""
    known: dict[NodeId, Entity] = {each.id: each for each in memory.entities()}
    edges = [each for each in memory.edges(list(known)) if each.source in known and each.target in known]
    links = [
        Link(source=each.source, relation=each.relation, target=each.target, weight=1.0) for each in edges
    ]
    shares = dict(list(centralities(links).items())[:_MOST_DRAWN])
    groups = [[node for node in each.members if node in shares] for each in communities(links)]
    ends = [(each.source, each.target) for each in edges if each.source in shares and each.target in shares]
    places = map_places(groups, ends, {node: known[node].name for node in shares})
    numbers = {node: number for number, group in enumerate(groups) for node in group}
    return {
        "nodes": [
            {
                "id": node, "name": known[node].name, "type": known[node].type.value, "share": round(share, 6),
                "group": numbers[node], "x": round(places[node][0], 1), "y": round(places[node][1], 1),
            }
            for node, share in shares.items()
        ],
        "edges": [_edge_card(each) for each in edges if each.source in shares and each.target in shares],
        "left_out": len(known) - len(shares),
    }  # fmt: skip


def _head_card(head: OperationHead) -> Document:
    cause = head.cause
    return {
        "id": head.id, "run": cause.run, "at": plain(head.at), "verb": cause.verb, "why": cause.why,
        "who": (cause.caller.agent if cause.caller else None) or cause.who, "undone_by": head.undone_by,
    }  # fmt: skip


def _recall_card(trace: Trace) -> Document:
    return {
        "id": trace.id,
        "query": trace.query,
        "asked_at": trace.asked_at,
        "agent": trace.agent,
        "abstained": trace.abstained,
        "given": sum(not each.left_out for each in trace.results),
        "ms": round(sum(stage.ms for stage in trace.stages), 1),
    }


def _memory_card(memory: Statement) -> Document:
    return {
        "id": memory.id,
        "kind": memory.kind.value,
        "text": memory.text,
        "status": memory.status.value,
        "stated_at": plain(memory.stated_at),
        "valid_from": plain(memory.lifetime.valid_from),
        "valid_to": plain(memory.lifetime.valid_to),
    }


def _edge_card(edge: Edge) -> Document:
    ended: datetime | None = edge.lifetime.valid_to or edge.lifetime.retracted_at
    return {
        "source": edge.source,
        "relation": edge.relation,
        "target": edge.target,
        "from": plain(edge.lifetime.valid_from),
        "to": plain(ended),
    }


def acts() -> Mapping[str, Act]:
    """By name."""
    return {
        "recalls": recalls,
        "growth": growth,
        "spending": spending,
        "learnt": learnt,
        "operations": operations,
        "operation": operation,
        "timeline": timeline,
        "made-of": made_of,
        "names": names,
        "people": people,
        "picture": Pictures(),
    }
