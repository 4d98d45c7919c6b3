"""How is a user's Cypher answered, so that no query harms anybody else?

A time limit of the engine is a request that sorts and collections do not hear, and what they take they take of the
whole process. So queries run in a process of their own, over a copy of the graph file, within bounds of memory and
time, and are killed past them; one that would write is refused (`read_only`). Read `asking` (our side), `answering`
(its side), `bounds` (what it sets for itself), `bounded_process` (what is held against it from outside).
"""
