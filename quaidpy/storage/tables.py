"""Which tables hold the truth, and which are derived from them?

Every canonical table has the owner first in its key, but that of tokens. Ids are unique within an owner. Times are UTC
text of fixed width.
Written as SQLite reads them: another engine spells the types its way, and leaves STRICT and WITHOUT ROWID out. What
words and vectors are found by is each engine's own.
"""

_LIFETIME = "valid_from TEXT, valid_to TEXT, recorded_at TEXT NOT NULL, retracted_at TEXT, closed_at TEXT"

SCOPE_COLUMN = "scope TEXT NOT NULL,"
"""Of the steps before spaces; the step into spaces takes it away."""

CANONICAL = f"""
CREATE TABLE memories(
  owner TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL, content_hash TEXT NOT NULL,
  status TEXT NOT NULL, scope TEXT NOT NULL, confidence REAL NOT NULL, importance REAL NOT NULL, tier TEXT NOT NULL,
  pinned INTEGER NOT NULL, verified INTEGER NOT NULL, flagged INTEGER NOT NULL,
  keywords TEXT NOT NULL, tags TEXT NOT NULL, source TEXT NOT NULL, speaker TEXT, project TEXT, session TEXT,
  abstract TEXT, overview TEXT, confirmations INTEGER NOT NULL, superseded_by TEXT, stated_at TEXT NOT NULL,
  {_LIFETIME},
  PRIMARY KEY(owner, id)) STRICT;
CREATE INDEX memories_by_hash ON memories(owner, content_hash);
CREATE INDEX memories_by_successor ON memories(owner, superseded_by) WHERE superseded_by IS NOT NULL;

CREATE TABLE episodes(
  owner TEXT NOT NULL, id TEXT NOT NULL, source_key TEXT NOT NULL, format TEXT NOT NULL, digest TEXT NOT NULL,
  cursor INTEGER NOT NULL, extracted_turns INTEGER NOT NULL, recorded_at TEXT NOT NULL, started_at TEXT, title TEXT,
  session TEXT, project TEXT, scope TEXT NOT NULL,
  PRIMARY KEY(owner, id)) STRICT;
CREATE INDEX episodes_by_source ON episodes(owner, source_key);
CREATE INDEX episodes_by_digest ON episodes(owner, digest);

CREATE TABLE turns(
  owner TEXT NOT NULL, id TEXT NOT NULL, episode TEXT NOT NULL, seq INTEGER NOT NULL, text TEXT NOT NULL,
  speaker TEXT, role TEXT NOT NULL, at TEXT, recorded_at TEXT,
  PRIMARY KEY(owner, id),
  FOREIGN KEY(owner, episode) REFERENCES episodes(owner, id) DEFERRABLE INITIALLY DEFERRED) STRICT;
CREATE INDEX turns_by_episode ON turns(owner, episode, seq);

CREATE TABLE evidence(
  owner TEXT NOT NULL, memory TEXT NOT NULL, position INTEGER NOT NULL, turn TEXT NOT NULL,
  start INTEGER NOT NULL, "end" INTEGER NOT NULL,
  PRIMARY KEY(owner, memory, position),
  FOREIGN KEY(owner, memory) REFERENCES memories(owner, id) DEFERRABLE INITIALLY DEFERRED) STRICT, WITHOUT ROWID;
CREATE INDEX evidence_by_turn ON evidence(owner, turn, memory);

CREATE TABLE entities(
  owner TEXT NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL, folded TEXT NOT NULL, summary TEXT,
  attributes TEXT NOT NULL,
  PRIMARY KEY(owner, id)) STRICT;
CREATE INDEX entities_by_name ON entities(owner, folded);

CREATE TABLE aliases(
  owner TEXT NOT NULL, entity TEXT NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL, folded TEXT NOT NULL,
  PRIMARY KEY(owner, entity, position),
  FOREIGN KEY(owner, entity) REFERENCES entities(owner, id) DEFERRABLE INITIALLY DEFERRED) STRICT, WITHOUT ROWID;
CREATE INDEX aliases_by_name ON aliases(owner, folded, entity);

CREATE TABLE edges(
  owner TEXT NOT NULL, id TEXT NOT NULL, source TEXT NOT NULL, relation TEXT NOT NULL, target TEXT NOT NULL,
  weight REAL NOT NULL, confidence REAL NOT NULL, memory TEXT, {_LIFETIME},
  PRIMARY KEY(owner, id)) STRICT;
CREATE INDEX edges_by_source ON edges(owner, source, relation);
CREATE INDEX edges_by_target ON edges(owner, target, relation);
CREATE INDEX edges_by_memory ON edges(owner, memory) WHERE memory IS NOT NULL;

CREATE TABLE mentions(
  owner TEXT NOT NULL, node TEXT NOT NULL, entity TEXT NOT NULL, weight REAL NOT NULL,
  PRIMARY KEY(owner, node, entity),
  FOREIGN KEY(owner, entity) REFERENCES entities(owner, id) DEFERRABLE INITIALLY DEFERRED) STRICT, WITHOUT ROWID;
CREATE INDEX mentions_by_entity ON mentions(owner, entity, node);

CREATE TABLE readings(
  owner TEXT NOT NULL, episode TEXT NOT NULL, first_turn INTEGER NOT NULL, last_turn INTEGER NOT NULL,
  state TEXT NOT NULL, attempts INTEGER NOT NULL, due_at TEXT NOT NULL, error TEXT, model TEXT, prompt TEXT,
  PRIMARY KEY(owner, episode, first_turn)) STRICT, WITHOUT ROWID;

CREATE TABLE relation_queue(
  owner TEXT NOT NULL, relation TEXT NOT NULL, operation TEXT NOT NULL, example TEXT NOT NULL, queued_at TEXT NOT NULL,
  PRIMARY KEY(owner, relation, operation)) STRICT, WITHOUT ROWID;

CREATE TABLE operations(
  owner TEXT NOT NULL, id TEXT NOT NULL, at TEXT NOT NULL, verb TEXT NOT NULL, why TEXT NOT NULL, who TEXT NOT NULL,
  run TEXT, model TEXT, prompt TEXT, changes TEXT NOT NULL, undone_by TEXT,
  PRIMARY KEY(owner, id)) STRICT;
CREATE INDEX operations_by_time ON operations(owner, at);
CREATE INDEX operations_by_run ON operations(owner, run) WHERE run IS NOT NULL;

CREATE TABLE dedup_log(
  owner TEXT NOT NULL, operation TEXT NOT NULL, position INTEGER NOT NULL, at TEXT NOT NULL, outcome TEXT NOT NULL,
  reason TEXT NOT NULL, text TEXT NOT NULL, other TEXT, similarity REAL,
  PRIMARY KEY(owner, operation, position)) STRICT, WITHOUT ROWID;

CREATE TABLE usage(
  owner TEXT NOT NULL, memory TEXT NOT NULL, strength REAL NOT NULL, recalls INTEGER NOT NULL, last_recalled_at TEXT,
  outcome REAL NOT NULL,
  PRIMARY KEY(owner, memory)) STRICT, WITHOUT ROWID;

CREATE TABLE recall_log(
  owner TEXT NOT NULL, id TEXT NOT NULL, at TEXT NOT NULL, query TEXT NOT NULL, trace TEXT NOT NULL,
  PRIMARY KEY(owner, id)) STRICT;
CREATE INDEX recall_log_by_time ON recall_log(owner, at);

CREATE TABLE vectors(
  identity TEXT NOT NULL, text_hash BLOB NOT NULL, embedding BLOB NOT NULL,
  PRIMARY KEY(identity, text_hash)) STRICT;

CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT) STRICT;
"""

