"""What takes several rooms at once: the inbox drained, identity files kept, hosts taken in? Parts of a `Memory`."""
