"""How do those who keep rows in memory read them by SQL? What `storage.cached` asks for, and the graph of rows."""
