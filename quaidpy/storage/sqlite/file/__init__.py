"""Where is the database, how does a value look in it, and what changed?

Begin with `database` and `schema`; `rows` turns domain values into rows and back, `gate` keeps secrets out, `views` is
what one read transaction sees, `changes` says what a transaction did to the rows, `noted` and `change_log` what to
follow.
"""
