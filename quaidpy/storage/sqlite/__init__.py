"""How is a memory kept in one SQLite file?

From the ground up, each room standing on those before it: `file` (the database, its schema, how a value looks as a
row, what changed), `reading` (what the rows say), `records` (what was learnt, spent, done at night), `indexing` (what
makes rows findable), `cached` (which of it is in memory as well), `search` (the lanes), `writing` (one transaction at
a time, undo, purge, transfer), `stores` (the ports that all this makes up).
"""