INDEXED = """
CREATE TABLE memory_index(
  number INTEGER PRIMARY KEY, owner TEXT NOT NULL, id TEXT NOT NULL, text_hash BLOB NOT NULL,
  has_vector INTEGER NOT NULL DEFAULT 0, scope TEXT NOT NULL, project TEXT, session TEXT, kind TEXT NOT NULL,
  tags TEXT NOT NULL, said_at TEXT NOT NULL, valid_from TEXT, valid_to TEXT, recorded_at TEXT NOT NULL,
  retracted_at TEXT, closed_at TEXT,
  UNIQUE(owner, id)) STRICT;
CREATE INDEX memory_index_by_hash ON memory_index(text_hash);
CREATE INDEX memory_index_unembedded ON memory_index(owner, id) WHERE has_vector = 0;

CREATE TABLE turn_index(
  number INTEGER PRIMARY KEY, owner TEXT NOT NULL, id TEXT NOT NULL, text_hash BLOB NOT NULL,
  has_vector INTEGER NOT NULL DEFAULT 0, scope TEXT NOT NULL, project TEXT, session TEXT, said_at TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  UNIQUE(owner, id)) STRICT;
CREATE INDEX turn_index_by_hash ON turn_index(text_hash);
CREATE INDEX turn_index_unembedded ON turn_index(owner, id) WHERE has_vector = 0;

CREATE TABLE adjacency(
  owner TEXT NOT NULL, node TEXT NOT NULL, weight REAL NOT NULL, other TEXT NOT NULL, relation TEXT NOT NULL,
  is_forward INTEGER NOT NULL, link TEXT NOT NULL, valid_from TEXT, valid_to TEXT, recorded_at TEXT,
  retracted_at TEXT, closed_at TEXT) STRICT;
CREATE INDEX adjacency_heaviest ON adjacency(owner, node, weight DESC, other, relation);
CREATE INDEX adjacency_by_link ON adjacency(owner, link);
"""

