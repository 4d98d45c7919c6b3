"""How does English put things: sentences and thoughts, verbs and their forms, names, requests, chat writing?"""
