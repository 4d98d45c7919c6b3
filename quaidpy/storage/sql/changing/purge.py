"""How is something erased for ever, with every copy of its words in the database?"""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from quaidpy.domain.identity import EpisodeId, MemoryId, Owner
from quaidpy.domain.memories.erasure import ERASED, Purged, looked_for
from quaidpy.domain.memories.operations import Cause, RowChange, Value
from quaidpy.domain.sync.states import OPERATIONS, Presence
from quaidpy.ports.changes import Topic
from quaidpy.storage.sql.change_log import note_changes
from quaidpy.storage.sql.changing.following import follow
from quaidpy.storage.sql.changing.transactions import begun
from quaidpy.storage.sql.changing.unquoting import Unquoted, texts_behind, unquote
from quaidpy.storage.sql.engine import Session, SqlEngine, SqlSession
from quaidpy.storage.sql.gate import AsItIs
from quaidpy.storage.sql.images import changes_from_json, changes_json
from quaidpy.storage.sql.noted import Written
from quaidpy.storage.sql.sync_log import note_changes_made, note_row, note_updated
from quaidpy.storage.sql.tracked import TrackedRows

_ENDED_BY_NOTHING = """replaced_by IS NOT NULL
AND replaced_by NOT IN (SELECT id FROM attributes WHERE owner = :owner)"""
"""What ended a value that stays has gone; the end stays."""
_TEXTS_OF_AGENTS = ("handoffs", "scratchpads")


@dataclass(frozen=True, slots=True)
class _Doomed:
    """The ids that go; `nodes` are memories and turns. `themes`: all that were ever made of one of the memories."""

    owner: Owner
    memories: tuple[str, ...]
    episodes: tuple[str, ...]
    turns: tuple[str, ...]
    themes: tuple[str, ...]

    @property
    def nodes(self) -> tuple[str, ...]:
        return (*self.memories, *self.turns)

    def is_named_in(self, change: RowChange) -> bool:
        ids = {*self.nodes, *self.episodes, *self.themes}
        return any(
            value in ids for row in (change.key, change.before, change.after) for _, value in row or ()
        )


def purge_rows(
    engine: SqlEngine[Session], owner: Owner, memories: Sequence[MemoryId], episodes: Sequence[EpisodeId]
) -> Purged:
    """See ports.MemoryStore.purge.

    With a memory go its evidence, mentions, usage and the edges it states or ends; with an episode its turns. Entities
    that nothing else speaks of go too. Memories drawn from a purged episode stay unless they are named.
    Copies of the database in the home are for `erasing_copies`.
    """
    with engine.database.writing(owner) as session:
        cause = Cause(owner=owner, verb="purge", why="")
        writing = begun(engine, session, cause)
        wanted = ToErase(owner=owner, memories=memories, episodes=episodes, at=writing.at)
        purged = erase_rows(engine, session, wanted)
        writing.cause = replace(writing.cause, why=f"{purged.rows} rows erased for ever")
        writing.record(())
    return replace(purged, is_off_disk=engine.database.vacuum())


@dataclass(frozen=True, slots=True, kw_only=True)
class ToErase:
    """What is to be erased. `at`: when.

    `ends_entities`: those that nothing speaks of any more go; otherwise somebody who knows more has said which.
    """

    owner: Owner
    memories: Sequence[MemoryId]
    episodes: Sequence[EpisodeId]
    at: str
    ends_entities: bool = True


def erase_rows(engine: SqlEngine[Session], session: Session, wanted: ToErase) -> Purged:
    """In a transaction of the caller's, who records it, and vacuums once it is committed."""
    owner, memories, episodes, at = wanted.owner, wanted.memories, wanted.episodes, wanted.at
    themes = _themes(session, owner, memories)
    turns = (*_turns(session, owner, episodes), *_turns_moved_out(session, owner, memories))
    doomed = _Doomed(owner, tuple(memories), tuple(episodes), turns, themes)
    texts = _texts(session, doomed)
    rows = TrackedRows(session, owner)
    spoken_of = _spoken_of(session, doomed)
    unquoted = unquote(rows, texts | texts_behind(session, owner, doomed.memories), doomed.memories)
    words = looked_for(texts | unquoted.words)
    _delete(session, rows, doomed)
    if wanted.ends_entities:
        _end_lonely(rows, owner, spoken_of)
    erased = [change for change in rows.changes() if change.after is None]
    said = _scrub_history(session, rows, doomed, erased, unquoted, at)
    words = looked_for({*words, *said.statements, *_of_nobody_else(session, doomed, said.themes)})
    _scrub_logs(session, rows, owner, words, at)
    changes = rows.changes()
    note_changes_made(session, owner, changes, at)
    for table, ids in (("memories", memories), ("episodes", episodes), ("turns", turns)):
        for each in ids:
            note_row(session, (owner, table, (each,)), Written(Presence.ERASED, None, at))
    follow(engine.indexing, session, owner, changes)
    note_changes(session, owner, Topic.ERASED, (*doomed.nodes, *doomed.episodes))
    engine.indexing.purge(session, owner)
    return Purged(rows=len(erased), words=words)


