"""How is one memory looked at and changed by hand: show, edit, link, pin, forget, todo, changes, undo?

Read `one_memory` (what is known), `changing`, `todos`; then `history` and `history_views`.
"""
