"""How do people and programs reach the memory?

`front` is the entry of `quaid`: it asks a running server (`command_lines`, `client`, `server_address`), or runs `cli`
in this process. `background` and `starting` bring up a `server`, which answers `api` over HTTP, `mcp` for agents and
command lines of clients; `hooks` are what agents' hosts call. All of them print the same `json_forms`.
"""
