"""What does an answer look like as JSON? The same for the command line, HTTP and MCP.

Read `plain` (any value) and `identities` (ids as they are typed and printed), then `times` and `memories`, then what is
made of them: `results`, `entities`, `graph`, `intake`, `changes`, `documents`.
"""
