"""What does a language model find in an episode, and what of that can be kept?"""
