"""Which values does a conversation give to attributes, and which earlier ones do they end?

Read in this order: `values` (what stands there), `clauses` (of what it is said), `changes` (is it said to be new?),
`finding` (all of a stretch of turns), `prior_statements` (who said it otherwise before), `change_matching` (is it that
which the change means?), `keeping` (what is stored).
"""
