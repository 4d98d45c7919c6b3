"""What is done for each question of a program or agent? Checked input in, a document out; one function an act."""

from hashlib import sha256
from typing import Any

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.memories.memory import Kind, Source, Status, Tier
from quaidpy.domain.recall.queries import Filter, Query
from quaidpy.errors import UsageError
from quaidpy.interfaces.api import requests
from quaidpy.interfaces.json_forms.changes import changes_document, linked
from quaidpy.interfaces.json_forms.graph import neighbours_document, path_document, table_document
from quaidpy.interfaces.json_forms.identities import meant_change, memory_id, name_or_id, recall_id, theme_id
from quaidpy.interfaces.json_forms.intake import (
    episode_document,
    episodes_document,
    note_document,
    report_document,
)
from quaidpy.interfaces.json_forms.memories import memory_document
from quaidpy.interfaces.json_forms.plain import plain
from quaidpy.interfaces.json_forms.results import result_document, told_useful
from quaidpy.interfaces.json_forms.themes import theme_document, themes_document
from quaidpy.interfaces.json_forms.versions import history_document
from quaidpy.memory import Memory
from quaidpy.recall.giving.rendering import context_block
from quaidpy.recall.understanding.typed_times import instant, require_order
from quaidpy.remember.changing.editing import Edit
from quaidpy.remember.changing.noting import Note
from quaidpy.remember.pipeline import Intake, Progress

Document = dict[str, Any]

_GROUPS = {
    "kind": [kind.value for kind in Kind],
    "status": [status.value for status in Status],
    "tier": [tier.value for tier in Tier],
}

# Finding


def recall(memory: Memory, asked: requests.Recall) -> Document:
    """Rank what answers a question, with the [MEMORY] block for an agent."""
    query = _query(memory, asked, budget_tokens=asked.budget_tokens, strict=asked.strict)
    result = memory.recall(query)
    block = context_block(result, budget_tokens=query.budget_tokens)
    return {"context": block, **_ranking(result_document(result, memory), is_explained=asked.explain)}


def search(memory: Memory, asked: requests.Search) -> Document:
    """Rank what answers a question."""
    result = memory.recall(_query(memory, asked, words_only=asked.text))
    return _ranking(result_document(result, memory), is_explained=asked.explain)


def search_words(memory: Memory, asked: requests.SearchWords) -> Document:
    """By words alone; changes nothing about what it finds."""
    result = memory.recall(_query(memory, asked, words_only=True))
    return _ranking(result_document(result, memory), is_explained=False)


def explain(memory: Memory, asked: requests.OneThing) -> Document:
    """The record of a recall; `last` is the last one."""
    trace: Document = plain(memory.why(recall_id(asked.id, memory)))
    return trace


def signals(memory: Memory, asked: requests.Listen) -> Document:
    """Important things that others stored since this listener last heard; each once."""
    told = memory.signals(asked.listener, session=asked.session, project=asked.project)
    return {"memories": plain(told)}


def feedback(memory: Memory, asked: requests.Feedback) -> Document:
    """Say which memories of a recall helped."""
    if not (asked.used or asked.unused or asked.corrected):
        raise UsageError("nothing said; name memories as used, unused or corrected")
    told = told_useful(memory, asked.id, used=asked.used, unused=(*asked.unused, *asked.corrected))
    return {"outcomes": told["outcomes"]}


# Keeping


def store(memory: Memory, asked: requests.Store) -> Document:
    """Keep one statement word for word."""
    note = Note(
        owner=memory.owner,
        text=asked.text,
        kind=asked.kind,
        importance=asked.importance,
        tags=tuple(asked.tags),
        source=Source.ASSISTANT if asked.by_assistant else Source.USER,
        speaker=asked.speaker,
        user_name=asked.user_name,
        valid_from=_instant(memory, asked.valid_from, "valid_from"),
        project=asked.project,
    )
    return note_document(memory.store(note), memory)


