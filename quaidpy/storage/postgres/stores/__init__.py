"""What do use cases ask for: memories, documents, links? The ports, made of the rooms below."""
