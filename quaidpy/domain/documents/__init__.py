"""What are projects and the chunks of their documents, and what changed in their files?"""