def _texts(session: SqlSession, doomed: _Doomed) -> set[str]:
    """What the rows say that go, and what was learnt from them."""
    bound = {"owner": doomed.owner, "ids": [*doomed.nodes, *doomed.episodes]}
    among = "owner = :owner AND {} = ANY(:ids)"
    found: set[str] = set()
    for query in (
        f"SELECT text FROM memories WHERE {among.format('id')}",
        f"SELECT text FROM turns WHERE {among.format('id')}",
        *(f"SELECT text FROM learnings WHERE {among.format(name)}" for name in ("memory", "episode", "turn")),
        *(
            f"SELECT quote FROM learnings WHERE {among.format(name)}"
            for name in ("memory", "episode", "turn")
        ),
    ):
        found |= {text for (text,) in session.values(query, bound) if text}
    return found


def _turns(session: SqlSession, owner: Owner, episodes: Sequence[EpisodeId]) -> tuple[str, ...]:
    query = "SELECT id FROM turns WHERE owner = :owner AND episode = ANY(:episodes) ORDER BY id"
    rows = session.values(query, {"owner": owner, "episodes": list(episodes)})
    return tuple(turn for (turn,) in rows)


def _turns_moved_out(session: SqlSession, owner: Owner, memories: Sequence[MemoryId]) -> tuple[str, ...]:
    """Those that left for another space with one of the memories: what is here of them is what operations tell."""
    query = (
        "SELECT o.changes FROM memory_operations m JOIN operations o ON o.owner = m.owner AND o.id = m.operation"
        " WHERE m.owner = :owner AND m.memory = ANY(:ids) AND o.verb = 'move'"
    )
    found: set[str] = set()
    for (text,) in session.values(query, {"owner": owner, "ids": list(memories)}):
        changes = changes_from_json(text)
        behind = {
            str(dict(each.before)["turn"])
            for each in changes
            if each.table == "evidence" and each.before is not None and dict(each.key)["memory"] in memories
        }
        gone = {str(dict(each.key)["id"]) for each in changes if each.table == "turns" and each.after is None}
        found |= behind & gone
    return tuple(sorted(found))


def _themes(session: SqlSession, owner: Owner, memories: Sequence[MemoryId]) -> tuple[str, ...]:
    """Those that are made of one of the memories, and those that were before they were changed."""
    bound = {"owner": owner, "ids": list(memories)}
    query = "SELECT theme FROM theme_members WHERE owner = :owner AND member = ANY(:ids)"
    found = {str(theme) for (theme,) in session.values(query, bound)}
    gone = set(memories)
    changed = (
        "SELECT changes FROM operations o WHERE owner = :owner AND strpos(o.changes, 'theme_members') > 0"
        " AND EXISTS (SELECT 1 FROM unnest(:ids) AS wanted(id) WHERE strpos(o.changes, wanted.id) > 0)"
    )
    for (text,) in session.values(changed, bound):
        keys = (dict(c.key) for c in changes_from_json(text) if c.table == "theme_members")
        found |= {str(key["theme"]) for key in keys if key["member"] in gone}
    return tuple(sorted(found))


def _delete(session: SqlSession, rows: TrackedRows, doomed: _Doomed) -> None:
    _delete_learnings(session, rows, doomed)
    for table, column, ids in (
        ("evidence", "memory", doomed.memories),
        ("evidence", "turn", doomed.turns),
        ("mentions", "node", doomed.nodes),
        ("attributes", "memory", doomed.memories),
        ("attributes", "turn", doomed.turns),
        ("edges", "memory", doomed.memories),
        ("edges", "source", doomed.nodes),
        ("edges", "target", doomed.nodes),
        ("theme_members", "theme", doomed.themes),
        ("themes", "id", doomed.themes),
        ("suppressions", "memory", doomed.memories),
        ("memories", "id", doomed.memories),
        ("turns", "id", doomed.turns),
        ("readings", "episode", doomed.episodes),
        ("episodes", "id", doomed.episodes),
    ):
        rows.remove(table, column, ids)
    _delete_where(session, doomed.owner, "usage", "memory", doomed.nodes)
    _delete_where(session, doomed.owner, "recall_times", "memory", doomed.memories)
    _delete_where(session, doomed.owner, "looks", "node", doomed.memories)
    _delete_notices(session, doomed.memories)
    _delete_where(session, doomed.owner, "memory_operations", "memory", doomed.memories)
    ended = rows.where("attributes", _ENDED_BY_NOTHING, {})
    rows.put("attributes", [{**row, "replaced_by": None} for row in ended])


