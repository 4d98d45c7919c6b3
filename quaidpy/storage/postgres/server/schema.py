"""What has a PostgreSQL schema beside the tables of the rows: what finds words.

The vector tables (memory_vector, turn_vector) are made when the first embedding tells their dimension.
"""

_TEXT = 'TEXT COLLATE "C" NOT NULL'

WORDS = f"""
CREATE TABLE postings(
  owner {_TEXT}, text_index {_TEXT}, term {_TEXT}, number BIGINT NOT NULL, places INTEGER[] NOT NULL,
  PRIMARY KEY(owner, text_index, term, number));
CREATE INDEX postings_by_term ON postings(text_index, term);

CREATE TABLE worded_rows(
  owner {_TEXT}, text_index {_TEXT}, number BIGINT NOT NULL, length INTEGER NOT NULL, terms TEXT[] NOT NULL,
  PRIMARY KEY(owner, text_index, number));

CREATE TABLE word_totals(
  owner {_TEXT}, text_index {_TEXT}, indexed BIGINT NOT NULL, words BIGINT NOT NULL,
  PRIMARY KEY(owner, text_index));
"""
"""Where each word stands (its place in its column, and COLUMN more for each column before that), how long each row is
and which words it has, and how much there is in all.
"""

COLUMN = 1 << 20
"""Places in a column are below this."""