def extract(memory: Memory, asked: requests.Extract, progress: Progress | None = None) -> Document:
    """Take in a conversation or document."""
    report = memory.extract(intake_of(memory, asked), progress=progress)
    return report_document(asked.label or "text", report, memory)


def intake_of(memory: Memory, asked: requests.Extract) -> Intake:
    data = asked.text.encode()
    return Intake(
        owner=memory.owner,
        source_key=asked.label or f"text:{sha256(data).hexdigest()[:16]}",
        data=data,
        user_name=asked.user_name,
        project=asked.project,
    )


def edit(memory: Memory, asked: requests.EditMemory) -> Document:
    """Change what a memory says or how it is kept."""
    whole = memory_id(asked.id, memory)
    change = Edit(
        text=asked.text,
        kind=asked.kind,
        importance=asked.importance,
        confidence=asked.confidence,
        tags=tuple(asked.tags) if asked.tags is not None else None,
    )
    if change == Edit():
        raise UsageError(f"nothing to change in {whole}; give text, kind, importance, confidence or tags")
    operation = memory.edit(whole, change, expect=asked.expect)
    return {"operation": operation, "id": whole, "version": memory.history(whole)[-1].number}


def rollback(memory: Memory, asked: requests.Rollback) -> Document:
    """Word a memory as an earlier version did."""
    whole = memory_id(asked.id, memory)
    to = int(asked.to) if asked.to.isdecimal() else _instant(memory, asked.to, "to")
    operation = memory.rollback(whole, to)
    return {"operation": operation, "id": whole, "version": memory.history(whole)[-1].number}


def forget(memory: Memory, asked: requests.OneMemory) -> Document:
    """Forget a memory; undo brings it back."""
    whole = memory_id(asked.id, memory)
    return {"operation": memory.forget(whole), "id": whole}


def pin(memory: Memory, asked: requests.OneMemory) -> Document:
    """Keep a memory from ever fading."""
    whole = memory_id(asked.id, memory)
    return {"operation": memory.pin(whole), "id": whole}


def unpin(memory: Memory, asked: requests.OneMemory) -> Document:
    """Let a pinned memory fade like any other."""
    whole = memory_id(asked.id, memory)
    return {"operation": memory.unpin(whole), "id": whole}


def suppress(memory: Memory, asked: requests.Suppress) -> Document:
    """Keep a memory out of recall in some sessions."""
    whole = memory_id(asked.id, memory)
    return {"operation": memory.suppress(whole, asked.contexts), "id": whole}


def unsuppress(memory: Memory, asked: requests.Unsuppress) -> Document:
    """Give a memory again in sessions that it was kept out of."""
    whole = memory_id(asked.id, memory)
    return {"operation": memory.unsuppress(whole, asked.contexts), "id": whole}


def suppress_act(memory: Memory, asked: requests.SuppressAct) -> Document:
    """Keep a memory out of recall in some sessions, or give it there again."""
    whole = memory_id(asked.id, memory)
    change = memory.unsuppress if asked.again else memory.suppress
    return {"operation": change(whole, asked.contexts), "id": whole}


def retire(memory: Memory, asked: requests.Retire) -> Document:
    """Withdraw a memory for a reason."""
    whole = memory_id(asked.id, memory)
    return {"operation": memory.retire(whole, asked.reason, persist=asked.persist), "id": whole}


def link(memory: Memory, asked: requests.Link) -> Document:
    """Relate two entities or memories."""
    return linked(memory, asked.source, asked.relation, asked.target)


# Looking


def show(memory: Memory, asked: requests.ShowMemory) -> Document:
    """Everything about a memory, with the words it came from."""
    known_at = _instant(memory, asked.known_at, "known_at")
    return memory_document(memory.show(memory_id(asked.id, memory), known_at=known_at), memory)


def history(memory: Memory, asked: requests.OneMemory) -> Document:
    """Every version of a memory, the first one first."""
    whole = memory_id(asked.id, memory)
    return history_document(whole, memory.history(whole))


