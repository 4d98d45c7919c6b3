"""How are people, things and their relations shown: entity, aliases, graph?

Read `entities`, then `graph` with `graph_views`.
"""
