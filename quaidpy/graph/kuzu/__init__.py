"""How do the rows look in the graph engine?

`schema` says it. `follower` keeps a file in step by `apply`, `build` makes it anew, `comparison` looks for differences;
`walk` and `paths` ask it, `places` and `relation_codes` know what its numbers mean.
"""
