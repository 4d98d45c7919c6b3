"""How are the measurements of `quaidpy.bench` run and printed?

The only room that knows bench. Read `bench` and `bench_answers`; `setting_up` is what they share; `bench_views` and the
others are how each measurement reads.
"""
