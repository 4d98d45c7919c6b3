"""What does each host application write and expect?"""
