"""What runs while a home has a server? One process that owns the writer, the graph engine and the models.

Read `process` (from start to end), `lifecycle` (what it holds) and `app` (what it answers). `listeners` and
`authentication` let callers in, `routes` and `error_responses` answer the API, `commands` with `streams` run command
lines, `hooks` events of hosts; `agents` opens MCP with the first one that comes.
"""
