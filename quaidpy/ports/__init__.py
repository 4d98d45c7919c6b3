"""What must the outside world be able to do for us? One Protocol a need; tests/contracts checks each sentence."""
