"""What do all commands share?

Read `session` (where memory lies, how to answer) and `lazy` (commands that load when they are used); then `failures`,
`served` (when a server does it), `printing`, and the small ones: `choices`, `dates`, `writing_files`.
"""
