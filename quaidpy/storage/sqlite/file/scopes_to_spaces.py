"""How do memories of an older version's scopes come into spaces? Their rows change whose they are; no word changes."""

import apsw

from quaidpy.storage.tables import SPACES

_MOVING = """
CREATE TABLE moving_scopes AS SELECT owner, scope, owner || '//' || name AS target, name FROM (
  SELECT owner, scope, CASE scope WHEN 'shared' THEN 'global' ELSE replace(scope, '/', '-') END AS name FROM (
    SELECT owner, scope FROM memories UNION SELECT owner, scope FROM episodes UNION SELECT owner, scope FROM projects))
WHERE scope <> 'private';
INSERT OR IGNORE INTO spaces(owner, name, policy) SELECT owner, name, 'private' FROM moving_scopes;
INSERT OR IGNORE INTO space_members(owner, space, member, agent, role)
  SELECT owner, name, owner, CASE WHEN substr(name, 1, 6) = 'agent:' THEN substr(name, 7) ELSE '' END, 'owner'
  FROM moving_scopes;
CREATE TABLE moving AS
  SELECT m.owner, id, s.target FROM memories m JOIN moving_scopes s ON s.owner = m.owner AND s.scope = m.scope
  UNION SELECT e.owner, id, s.target FROM episodes e JOIN moving_scopes s ON s.owner = e.owner AND s.scope = e.scope
  UNION SELECT t.owner, t.id, s.target FROM turns t JOIN episodes e ON e.owner = t.owner AND e.id = t.episode
        JOIN moving_scopes s ON s.owner = e.owner AND s.scope = e.scope
  UNION SELECT p.owner, id, s.target FROM projects p JOIN moving_scopes s ON s.owner = p.owner AND s.scope = p.scope
  UNION SELECT h.owner, id, s.target FROM themes h JOIN moving_scopes s ON s.owner = h.owner AND s.scope = h.scope;
INSERT INTO moving SELECT r.owner, r.id, v.target FROM edges r JOIN moving v ON v.owner = r.owner AND v.id = r.memory;
INSERT INTO moving SELECT a.owner, a.id, v.target FROM attributes a
  JOIN moving v ON v.owner = a.owner AND v.id = coalesce(a.memory, a.turn);
CREATE INDEX moving_by_id ON moving(owner, id);
CREATE TABLE moving_entities AS
  SELECT DISTINCT n.owner, n.entity AS id, v.target FROM mentions n JOIN moving v ON v.owner = n.owner AND v.id = n.node
  UNION SELECT r.owner, r.source, v.target FROM edges r JOIN moving v ON v.owner = r.owner AND v.id = r.id
  UNION SELECT r.owner, r.target, v.target FROM edges r JOIN moving v ON v.owner = r.owner AND v.id = r.id
  UNION SELECT a.owner, subject, v.target FROM attributes a JOIN moving v ON v.owner = a.owner AND v.id = a.id;
INSERT OR IGNORE INTO entities SELECT v.target, e.id, e.type, e.name, e.folded, e.summary, e.attributes
  FROM entities e JOIN moving_entities v ON v.owner = e.owner AND v.id = e.id;
INSERT OR IGNORE INTO aliases SELECT v.target, a.entity, a.position, a.name, a.folded
  FROM aliases a JOIN moving_entities v ON v.owner = a.owner AND v.id = a.entity;
"""
_BY = {
    "memories": "id",
    "episodes": "id",
    "turns": "id",
    "evidence": "memory",
    "edges": "id",
    "attributes": "id",
    "mentions": "node",
    "readings": "episode",
    "usage": "memory",
    "projects": "id",
    "verified": "project",
    "documents": "project",
    "themes": "id",
    "theme_members": "theme",
    "memory_index": "id",
    "turn_index": "id",
    "passage_index": "id",
}
"""The tables whose rows move, and the column that names what moves them."""
_LINKS = """
UPDATE adjacency SET owner = (SELECT target FROM moving v WHERE v.owner = adjacency.owner AND v.id =
  CASE instr(link, '>') WHEN 0 THEN link ELSE substr(link, 1, instr(link, '>') - 1) END)
WHERE EXISTS (SELECT 1 FROM moving v WHERE v.owner = adjacency.owner AND v.id =
  CASE instr(link, '>') WHEN 0 THEN link ELSE substr(link, 1, instr(link, '>') - 1) END);
INSERT INTO change_log(owner, seq, topic, keys, told)
  SELECT '', (SELECT coalesce(max(seq), 0) + 2 FROM change_log), 'rows', NULL, 1 FROM moving LIMIT 1;
"""
_DONE = "DROP TABLE moving; DROP TABLE moving_scopes; DROP TABLE moving_entities;" + "".join(
    f"ALTER TABLE {table} DROP COLUMN scope;"
    for table in ("memories", "episodes", "projects", "themes", "memory_index", "turn_index", "passage_index")
)


def into_spaces(connection: apsw.Connection) -> None:
    """Inside the migration's transaction. What was `shared` is `global` now, any other scope a space of its name."""
    connection.execute(SPACES + _MOVING)
    for table, column in _BY.items():
        connection.execute(
            f"UPDATE {table} SET owner = (SELECT target FROM moving v"
            f" WHERE v.owner = {table}.owner AND v.id = {table}.{column})"
            f" WHERE EXISTS (SELECT 1 FROM moving v WHERE v.owner = {table}.owner AND v.id = {table}.{column})"
        )
    connection.execute(_LINKS)
    for corpus in ("memory", "turn"):
        _move_vectors(connection, f"{corpus}_vector", f"{corpus}_index")
    connection.execute(_DONE)


def _move_vectors(connection: apsw.Connection, vectors: str, index: str) -> None:
    """Their table keeps each owner's apart, and lets no row change its owner."""
    if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (vectors,)).fetchall():
        return
    moved = connection.execute(
        f"SELECT i.owner, i.number, v.embedding FROM {index} i JOIN {vectors} v ON v.number = i.number"
        " WHERE i.owner IN (SELECT target FROM moving)"
    ).fetchall()
    for owner, number, embedding in moved:
        connection.execute(f"DELETE FROM {vectors} WHERE number = ?", (number,))
        connection.execute(
            f"INSERT INTO {vectors}(owner, number, embedding) VALUES (?, ?, ?)", (owner, number, embedding)
        )
