"""What can programs ask over HTTP, and agents over MCP? The same acts, typed in and out.

Read `table` (every address), then `requests` (what comes in), `handlers` and `document_handlers` (what is done),
`responses` (what goes out); `openapi` describes it to machines.
"""
