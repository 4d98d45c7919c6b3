"""What runs while a home has a server? One process that owns the writer, the graph engine and the models.

Read `process` (from start to end), `keeper` (what it holds) and `app` (what it answers). `doors` and `gate` let
callers in, `routes` and `refusing` answer the API, `commands` with `streams` run command lines, `hooks` events of
hosts; `agents` opens MCP with the first one that comes.
"""
