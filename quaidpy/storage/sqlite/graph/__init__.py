"""What do walks and a graph engine read of SQLite? `walk` is a walk over the rows, `rows` what a graph follows."""
