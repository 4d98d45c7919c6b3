"""What can programs ask over HTTP, and agents over MCP? The same acts, typed in and out."""
