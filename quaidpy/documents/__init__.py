"""What do the project documents say? (projects, chunks, search, staleness)"""
