"""Who is related to whom, as people tell it."""
