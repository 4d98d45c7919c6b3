"""What do all commands share?

Read `session` (where memory lies, how to answer) and `lazy` (commands that load when they are used); then `failures`,
`server_use` (when a server does it), `printing`, `progress`, and the small ones: `options`, `dates`.
"""
