"""What is configured: config, prompts, reembed?

Read `configuring` with `settings_views`, then `model_trial` (does a model work?) and `prompts`.
"""