SPENDING = """
CREATE TABLE spendings(
  owner TEXT NOT NULL, run TEXT NOT NULL, doing TEXT NOT NULL, model TEXT NOT NULL, at TEXT NOT NULL,
  calls INTEGER NOT NULL, input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL,
  cached_tokens INTEGER NOT NULL, cost_usd REAL NOT NULL, estimated INTEGER NOT NULL, unpriced INTEGER NOT NULL,
  PRIMARY KEY(owner, run, doing, model)) STRICT, WITHOUT ROWID;
CREATE INDEX spendings_by_time ON spendings(owner, at);
ALTER TABLE readings ADD COLUMN user_name TEXT;
"""
"""Step 2: what language models cost, and for whom a waiting chunk is read."""

NIGHTS = """
ALTER TABLE memories ADD COLUMN faded_at TEXT;

CREATE TABLE questions(
  owner TEXT NOT NULL, matter TEXT NOT NULL, subject TEXT NOT NULL, digest TEXT NOT NULL, state TEXT NOT NULL,
  verdict TEXT, reason TEXT NOT NULL, asked_at TEXT NOT NULL, due_at TEXT,
  PRIMARY KEY(owner, matter, subject)) STRICT, WITHOUT ROWID;

CREATE TABLE nights(
  owner TEXT NOT NULL, id TEXT NOT NULL, started_at TEXT NOT NULL, ended_at TEXT, state TEXT NOT NULL,
  tasks TEXT NOT NULL,
  PRIMARY KEY(owner, id)) STRICT;

CREATE TABLE health(
  owner TEXT NOT NULL, at TEXT NOT NULL, figures TEXT NOT NULL, PRIMARY KEY(owner, at)) STRICT, WITHOUT ROWID;
"""
"""Step 3: what the janitor asks, does and measures."""

DOCUMENTS = """
CREATE TABLE projects(
  owner TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, root TEXT NOT NULL, scope TEXT NOT NULL,
  archived INTEGER NOT NULL, created_at TEXT NOT NULL,
  PRIMARY KEY(owner, id)) STRICT;

CREATE TABLE verified(
  owner TEXT NOT NULL, project TEXT NOT NULL, path TEXT NOT NULL, revision TEXT NOT NULL, digest TEXT NOT NULL,
  at TEXT NOT NULL, reason TEXT NOT NULL, model TEXT,
  PRIMARY KEY(owner, project, path)) STRICT, WITHOUT ROWID;

CREATE TABLE documents(
  number INTEGER PRIMARY KEY, owner TEXT NOT NULL, project TEXT NOT NULL, path TEXT NOT NULL, title TEXT,
  size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, settled INTEGER NOT NULL, digest TEXT NOT NULL,
  indexed_at TEXT NOT NULL,
  UNIQUE(owner, project, path)) STRICT;

CREATE TABLE chunks(
  number INTEGER PRIMARY KEY, document INTEGER NOT NULL REFERENCES documents(number) ON DELETE CASCADE,
  position INTEGER NOT NULL, headings TEXT NOT NULL, first_line INTEGER NOT NULL, last_line INTEGER NOT NULL,
  lead TEXT NOT NULL, text TEXT NOT NULL,
  UNIQUE(document, position)) STRICT;

CREATE TABLE chunk_parts(
  chunk INTEGER NOT NULL REFERENCES chunks(number) ON DELETE CASCADE, position INTEGER NOT NULL,
  first_line INTEGER NOT NULL, last_line INTEGER NOT NULL, text TEXT NOT NULL, text_hash BLOB NOT NULL,
  identity TEXT, embedding BLOB,
  PRIMARY KEY(chunk, position)) STRICT, WITHOUT ROWID;
CREATE INDEX chunk_parts_by_hash ON chunk_parts(text_hash);
"""
"""Step 4: projects and what was verified in them; below that, derived from files, their documents in chunks."""

