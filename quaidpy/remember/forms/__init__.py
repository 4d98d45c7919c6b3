"""Which turns does a source hold? One reader a form; `transcripts` finds the form by what is in it."""
