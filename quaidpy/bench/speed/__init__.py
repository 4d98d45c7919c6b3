"""How long does it take, and how does it grow?

Read `latency`, then `synthetic` (a memory of any size, of `synthetic_words`) and `scale`.
"""