LOOKS = """
CREATE TABLE looks(
  owner TEXT NOT NULL, task TEXT NOT NULL, node TEXT NOT NULL, mark BLOB NOT NULL, keys BLOB NOT NULL,
  PRIMARY KEY(owner, task, node)) STRICT, WITHOUT ROWID;
"""
"""Step 5: what the janitor has looked at, by hashes; no words. Without it a night takes longer and finds the same."""

LEARNING = """
CREATE TABLE learnings(
  owner TEXT NOT NULL, id TEXT NOT NULL, file TEXT NOT NULL, form TEXT NOT NULL, text TEXT NOT NULL,
  said_at TEXT NOT NULL, occasion TEXT NOT NULL, learnt_at TEXT NOT NULL, episode TEXT, turn TEXT, quote TEXT,
  memory TEXT, edit TEXT,
  PRIMARY KEY(owner, id)) STRICT, WITHOUT ROWID;
CREATE INDEX learnings_waiting ON learnings(owner, file, form) WHERE edit IS NULL;
CREATE INDEX learnings_by_time ON learnings(owner, said_at);

CREATE TABLE file_edits(
  owner TEXT NOT NULL, id TEXT NOT NULL, change TEXT NOT NULL, place INTEGER NOT NULL, path TEXT NOT NULL,
  position INTEGER NOT NULL, removed TEXT NOT NULL, inserted TEXT NOT NULL, before TEXT, after TEXT,
  state TEXT NOT NULL, original TEXT,
  PRIMARY KEY(owner, id)) STRICT, WITHOUT ROWID;
CREATE INDEX file_edits_by_change ON file_edits(owner, change, place);

CREATE TABLE file_writes(
  seq INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT NOT NULL, edit TEXT NOT NULL, is_back INTEGER NOT NULL) STRICT;
"""
"""Step 6: what was learnt for the identity files, the edits of files, and which of those are yet to be written."""

PASSAGES = """
CREATE TABLE passage_index(
  number INTEGER PRIMARY KEY, owner TEXT NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL, start INTEGER NOT NULL,
  "end" INTEGER NOT NULL, text_hash BLOB NOT NULL, has_vector INTEGER NOT NULL DEFAULT 0, scope TEXT NOT NULL,
  project TEXT, session TEXT, said_at TEXT NOT NULL, recorded_at TEXT NOT NULL,
  UNIQUE(owner, id, position)) STRICT;
CREATE INDEX passage_index_by_hash ON passage_index(text_hash);
CREATE INDEX passage_index_unembedded ON passage_index(owner, id) WHERE has_vector = 0;
"""
"""Step 7: derived, the passages of long turns, by their turn and place in it. What was indexed before has none until a
rebuild. Their vectors are in no vector table: they are read from `vectors`, or from memory.
"""
ATTRIBUTES = f"""
CREATE TABLE attributes(
  owner TEXT NOT NULL, id TEXT NOT NULL, subject TEXT NOT NULL, name TEXT NOT NULL, qualifier TEXT NOT NULL,
  value TEXT NOT NULL, confidence REAL NOT NULL, source TEXT NOT NULL, turn TEXT, memory TEXT, replaced_by TEXT,
  {_LIFETIME},
  PRIMARY KEY(owner, id)) STRICT;
CREATE INDEX attributes_by_subject ON attributes(owner, subject, name);
CREATE INDEX attributes_by_turn ON attributes(owner, turn) WHERE turn IS NOT NULL;
CREATE INDEX attributes_by_memory ON attributes(owner, memory) WHERE memory IS NOT NULL;
"""
"""Step 8: what subjects have at a time, with the words that state it."""