def memories(memory: Memory, asked: requests.Page) -> Document:
    """A page of memories, oldest first."""
    keep = Filter(
        owner=memory.owner,
        kinds=(asked.kind,) if asked.kind else (),
        tags=(asked.tag,) if asked.tag else (),
        project=asked.project,
    )
    after = MemoryId(memory_id(asked.after, memory)) if asked.after else None
    page = memory.memories(keep, limit=asked.limit, after=after)
    return {"memories": plain(page), "next": page[-1].id if len(page) == asked.limit else None}


def stats(memory: Memory, asked: requests.Nothing) -> Document:
    """Count what is remembered."""
    del asked
    counts = memory.stats()
    return {
        "owner": memory.owner,
        "memories": counts["memories"],
        **{f"by_{group}": _chosen(counts, names) for group, names in _GROUPS.items()},
        "by_space": memory.by_space(),
        "counts": counts,
    }


def episodes(memory: Memory, asked: requests.Newest) -> Document:
    """What was taken in, newest first."""
    return episodes_document(memory, asked.limit)


def episode(memory: Memory, asked: requests.OneThing) -> Document:
    """One episode, word for word."""
    return episode_document(asked.id, memory)


def changes(memory: Memory, asked: requests.Changes) -> Document:
    """What changed, newest first, before and after."""
    since = _instant(memory, asked.since, "since")
    return changes_document(memory, memory.changes(since=since, agent=asked.agent, limit=asked.limit))


def undo(memory: Memory, asked: requests.OneThing) -> Document:
    """Take back an operation, a run, or the `last` change."""
    operation = memory.undo(meant_change(asked.id, memory))
    return {"operation": operation}


# The graph


def neighbours(memory: Memory, asked: requests.Neighbours) -> Document:
    """What is related to an entity or memory now."""
    node = memory.node(name_or_id(asked.name, memory))
    return neighbours_document(memory, node, depth=asked.depth, fanout=asked.limit)


def way(memory: Memory, asked: requests.Way) -> Document:
    """The shortest way from one entity or memory to another."""
    ends = [name_or_id(asked.source, memory), name_or_id(asked.target, memory)]
    return path_document(memory, memory.path(ends[0], ends[1], max_steps=asked.max_steps))


def themes(memory: Memory, asked: requests.Themes) -> Document:
    """What several memories have in common, the largest first."""
    return themes_document(memory, limit=asked.limit)


def theme(memory: Memory, asked: requests.OneThing) -> Document:
    """One theme with the memories that it is made of."""
    return theme_document(memory.theme(theme_id(asked.id, memory)), memory)


def cypher(memory: Memory, asked: requests.Cypher) -> Document:
    """Ask in Cypher, read-only."""
    return table_document(memory.cypher(asked.query, limit=asked.limit))


def _query(memory: Memory, asked: requests.Bounds, **more: Any) -> Query:
    dates = {
        name: _instant(memory, getattr(asked, name), name) for name in ("since", "until", "as_of", "known_at")
    }
    require_order(dates["since"], dates["until"])
    return Query(
        text=asked.query,
        limit=asked.limit,
        kinds=tuple(asked.kinds),
        tags=tuple(asked.tags),
        project=asked.project,
        session=asked.session,
        asker=asked.asker,
        contexts=tuple(asked.contexts),
        **dates,
        **more,
    )


def _instant(memory: Memory, text: str | None, name: str) -> Any:
    if text is None:
        return None
    try:
        return instant(text, now=memory.now())
    except UsageError as error:
        raise UsageError(f"{name}: {error}") from error


def _ranking(document: Document, *, is_explained: bool) -> Document:
    return document if is_explained else document | {"trace": None}


def _chosen(counts: dict[str, int], names: list[str]) -> dict[str, int]:
    return {name: counts[f"memories.{name}"] for name in names if f"memories.{name}" in counts}
