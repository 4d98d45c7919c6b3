"""What does a night find, what does it spoil, and how long does it take?

Read `planted` (a life with faults, of `planted_phrases` and `planted_words`), `nights`, `knowing` (a model that knows
what was planted), `judged_pairs`; then `towns` and `long_nights` for large memories.
"""
