"""How do agents' hosts come to use the memory: install, uninstall, watch, hook?

Read `installing` with `install_checks`; `readers` (a host's program that reads for us), `watching`
(transcripts), `login_services` (what starts by itself), `hook`.
"""
