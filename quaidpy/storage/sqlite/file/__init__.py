"""Where is the database, and who may read and write it?

Begin with `database` and `schema`; `session` spells the SQL of the rows for SQLite, `gate` keeps
secrets out, `restoring` puts a backup in its place.
"""
