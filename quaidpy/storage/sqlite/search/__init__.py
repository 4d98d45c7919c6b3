"""How does the file find what is not in memory? Words by FTS5, vectors by sqlite-vec, chunks of documents by both."""
