"""What do the hooks of agents' hosts start? Light, always successful, never late."""
