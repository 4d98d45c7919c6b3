"""How do agents reach memory? Tools, resources and prompts of the Model Context Protocol."""
