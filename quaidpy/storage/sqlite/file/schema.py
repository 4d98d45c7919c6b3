"""What has SQLite's file beside the tables of the rows: its text indexes, and what older files bring along.

The vector tables (memory_vector, turn_vector) are made when the first embedding tells their dimension.
"""

from quaidpy.storage import tables

_TEXT = "content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'"

DERIVED = f"""{tables.INDEXED}
CREATE VIRTUAL TABLE memory_text USING fts5(text, names, keywords, {_TEXT});
CREATE VIRTUAL TABLE turn_text USING fts5(text, {_TEXT});
CREATE VIRTUAL TABLE window_text USING fts5(text, {_TEXT});
CREATE VIRTUAL TABLE memory_terms USING fts5vocab(memory_text, row);
CREATE VIRTUAL TABLE turn_terms USING fts5vocab(turn_text, row);
"""

DOCUMENTS = f"""{tables.DOCUMENTS}
CREATE VIRTUAL TABLE chunk_text USING fts5(path, headings, text, {_TEXT});
CREATE VIRTUAL TABLE chunk_window USING fts5(text, {_TEXT});
"""

PASSAGES = f"""{tables.PASSAGES}
CREATE VIRTUAL TABLE passage_text USING fts5(text, {_TEXT});
CREATE VIRTUAL TABLE passage_terms USING fts5vocab(passage_text, row);
"""

OUTBOX = """
CREATE TABLE outbox(
  seq INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT NOT NULL,
  what TEXT NOT NULL CHECK(what IN ('node', 'edge', 'mentions')), key TEXT NOT NULL) STRICT;
CREATE INDEX outbox_by_owner ON outbox(owner, seq);
"""
"""Of the first step; the change log took its place."""

INTO_CHANGE_LOG = """
INSERT INTO change_log(owner, seq, topic, keys, told)
SELECT '', last + 2, 'rows', NULL, 1 FROM (
  SELECT max(seq) AS last FROM sqlite_sequence WHERE name IN ('outbox', 'row_changes', 'vector_changes'))
WHERE last > 0;
DROP TABLE IF EXISTS outbox;
DROP TABLE IF EXISTS row_changes;
DROP TABLE IF EXISTS vector_changes;
DELETE FROM meta WHERE key = 'pruned_upto' OR substr(key, 1, 14) = 'graph_applied:';
"""
"""Step 9: one numbered log a transaction, in the place of three. `told`: keys told by then, in all. Its numbers begin
past all of theirs, with a gap: graphs are built anew once.
"""

INTO_VERSIONS = """
INSERT OR IGNORE INTO memory_operations(owner, memory, operation)
SELECT o.owner, json_extract(c.value, '$[1].id'), o.id
FROM operations o, json_each(CASE WHEN json_valid(o.changes) THEN o.changes ELSE '[]' END) c
WHERE json_extract(c.value, '$[0]') = 'memories' AND json_extract(c.value, '$[1].id') IS NOT NULL;
"""
"""Step 12: of operations of before."""

INTO_RECALL_TIMES = """
INSERT INTO recall_times(owner, memory, at)
SELECT u.owner, u.memory, u.last_recalled_at FROM usage u JOIN memories m ON m.owner = u.owner AND m.id = u.memory
WHERE u.last_recalled_at IS NOT NULL;
"""
"""Step 16: of what was recalled before, the last time alone."""
