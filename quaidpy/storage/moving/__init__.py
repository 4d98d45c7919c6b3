"""How does all of a storage go from one engine to another, and is it the same there?

`tables` says what moves how; `rows` brings an owner's rows in step, `documents` and `vectors` what is found by words
and meaning; `whole` does it for everybody and compares.
"""
