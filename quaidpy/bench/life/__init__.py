"""Is a memory of real-looking lives of use to an agent? Read lives, judging, measuring."""
