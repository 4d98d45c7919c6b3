"""What is the same in every SQL engine: how values look as rows, and what is done with rows?"""
