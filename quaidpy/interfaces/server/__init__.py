"""What runs while a home has a server? One process that owns the writer, the graph engine and the models."""
