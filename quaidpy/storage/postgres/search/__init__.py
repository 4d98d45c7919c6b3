"""How does the server find what is not in memory? Words by postings, vectors by pgvector."""
