"""How well and how fast does it recall?"""
