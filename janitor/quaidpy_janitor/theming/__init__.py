"""Which memories are about one thing, what is it called, and is it so? Read clusters, naming, statements, verifying."""
