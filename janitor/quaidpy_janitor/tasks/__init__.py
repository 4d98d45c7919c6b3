"""Which chores does the night have? One module per family."""
