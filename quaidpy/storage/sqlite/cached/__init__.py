"""Which vectors, words, columns and links are in memory as well, and do those still say what the file says?"""
