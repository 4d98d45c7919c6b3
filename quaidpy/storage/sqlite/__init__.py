"""How is a memory kept in one SQLite file?

From the ground up, each room standing on those before it: `file` (the database, its schema, how it spells the SQL of
the rows), `indexing` (are the derived tables whole?), `feeding` (what those who keep rows in memory read), `search`
(what is not in memory), `stores` (the ports that all this makes up).
"""
