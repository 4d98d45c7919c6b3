"""Which memories answer this query, and why these?"""
