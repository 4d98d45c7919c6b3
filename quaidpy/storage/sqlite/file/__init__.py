"""Where is the database, who may read and write it, and what did a transaction change?

Begin with `database` and `schema`; `queries` asks, `session` says what the SQL of the rows leaves open, `gate` keeps
secrets out, `views` is what one transaction sees, `noted` and `change_log` what to follow.
"""
