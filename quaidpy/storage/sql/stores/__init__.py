"""What do use cases ask for: memories, projects? The ports, made of the rooms below."""
