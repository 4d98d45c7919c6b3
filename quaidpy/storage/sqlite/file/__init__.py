"""Where is the database, how does a value look in it, and what changed?

Begin with `database` and `schema`; `rows` turns domain values into rows and back, `gate` keeps secrets out, `views` is
what one read transaction sees, `changes`, `row_changes` and `index_changes` say what to follow.
"""
