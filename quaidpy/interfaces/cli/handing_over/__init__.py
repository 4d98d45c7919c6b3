"""How does one session leave something for the next from the command line: wake, checkpoint, handoff, scratch?

Read `waking`, `checkpoints`, `handoffs`, `scratch`; how it reads to a person is in `handover_views`.
"""