def _spoken_of(session: SqlSession, doomed: _Doomed) -> list[str]:
    query = "SELECT DISTINCT entity FROM mentions WHERE owner = :owner AND node = ANY(:nodes)"
    return [
        str(entity) for (entity,) in session.values(query, {"owner": doomed.owner, "nodes": doomed.nodes})
    ]


def _end_lonely(rows: TrackedRows, owner: Owner, entities: Sequence[str]) -> None:
    lonely = [entity for entity in entities if is_lonely(rows.session, owner, entity)]
    rows.remove("aliases", "entity", lonely)
    rows.remove("entities", "id", lonely)


def _delete_learnings(session: SqlSession, rows: TrackedRows, doomed: _Doomed) -> None:
    """With what was learnt from them, and every edit of a file that holds its words; the files are the user's."""
    named = " OR ".join(f"{name} = ANY(:ids)" for name in ("memory", "episode", "turn"))
    ids = [*doomed.memories, *doomed.episodes, *doomed.turns]
    learnings = rows.where("learnings", f"({named})", {"ids": ids})
    for learning in learnings:
        bound = {"text": learning["text"]}
        holding = "strpos(inserted || removed || coalesce(original, ''), :text) > 0"
        edits = {row["id"] for row in rows.where("file_edits", holding, bound)}
        rows.remove_where(
            "questions",
            "matter = 'file' AND subject IN"
            f" (SELECT change FROM file_edits WHERE owner = :owner AND {holding})",
            bound,
        )
        _delete_writes(session, doomed.owner, edits)
        rows.remove_where("file_edits", holding, bound)
    rows.remove("learnings", "id", [learning["id"] for learning in learnings])


def _delete_where(session: SqlSession, owner: Owner, table: str, column: str, ids: Sequence[str]) -> None:
    statement = f"DELETE FROM {table} WHERE owner = :owner AND {column} = ANY(:ids)"
    session.execute(statement, {"owner": owner, "ids": ids})


def _delete_notices(session: SqlSession, memories: Sequence[str]) -> None:
    """Of whoever was to be told: a space has many listeners."""
    session.of_everybody()
    statement = "DELETE FROM notices WHERE memory = ANY(:ids) OR before = ANY(:ids)"
    session.execute(statement, {"ids": memories})


def _delete_writes(session: SqlSession, owner: Owner, edits: Collection[Value]) -> None:
    """What is yet to be written of these edits."""
    waiting = session.values("SELECT seq, edit FROM file_writes WHERE owner = :owner", {"owner": owner})
    seqs = [seq for seq, edit in waiting if json.loads(edit)["id"] in edits]
    session.execute(
        "DELETE FROM file_writes WHERE owner = :owner AND seq = ANY(:seqs)", {"owner": owner, "seqs": seqs}
    )


def is_lonely(session: SqlSession, owner: Owner, entity: str) -> bool:
    """Nothing that stays speaks of it."""
    return not any(
        session.values(
            f"SELECT 1 FROM {table} WHERE owner = :owner AND {column} = :entity LIMIT 1",
            {"owner": owner, "entity": entity},
        )
        for table, column in (
            ("mentions", "entity"),
            ("edges", "source"),
            ("edges", "target"),
            ("attributes", "subject"),
        )
    )


@dataclass(slots=True)
class _Said:
    """What was said by memories and turns before they were changed, and by the themes that go."""

    statements: set[str] = field(default_factory=set)
    themes: set[str] = field(default_factory=set)

    def add(self, change: RowChange) -> None:
        for image in (change.before, change.after):
            words = dict(image or ())
            if change.table in {"memories", "turns"} and "text" in words:
                self.statements.add(str(words["text"]))
            if change.table == "themes":
                self.themes |= {str(words[name]) for name in ("abstract", "overview") if words.get(name)}


