"""How does one transaction put rows down, and how is it undone, purged, carried elsewhere or restored?"""
