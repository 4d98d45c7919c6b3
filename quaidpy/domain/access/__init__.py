"""Who may come to a server of many owners? Tokens, each of one owner, and what they may do."""
