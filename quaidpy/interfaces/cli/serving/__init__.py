"""How does a command line meet a server: serve, mcp, token?

`serve` starts, asks and ends it; `for_clients` is how a server runs the command lines of others; `tokens` says who may
come to one that is shared.
"""
