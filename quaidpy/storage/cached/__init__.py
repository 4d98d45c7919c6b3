"""Does what is in memory still say what the rows say? Caches that follow the change log, whatever engine has the rows.

Nothing here knows a database: `sources` says what an engine must tell, `storage.sqlite.feeding` tells it for SQLite.
`store` keeps rows, `links` what walks meet, `vectors`, `text_index` and `columns` what searches look through.
"""
