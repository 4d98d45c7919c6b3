"""How does memory look as Markdown that people read and edit, and what have they changed in it?"""
