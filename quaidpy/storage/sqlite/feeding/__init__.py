"""What do those who keep rows in memory read of SQLite in its own way? Links, and how many words there are."""
