"""Which words is an agent given of what was found? Read: wanting, breadth, order, depth, forms, passages, currency."""
