"""What did the agent learn about itself and its user? (snippets, journal, identity files)"""
