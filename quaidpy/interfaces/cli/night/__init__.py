"""What is seen and decided of the night: janitor, review, health, journal?

Read `janitor` with `janitor_views` and `scheduling`; `review` with `review_walk` and `review_views` for what the night
left to a person; `journal` with `journal_views` for what it learnt; `health` is all of it in three lines.
"""
