"""How does one transaction put rows down, and how are rows purged, or carried elsewhere?"""
