"""Who follows the rows as a graph, and who answers walks, queries and pictures?

The rows are the truth; an embedded engine (`kuzu`) follows them. `routing` chooses who answers, `cypher` answers a
person's queries in a process of its own, `communities` says what belongs together, `drawing`,
`layout` and `export` show it.
"""
