"""What exactly is asked? `planning` puts it together: whom and what it names, which time, list or task it is of."""
