"""What do those who keep rows in memory read of PostgreSQL in its own way? The heaviest links."""
