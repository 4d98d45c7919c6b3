"""How good is each candidate, and is anything there at all? `scoring` ranks, `abstention` decides about silence."""
