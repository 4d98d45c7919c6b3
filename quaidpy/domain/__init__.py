"""What is a memory, an entity, an edge, and how do their numbers move? Pure values and maths."""
