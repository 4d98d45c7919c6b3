"""What is written down beside memories: what was learnt, what nights did, what models cost?"""
