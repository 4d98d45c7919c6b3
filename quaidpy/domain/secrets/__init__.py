"""Which characters of a text must never be stored, and what stands in their place?

Read `redaction` first, then the tables of forms: `token_forms` (known by their beginning), `written_forms` (settings,
headers, addresses, command lines), `spoken_forms` (sentences).
"""
