"""How do those who keep rows in memory read them by SQL? `rows` tells which to keep, `rows_graph` goes along links."""
