"""Which words is an agent given of what was found?

Read `expected_answer`, `breadth`, `order`, `cutoff`, `forms`, `passage_selection`, `validity`.
"""
