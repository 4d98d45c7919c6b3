"""Do the words that answer stand in the block that an agent reads? Read wanted, blocks, quoting, measuring."""