def _of_nobody_else(session: SqlSession, doomed: _Doomed, texts: Collection[str]) -> set[str]:
    """Of the words of themes those that no memory says that stays: without a model a theme quotes a member."""
    bound = {"owner": doomed.owner, "texts": sorted(texts)}
    query = "SELECT text FROM memories WHERE owner = :owner AND text = ANY(:texts)"
    return set(texts) - {str(text) for (text,) in session.values(query, bound)}


def _scrub_history(
    session: SqlSession,
    rows: TrackedRows,
    doomed: _Doomed,
    erased: Sequence[RowChange],
    unquoted: Unquoted,
    at: str,
) -> _Said:
    """Take the images of what goes, and what others quote of it, out of all operations, and their log lines.

    Returns what those that go said, now and before they were changed.
    """
    said = _Said()
    for change in erased:
        said.add(change)
    keys = {(change.table, change.key) for change in erased}
    scrubbed = []
    told = session.values("SELECT id, changes FROM operations WHERE owner = :owner", {"owner": doomed.owner})
    for operation, text in told:
        before = changes_from_json(text)
        named = [c for c in before if (c.table, c.key) in keys or doomed.is_named_in(c)]
        quoting = [c for c in before if c not in named and unquoted.image(c) != c]
        if named or quoting:
            # A queued relation's example is a sentence of the same text.
            kept = [unquoted.image(c) for c in before if c not in named and c.table != "relation_queue"]
            scrubbed.append(operation)
            for change in named:
                said.add(change)
            session.execute(
                "UPDATE operations SET changes = :kept, why = :erased WHERE owner = :owner AND id = :id",
                {
                    "kept": AsItIs(changes_json(kept)),
                    "erased": ERASED,
                    "owner": doomed.owner,
                    "id": operation,
                },
            )
            _note_scrubbed(session, doomed.owner, operation, at)
    rows.remove("relation_queue", "operation", scrubbed)
    _delete_where(session, doomed.owner, "dedup_log", "operation", scrubbed)
    _delete_where(session, doomed.owner, "dedup_log", "other", doomed.nodes)
    for identity in (*doomed.memories, *doomed.episodes, *doomed.themes):
        bound = {"owner": doomed.owner, "id": identity}
        rows.remove_where("questions", "strpos(subject, :id) > 0", bound)
        session.execute("DELETE FROM recall_log WHERE owner = :owner AND strpos(trace, :id) > 0", bound)
    return said


def _scrub_logs(session: SqlSession, rows: TrackedRows, owner: Owner, words: Sequence[str], at: str) -> None:
    """Whatever else quotes the words, though it is about something else: logs, reasons, summaries."""
    for text in words:
        bound = {"owner": owner, "text": text, "quoted": json.dumps(text, ensure_ascii=False)[1:-1]}
        rows.remove_where("relation_queue", _holds("example"), bound)
        rows.remove_where("questions", _holds("reason"), bound)
        for table, column in (("readings", "error"), ("entities", "summary")):
            rows.put(table, [{**row, column: None} for row in rows.where(table, _holds(column), bound)])
        why = f"UPDATE operations SET why = '{ERASED}' WHERE owner = :owner AND {_holds('why')} RETURNING id"
        for (operation,) in session.values(why, bound):
            _note_scrubbed(session, owner, operation, at)
        for statement, where in (
            (
                "DELETE FROM recall_log",
                f"({_holds('query')} OR {_holds('trace')} OR {_holds('trace', 'quoted')})",
            ),
            ("DELETE FROM dedup_log", _holds("text")),
            *((f"UPDATE {table} SET {_cut_out('text')}", _holds("text")) for table in _TEXTS_OF_AGENTS),
            ("DELETE FROM notice_subscriptions", f"({_holds('word')} OR {_holds('entity')})"),
            (f"UPDATE checkpoints SET {_cut_out('said', 'quoted')}", _holds("said", "quoted")),
        ):
            session.execute(f"{statement} WHERE owner = :owner AND {where}", bound)


def _note_scrubbed(session: SqlSession, owner: Owner, operation: str, at: str) -> None:
    note_updated(session, (owner, OPERATIONS, (operation,)), {"changes", "why"}, at)


def _cut_out(column: str, text: str = "text") -> str:
    """What else the text says stays."""
    return f"{column} = replace({column}, :{text}, '{ERASED}')"


def _holds(column: str, text: str = "text") -> str:
    return f"strpos({column}, :{text}) > 0"
