"""What is configured: config, prompts, reembed?

Read `configuring` with `settings_views`; `model_trial` asks a model whether it works; `prompts` and `reembedding` are
commands of their own.
"""
