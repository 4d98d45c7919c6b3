"""What can a person type? One module per command group."""
