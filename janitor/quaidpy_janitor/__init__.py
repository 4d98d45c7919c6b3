"""What keeps the memory clean at night?"""
