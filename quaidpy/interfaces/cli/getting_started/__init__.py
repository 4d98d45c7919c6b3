"""What does a newcomer type first: demo, completion, version?

Read `demo` with `demo_questions` and `demo_views`, then `shell`.
"""