CHANGE_LOG = """
CREATE TABLE change_log(
  owner TEXT NOT NULL, seq INTEGER NOT NULL, topic TEXT NOT NULL, told INTEGER NOT NULL, keys TEXT,
  PRIMARY KEY(owner, seq, topic)) STRICT, WITHOUT ROWID;
CREATE INDEX change_log_by_seq ON change_log(seq, told);
"""
"""Step 9: one numbered log a transaction. `told`: keys told by then, in all."""

THEMES = """
CREATE TABLE themes(
  owner TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, abstract TEXT NOT NULL, overview TEXT, scope TEXT NOT NULL,
  project TEXT, digest TEXT NOT NULL, model TEXT, made_at TEXT NOT NULL,
  PRIMARY KEY(owner, id)) STRICT;

CREATE TABLE theme_members(
  owner TEXT NOT NULL, theme TEXT NOT NULL, member TEXT NOT NULL, position INTEGER NOT NULL, nearness REAL NOT NULL,
  PRIMARY KEY(owner, theme, member)) STRICT, WITHOUT ROWID;
CREATE INDEX theme_members_by_member ON theme_members(owner, member);
"""
"""Step 10: what several memories have in common. A member may be gone: then its theme is looked at again."""
HANDOVER = """
CREATE TABLE checkpoints(
  owner TEXT NOT NULL, agent TEXT NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL, saved_at TEXT NOT NULL,
  session TEXT, project TEXT, newest TEXT, said TEXT NOT NULL, filled TEXT NOT NULL,
  PRIMARY KEY(owner, agent, name, version)) STRICT, WITHOUT ROWID;
CREATE INDEX checkpoints_by_time ON checkpoints(owner, agent, saved_at);

CREATE TABLE handoffs(
  owner TEXT NOT NULL, id TEXT NOT NULL, recipient TEXT NOT NULL, sender TEXT NOT NULL, text TEXT NOT NULL,
  written_at TEXT NOT NULL, expires_at TEXT NOT NULL, session TEXT, receiver TEXT, taken_at TEXT, given_at TEXT,
  PRIMARY KEY(owner, id)) STRICT, WITHOUT ROWID;
CREATE INDEX handoffs_open ON handoffs(owner, recipient) WHERE given_at IS NULL;

CREATE TABLE scratchpads(
  owner TEXT NOT NULL, agent TEXT NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL, text TEXT NOT NULL,
  written_at TEXT NOT NULL,
  PRIMARY KEY(owner, agent, name, version)) STRICT, WITHOUT ROWID;
"""
"""Step 11: where sessions stopped, notes to whoever comes next, small texts of agents."""
VERSIONS = """
ALTER TABLE operations ADD COLUMN agent TEXT;
ALTER TABLE operations ADD COLUMN session TEXT;
CREATE INDEX operations_by_agent ON operations(owner, agent, at) WHERE agent IS NOT NULL;

CREATE TABLE memory_operations(
  owner TEXT NOT NULL, memory TEXT NOT NULL, operation TEXT NOT NULL,
  PRIMARY KEY(owner, memory, operation)) STRICT, WITHOUT ROWID;
"""
"""Step 12: who calls, and which operations changed a memory: its versions are found without reading the whole log."""
SPACES = """
CREATE TABLE spaces(
  owner TEXT NOT NULL, name TEXT NOT NULL, policy TEXT NOT NULL, made_at TEXT, archived_at TEXT,
  PRIMARY KEY(owner, name)) STRICT, WITHOUT ROWID;

CREATE TABLE space_members(
  owner TEXT NOT NULL, space TEXT NOT NULL, member TEXT NOT NULL, agent TEXT NOT NULL, role TEXT NOT NULL,
  PRIMARY KEY(owner, space, member, agent)) STRICT, WITHOUT ROWID;
"""
"""Step 13: which spaces were made, or written in, and who is in each. A space's key is the owner of all its rows."""

