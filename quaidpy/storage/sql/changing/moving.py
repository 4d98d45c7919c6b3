"""How do memories go from one space to another? In one transaction: out of the rows of one, into those of the other."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from quaidpy.domain.identity import (
    ENTITY_PREFIX,
    EPISODE_PREFIX,
    EpisodeId,
    MemoryId,
    OperationId,
    Owner,
    RunId,
    TurnId,
    turn_id,
)
from quaidpy.domain.memories.operations import Cause
from quaidpy.errors import NotFoundError
from quaidpy.ports.machine import IdSource
from quaidpy.storage.sql.changing.purge import is_lonely
from quaidpy.storage.sql.changing.transactions import SqlGroup
from quaidpy.storage.sql.changing.unquoting import columns_alone, unquote
from quaidpy.storage.sql.engine import Session, SqlEngine
from quaidpy.storage.sql.operations import take_all_back
from quaidpy.storage.sql.rows import Columns
from quaidpy.storage.sql.tracked import TrackedRows


@dataclass(slots=True)
class _Taken:
    """Rows that leave a space, or are copied from it: of each table, as they were there. `whole`: episodes that go."""

    memories: list[Columns]
    evidence: list[Columns]
    turns: list[Columns]
    episodes: list[Columns]
    mentions: list[Columns]
    edges: list[Columns]
    attributes: list[Columns]
    suppressions: list[Columns]
    entities: list[Columns]
    aliases: list[Columns]
    whole: set[str] = field(default_factory=set)


@contextmanager
def _written_together(
    engine: SqlEngine[Session], owners: Collection[Owner]
) -> Iterator[dict[Owner, SqlGroup[Session]]]:
    """One transaction for changes of several spaces."""
    with engine.database.writing(*owners) as session:
        groups = {owner: SqlGroup(engine, session, owner) for owner in owners}
        yield groups
        for group in groups.values():
            group.derive()


def move_rows(
    engine: SqlEngine[Session],
    moves: Mapping[Owner, Sequence[MemoryId]],
    target: Owner,
    run: RunId,
    why: Mapping[Owner, str],
) -> OperationId:
    """See ports.MemoryStore.move."""
    with _written_together(engine, {target, *moves}) as groups:
        into_cause = Cause(owner=target, verb="move", why=why[target], run=run)
        with groups[target].operation(into_cause) as into:
            for source, memories in moves.items():
                cause = Cause(owner=source, verb="move", why=why[source], run=run)
                with groups[source].operation(cause) as out:
                    taken = _take_out(out.rows, source, memories)
                    _put_in(into.rows, taken, engine.ids)
                    _move_usage(out.rows, source, target, memories)
    return into.operation


def undo_rows(
    engine: SqlEngine[Session], operations: Mapping[Owner, Sequence[OperationId]], why: str, run: RunId
) -> OperationId:
    """See ports.MemoryStore.undo_together."""
    with _written_together(engine, operations) as groups:
        for owner, ids in operations.items():
            with groups[owner].operation(Cause(owner=owner, verb="undo", why=why, run=run)) as writing:
                take_all_back(writing, owner, ids)
                last = writing.operation
    return last


def _take_out(rows: TrackedRows, source: Owner, memories: Sequence[MemoryId]) -> _Taken:
    """What belongs to the memories, out of their space. A turn that speaks for another memory too stays as well."""
    ids = {"ids": list(memories)}
    found = rows.where("memories", "id = ANY(:ids)", ids)
    if len(found) < len(set(memories)):
        missing = sorted(set(memories) - {str(row["id"]) for row in found})
        raise NotFoundError(f"no memory {', '.join(missing)}; `quaid search` prints ids")
    evidence = rows.where("evidence", "memory = ANY(:ids)", ids)
    spoken = sorted({str(row["turn"]) for row in evidence})
    turns = rows.where("turns", "id = ANY(:turns)", {"turns": spoken})
    shared = {
        turn
        for (turn,) in rows.session.values(
            "SELECT turn FROM evidence WHERE owner = :owner AND turn = ANY(:turns) AND NOT memory = ANY(:ids)",
            {"owner": source, "turns": spoken, **ids},
        )
    }
    unquote(rows, {str(row["text"]) for row in turns}, memories)
    gone = [str(row["id"]) for row in turns if row["id"] not in shared]
    of_turns = {"episodes": sorted({str(row["episode"]) for row in turns})}
    episodes = rows.where("episodes", "id = ANY(:episodes)", of_turns)
    nodes = {"nodes": [*memories, *spoken]}
    mentions = rows.where("mentions", "node = ANY(:nodes)", nodes)
    stated = "memory = ANY(:ids) OR source = ANY(:ids) OR target = ANY(:ids)"
    edges = rows.where("edges", f"({stated})", ids)
    attributes = rows.where("attributes", "(memory = ANY(:ids) OR turn = ANY(:gone))", {**ids, "gone": gone})
    suppressions = rows.where("suppressions", "memory = ANY(:ids)", ids)
    entities = _entities(rows, mentions, edges, attributes)
    taken = _Taken(found, evidence, turns, episodes, mentions, edges, attributes, suppressions, *entities)
    _let_go(rows, ids["ids"], attributes)
    for table, column, values in (
        ("evidence", "memory", ids["ids"]),
        ("mentions", "node", [*memories, *gone]),
        ("edges", "id", [row["id"] for row in edges]),
        ("attributes", "id", [row["id"] for row in attributes]),
        ("suppressions", "memory", ids["ids"]),
        ("memories", "id", ids["ids"]),
        ("turns", "id", gone),
    ):
        rows.remove(table, column, values)
    taken.whole = _emptied(rows, source, [str(row["id"]) for row in episodes])
    rows.remove("readings", "episode", sorted(taken.whole))
    rows.remove("episodes", "id", sorted(taken.whole))
    lonely = [row["id"] for row in taken.entities if is_lonely(rows.session, source, str(row["id"]))]
    rows.remove("aliases", "entity", lonely)
    rows.remove("entities", "id", lonely)
    return taken


def _entities(
    rows: TrackedRows, mentions: Sequence[Columns], edges: Sequence[Columns], attributes: Sequence[Columns]
) -> tuple[list[Columns], list[Columns]]:
    spoken_of = {str(row["entity"]) for row in mentions} | {str(row["subject"]) for row in attributes}
    spoken_of |= {str(row[end]) for row in edges for end in ("source", "target")}
    named = {"named": sorted(spoken_of)}
    return rows.where("entities", "id = ANY(:named)", named), rows.where(
        "aliases", "entity = ANY(:named)", named
    )


def _let_go(rows: TrackedRows, ids: Sequence[str], attributes: Sequence[Columns]) -> None:
    """What stays points at nothing that goes; themes and questions that tell of it go."""
    moving = {"ids": ids, "attributes": [row["id"] for row in attributes]}
    followed = rows.where("memories", "superseded_by = ANY(:ids) AND NOT id = ANY(:ids)", moving)
    rows.put("memories", [{**row, "superseded_by": None} for row in followed])
    replaced = rows.where(
        "attributes", "replaced_by = ANY(:attributes) AND NOT id = ANY(:attributes)", moving
    )
    rows.put("attributes", [{**row, "replaced_by": None} for row in replaced])
    themes = [row["theme"] for row in rows.where("theme_members", "member = ANY(:ids)", moving)]
    rows.remove("theme_members", "theme", themes)
    rows.remove("themes", "id", themes)
    asked = "EXISTS (SELECT 1 FROM unnest(:ids) AS wanted(id) WHERE strpos(subject, wanted.id) > 0)"
    rows.remove_where("questions", asked, moving)


def _emptied(rows: TrackedRows, source: Owner, episodes: Sequence[str]) -> set[str]:
    query = "SELECT DISTINCT episode FROM turns WHERE owner = :owner AND episode = ANY(:episodes)"
    left = {each for (each,) in rows.session.values(query, {"owner": source, "episodes": list(episodes)})}
    return set(episodes) - left


def _put_in(rows: TrackedRows, taken: _Taken, ids: IdSource) -> None:
    """The same rows, about the entities of this space: those of the same name and type, or new ones."""
    entities = _entities_here(rows, taken, ids)
    episodes = {
        str(row["id"]): str(row["id"]) if row["id"] in taken.whole else ids.new(EPISODE_PREFIX)
        for row in taken.episodes
    }
    turns = {
        str(row["id"]): turn_id(EpisodeId(episodes[str(row["episode"])]), int(str(row["seq"])))
        for row in taken.turns
    }
    memories = {str(row["id"]) for row in taken.memories}
    attributes = {str(row["id"]) for row in taken.attributes}
    nodes: dict[Any, Any] = {**turns, **{each: each for each in memories}, **entities}
    rows.put("episodes", [_episode(row, episodes, taken) for row in taken.episodes])
    rows.put(
        "turns",
        [
            {**row, "id": turns[str(row["id"])], "episode": episodes[str(row["episode"])]}
            for row in taken.turns
        ],
    )
    rows.put(
        "memories",
        [
            {
                **columns_alone(row),  # what it quotes stays where it was said
                "superseded_by": row["superseded_by"] if row["superseded_by"] in memories else None,
            }
            for row in taken.memories
        ],
    )
    rows.put("evidence", [{**row, "turn": turns[str(row["turn"])]} for row in taken.evidence])
    rows.put("suppressions", taken.suppressions)
    rows.put(
        "mentions",
        [
            {**row, "node": nodes[row["node"]], "entity": entities[str(row["entity"])]}
            for row in taken.mentions
        ],
    )
    rows.put(
        "edges",
        [
            {**row, "source": nodes[row["source"]], "target": nodes[row["target"]]}
            for row in taken.edges
            if row["source"] in nodes and row["target"] in nodes and row["memory"] in {None, *memories}
        ],
    )
    rows.put(
        "attributes",
        [
            {
                **row,
                "subject": entities[str(row["subject"])],
                "turn": turns.get(TurnId(str(row["turn"]))),
                "replaced_by": row["replaced_by"] if row["replaced_by"] in attributes else None,
            }
            for row in taken.attributes
            if row["memory"] is None or row["memory"] in memories
        ],
    )


def _episode(row: Columns, episodes: Mapping[str, str], taken: _Taken) -> Columns:
    """A part of one is a source of its own: the rest of it, taken in here, is no continuation."""
    identity = episodes[str(row["id"])]
    if row["id"] in taken.whole:
        return row
    count = sum(turn["episode"] == row["id"] for turn in taken.turns)
    return {
        **row,
        "id": identity,
        "source_key": f"moved:{identity}",
        "digest": identity,
        "extracted_turns": count,
    }


def _entities_here(rows: TrackedRows, taken: _Taken, ids: IdSource) -> dict[str, str]:
    """By the id of each where it came from, the id here."""
    found: dict[str, str] = {}
    for row in taken.entities:
        here = rows.where(
            "entities", "folded = :folded AND type = :type", {"folded": row["folded"], "type": row["type"]}
        )
        known = min((str(each["id"]) for each in here), default=None)
        identity = known or ids.new(ENTITY_PREFIX)
        found[str(row["id"])] = identity
        if known is None:
            rows.put("entities", [{**row, "id": identity}])
            own = [{**each, "entity": identity} for each in taken.aliases if each["entity"] == row["id"]]
            rows.put("aliases", own)
    return found


def _move_usage(rows: TrackedRows, source: Owner, target: Owner, memories: Sequence[MemoryId]) -> None:
    bound = {"source": source, "target": target, "ids": list(memories)}
    for table in ("usage", "recall_times"):
        rows.session.execute(f"DELETE FROM {table} WHERE owner = :target AND memory = ANY(:ids)", bound)
        rows.session.execute(
            f"UPDATE {table} SET owner = :target WHERE owner = :source AND memory = ANY(:ids)", bound
        )
