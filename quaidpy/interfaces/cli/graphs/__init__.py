"""How are people, things and their relations shown: entity, aliases, graph?

Read `entities` with `attribute_views`, then `graph` with `graph_views`.
"""
