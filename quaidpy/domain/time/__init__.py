"""When was it, and when did we know it?"""
