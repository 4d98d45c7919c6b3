"""What is the same in every SQL engine: how values look as rows, and what is done with rows?

Begin with `rows` (values and columns) and `engine` (the dialect, and what an engine must offer); `gate` keeps secrets
out, `tracked` writes rows and knows their `images`. Then `reading` (what the rows say), `records` (what was learnt,
spent, done at night), `changing` (one transaction at a time, purge, transfer) and `stores` (the ports).
"""
