"""How do a home and the store it shares keep each other up to date? Read following, rounds, then keeping."""
