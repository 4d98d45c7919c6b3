"""How does a session leave something for the next one, and what is that one given? Parts of a `Memory`.

Read `checkpoints` (what memory fills in, how one reads), `notes`, `scratch`; then `waking`, which puts all together.
"""
