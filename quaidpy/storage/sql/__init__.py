"""What is the same in every SQL engine: how values look as rows, and what is done with rows?

Begin with `rows` (values and columns) and `engine` (what an engine must offer); `gate` keeps secrets out, `tracked`
writes rows and knows their `images`.
"""
