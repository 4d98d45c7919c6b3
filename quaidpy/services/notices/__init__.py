"""What is somebody told who did not ask? Read noticing, then giving."""
