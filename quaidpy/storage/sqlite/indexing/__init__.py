"""What does the file index in its own way? Documents; and are its derived tables what the rows say?"""
