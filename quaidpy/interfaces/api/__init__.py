"""What can programs ask over HTTP, and agents over MCP? The same acts, typed in and out.

Read `table` (every address), then `asks` (what comes in), `acts` and `document_acts` (what is done), `answers` (what
goes out); `openapi` describes it to machines.
"""
