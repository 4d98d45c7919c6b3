"""How are the documents of projects registered and searched: projects, docs?

Read `projects`, then `docs`; `docs_views` and `freshness_views` are how they read.
"""
