"""How do conversations and statements get in from the command line: extract, store, episodes?

Read `intake`; its options about readers are `reading_options`; `model_reading` is the turn of a language model, `inbox`
what hooks have kept, `intake_views` how it all reads.
"""
