"""Which documents and questions are measured with?

Read `datasets` (our own form), `converters` (published forms), `demo_set` and `irrelevant` (ours), `world_files` (how a
world becomes files).
"""
