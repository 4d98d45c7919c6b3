"""What do findings change? Decided draft by draft, then written in one transaction.

`resolution` says what is new, said before or replaced; `following`, `overtaking` and `succession` what ends with it;
`storing` writes it.
"""
