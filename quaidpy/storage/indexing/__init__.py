"""What makes rows findable?

`derivation` follows every change into `vectors`, `windows` of words and `passages` of long turns; `bulk_indexing` fills
them in bulk. `session` is what an engine has for that.
"""
