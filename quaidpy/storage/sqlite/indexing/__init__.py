"""What makes rows findable?

`derivation` follows every change into `vectors`, `windows` of words, `passages` of long turns and `document_chunks` of
documents; `bulk_indexing` fills them in bulk, `rebuilding` makes them anew from the rows.
"""
