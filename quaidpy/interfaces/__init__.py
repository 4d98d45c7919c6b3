"""How do people and programs reach the memory?"""
