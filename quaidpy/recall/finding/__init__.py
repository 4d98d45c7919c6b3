"""Which turns and memories might answer? `lanes` finds by words and meaning, `relations_lane` by what is stated."""
