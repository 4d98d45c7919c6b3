"""Which words is an agent given of what was found? Read: forms, passages, repeats, depth, order."""
