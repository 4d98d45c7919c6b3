"""What ships beside the code: configuration, prompts, given names, a sample life?"""
