"""How does a conversation become memories?"""
