"""How do planned rows become stored ones? One transaction for many changes, an operation each."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import Entity
from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.memories.quotations import statement_alone
from quaidpy.ports.storage import Writing
from quaidpy.remember.deciding.embedding import embed_missing
from quaidpy_janitor.task import Change, Night, Rows, Stored


def apply_rows(night: Night, changes: Sequence[Change], who: Literal["janitor", "user"] = "janitor") -> int:
    """Write the changes whose rows are still as they were planned on. Returns how many were written.

    No two changes of one call touch the same row.
    """
    store, owner = night.tools.store, night.owner
    done = 0
    # Before the transaction: no model call inside one.
    texts = [statement_alone(text) for change in changes for text in change.rows.texts]
    vectors = embed_missing(owner, texts, night.tools.search, night.tools.embedder if texts else None)
    with store.writing_together(owner) as group:
        # From here on nobody else can commit, so what is read now stays true until this commit.
        moved = _moved(night, [row for change in changes for row in change.rows.planned_on])
        for change in changes:
            rows = _still_right(change.rows, moved)
            if rows is None:
                continue
            with group.operation(replace(cause_of(change, night), who=who)) as writing:
                put(rows, writing)
                if vectors.identity is not None and rows.texts:
                    own = map(statement_alone, rows.texts)
                    writing.put_vectors(vectors.identity, {text: vectors.by_text[text] for text in own})
            done += 1
    return done


def cause_of(change: Change, night: Night) -> Cause:
    return Cause(
        owner=night.owner,
        verb=change.verb,
        why=change.summary,
        who="janitor",
        run=night.run,
        model=change.model,
        prompt=change.prompt,
    )


def put(rows: Rows, writing: Writing) -> None:
    """Entities before what names them; removals last, so that nothing put refers to what goes."""
    for entity in rows.entities:
        writing.put_entity(entity)
    for memory in rows.memories:
        writing.put_memory(memory)
    for edge in rows.edges:
        writing.put_edge(edge)
    for theme in rows.themes:
        writing.put_theme(theme)
    writing.remove_themes(rows.removed_themes)
    writing.put_attributes(rows.attributes)
    writing.remove_mentions(rows.removed_mentions)
    writing.put_mentions(rows.mentions)
    for gone in rows.removed_edges:
        writing.remove_edge(gone)
    for lonely in rows.removed_entities:
        writing.remove_entity(lonely)
    writing.remove_questions(rows.removed_questions)
    writing.put_questions(rows.questions)
    for relation in rows.unqueued:
        writing.unqueue_relation(relation)


def _moved(night: Night, planned_on: Iterable[Stored]) -> frozenset[str]:
    """Ids of rows that are not as they were when the change was planned."""
    expected = {row.id: row for row in planned_on}
    store, owner = night.tools.store, night.owner
    found: list[Stored] = [
        *store.memories(owner, [row.id for row in expected.values() if isinstance(row, Memory)]),
        *store.entities(owner, [row.id for row in expected.values() if isinstance(row, Entity)]),
        *store.edges(owner, [row.id for row in expected.values() if isinstance(row, Edge)]),
    ]
    now = {row.id: row for row in found}
    return frozenset(identity for identity, row in expected.items() if now.get(identity) != row)


def _still_right(rows: Rows, moved: frozenset[str]) -> Rows | None:
    if not any(row.id in moved for row in rows.planned_on):
        return rows
    if not rows.is_loose:
        return None
    return replace(
        rows,
        memories=tuple(memory for memory in rows.memories if memory.id not in moved),
        edges=tuple(edge for edge in rows.edges if edge.id not in moved),
        entities=tuple(entity for entity in rows.entities if entity.id not in moved),
        questions=tuple(q for q in rows.questions if moved.isdisjoint(q.subjects)),
    )
