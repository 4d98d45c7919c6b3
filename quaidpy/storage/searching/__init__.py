"""Which nodes hold these words, or mean something near this vector? `index` is the port; each lane has a module."""
