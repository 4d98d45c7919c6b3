"""How do the rows look in the graph engine? `follower` keeps it in step, `build` makes it anew, `walk` asks it."""
