"""What is remembered: memories and the turns they came from, attributes, todos, how they change, fade and end?"""
