"""What runs where one server answers many owners? Tokens at its door, limits, figures, and an end that loses nothing.

Read `process` (from start to end), `door` (who comes in, and how far) with `needs` (the one table of what each address
and tool needs), `admission` and `visits`; then `app` and `agents` (what is answered). `limits`, `figures` and `logs`
are of their own; `listening` says where, and with which certificate.
"""
