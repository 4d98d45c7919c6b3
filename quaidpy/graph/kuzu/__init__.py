"""How do the rows look in the graph engine?

`schema` says it. `follower` keeps a file in step by `apply`, `build` makes it anew, `comparison` looks for differences;
`graph` asks it by `walk`, `paths` and `whole`, `places` and `relation_codes` know what its numbers mean.
"""
