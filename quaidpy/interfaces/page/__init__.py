"""What does a person see of their memory in a browser, and who may come in?

Read tickets, gate, site; `command_asks` and `acts` are what the page asks beyond the API, `assets` the page itself.
"""
