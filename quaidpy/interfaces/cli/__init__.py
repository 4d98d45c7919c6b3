"""What can a person type?

`main` lists all commands and runs one; `terminal` is what commands share. The commands have rooms by what is done:
`remembering`, `recalling`, `managing` (one memory, tasks, history), `graphs`, `documents`, `night`, `settings`, `hosts`
of agents, `serving`, `home` (the whole of it), `measuring`, `getting_started`. A module named `…_views` says how
something reads on a terminal.
"""
