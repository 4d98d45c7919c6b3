"""What do the hooks of agents' hosts start? Light, always successful, never late.

Read `invocation` and `call`, then `forwarding` (where a server runs) and `running` (where none does); both come to
`giving` and `keeping`. `serving` is for the host that keeps one child.
"""
