"""What does the machine say: the time, files of the user and of other programs, git?"""
