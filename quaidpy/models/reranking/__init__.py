"""How well does a text answer a question? By a local cross-encoder, if there is one."""
