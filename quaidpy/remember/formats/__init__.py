"""Which turns does a source hold? One reader a format; `transcripts` finds it by what is in it."""
