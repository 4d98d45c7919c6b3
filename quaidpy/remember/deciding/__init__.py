"""What do findings change? Decided draft by draft, then written in one transaction.

`resolution` says what is new, said before or replaced; `supersession`, `overtaking` and `succession` what ends with it;
`storing` writes it.
"""
