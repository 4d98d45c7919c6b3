"""What do use cases ask for: memories, documents, projects? The ports, made of the rooms below."""
