"""Which turns and memories might answer? `lanes` by words and meaning, `relations_lane` by what is stated."""
