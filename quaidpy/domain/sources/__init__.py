"""What comes in: transcripts, sessions of hosts, other memories, watched files?"""
