"""Which turns and memories might answer? `lanes` finds by words and meaning, `walking` by links."""
