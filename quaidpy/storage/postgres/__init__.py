"""The rows of many owners in one PostgreSQL server; what an engine of its own has to say is here, all else is shared.

From the ground up: `server` (connections, tables, transactions, how it spells the SQL of the rows), `feeding`,
`search`, `stores` (the ports that all this makes up).
"""
