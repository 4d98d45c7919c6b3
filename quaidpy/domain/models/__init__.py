"""What is said to language models, and what do they answer?"""
