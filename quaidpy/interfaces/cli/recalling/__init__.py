"""How is something found from the command line: recall, search, brief, signals, why, feedback?

Read `finding`, then `finding_views` (answers) and `trace_views` (how they were found).
"""