NOTICES = """
CREATE TABLE notices(
  owner TEXT NOT NULL, id TEXT NOT NULL, recipient TEXT NOT NULL, event TEXT NOT NULL, kind TEXT NOT NULL,
  happened_at TEXT NOT NULL, memory TEXT, before TEXT, count INTEGER NOT NULL, receiver TEXT, taken_at TEXT,
  given_at TEXT,
  PRIMARY KEY(owner, id), UNIQUE(owner, recipient, event)) STRICT, WITHOUT ROWID;
CREATE INDEX notices_waiting ON notices(owner, recipient) WHERE given_at IS NULL;

CREATE TABLE notice_marks(
  owner TEXT NOT NULL PRIMARY KEY, upto TEXT NOT NULL, newest TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE notice_subscriptions(
  owner TEXT NOT NULL, id TEXT NOT NULL, recipient TEXT NOT NULL, made_at TEXT NOT NULL, entity TEXT, kind TEXT,
  project TEXT, word TEXT, space TEXT,
  PRIMARY KEY(owner, id)) STRICT, WITHOUT ROWID;
"""
"""Step 14: what is to be told, once, to whom, and who wants which. Ids, and no words of memories."""

SUPPRESSIONS = """
CREATE TABLE suppressions(
  owner TEXT NOT NULL, memory TEXT NOT NULL, context TEXT NOT NULL,
  PRIMARY KEY(owner, memory, context)) STRICT, WITHOUT ROWID;
CREATE INDEX suppressions_by_context ON suppressions(owner, context);
"""
"""Step 15: in which sessions memories are not wanted; what replaces one inherits it."""
RECALL_TIMES = """
CREATE TABLE recall_times(
  owner TEXT NOT NULL, memory TEXT NOT NULL, at TEXT NOT NULL,
  PRIMARY KEY(owner, memory, at)) STRICT, WITHOUT ROWID;
"""
"""Step 16: when memories were recalled, an hour apart at least."""
SYNC = """
CREATE TABLE sync_owners(
  owner TEXT NOT NULL PRIMARY KEY, node TEXT NOT NULL, seq INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE sync_rows(
  owner TEXT NOT NULL, row_table TEXT NOT NULL, row_key TEXT NOT NULL, life TEXT NOT NULL, presence INTEGER NOT NULL,
  stamps TEXT NOT NULL, seq INTEGER NOT NULL, is_own INTEGER NOT NULL,
  PRIMARY KEY(owner, row_table, row_key)) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX sync_rows_by_seq ON sync_rows(owner, seq);
CREATE INDEX sync_rows_erased ON sync_rows(owner, row_table) WHERE presence = 2;

CREATE TABLE sync_positions(
  owner TEXT NOT NULL, peer TEXT NOT NULL, pulled INTEGER NOT NULL, pushed INTEGER NOT NULL,
  PRIMARY KEY(owner, peer)) STRICT, WITHOUT ROWID;
"""
"""Step 17: whose rows are shared with another database, when each of them was changed, and how far that one has heard.
No words: what is gone leaves its key and a time.
"""
ACCESS_TOKENS = """
CREATE TABLE access_tokens(
  name TEXT NOT NULL, bearer TEXT NOT NULL, digest TEXT NOT NULL, agent TEXT, allows TEXT NOT NULL,
  made_at TEXT NOT NULL, expires_at TEXT, used_at TEXT, PRIMARY KEY(name), UNIQUE(digest)) STRICT, WITHOUT ROWID;
"""
"""Step 18: who may come to a shared server. A token is looked for before anybody knows whose it is: rows of the whole
database, as those of `meta`.
"""

KNOWN_SPACES = """
CREATE INDEX spaces_of_member ON space_members(member);
CREATE INDEX public_spaces ON spaces(policy) WHERE policy = 'public';
"""
"""Step 19: which spaces somebody may know of, without a look at those of everybody else."""

STEPS = tuple(
    step.replace(SCOPE_COLUMN, "")
    for step in (
        CANONICAL + INDEXED,
        SPENDING,
        NIGHTS,
        DOCUMENTS,
        LOOKS,
        LEARNING,
        PASSAGES,
        ATTRIBUTES,
        CHANGE_LOG,
        THEMES,
        HANDOVER,
        VERSIONS,
        SPACES,
        NOTICES,
        SUPPRESSIONS,
        RECALL_TIMES,
        SYNC,
        ACCESS_TOKENS,
        KNOWN_SPACES,
    )
)
"""Step n leads from version n to n + 1, for an engine that begins with none of them. Never change one: append."""
