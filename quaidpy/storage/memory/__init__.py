"""What is quick to ask because all of it is in memory: vectors, words, links, columns?

Nothing here knows a database. `vectors` and `text_index` answer searches, `links` and `edge_arrays` walks, `columns`
filters; who fills them, and says when they are behind, is `storage.cached`.
"""
