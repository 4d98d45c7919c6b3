"""What does one session leave for the next? Where it stopped, notes to others, small texts of its own.

Read `checkpoints`, `handoffs`, `scratchpads`, then `waking`: the one block that a new session is given.
"""
