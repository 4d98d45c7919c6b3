"""Does a reading model answer right from the block alone? Read asking, records, measuring."""
