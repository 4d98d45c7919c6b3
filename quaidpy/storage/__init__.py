"""Where do the rows live?

`sql` says once for every SQL engine what is done with rows, `sqlite` is the engine that there is; `memory` is what is
kept in memory, `cached` keeps it in step, `feeding` reads it by SQL.
"""
