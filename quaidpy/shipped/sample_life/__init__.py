"""What does a sample life look like? Two friends, six conversations, one year; written for quaidpy."""
