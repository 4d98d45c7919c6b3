"""How is a language model asked? Through litellm or a program; prompts come from files."""
