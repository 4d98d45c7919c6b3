"""How do agents reach memory? Tools, resources and prompts of the Model Context Protocol.

Read `opening` and `serving`, then `tools` with `tool_calls`, `prompts`; `lines` carries it over a socket,
and `sampling` has the client's model read.
"""
