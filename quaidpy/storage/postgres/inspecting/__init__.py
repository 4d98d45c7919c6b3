"""How is the server that has the rows: what may we do there, how large is it, what is slow? Read server_state first."""
