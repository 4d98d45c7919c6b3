"""What makes rows findable?

`derivation` follows every change into `vectors`, `windows` of words, `passages` of long turns and `chunks` of
documents; `many_at_once` fills them in bulk, `rebuilding` makes them anew from the rows.
"""
