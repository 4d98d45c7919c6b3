"""How is memory changed by hand: edited, noted, imported, undone, made findable by another model?"""
