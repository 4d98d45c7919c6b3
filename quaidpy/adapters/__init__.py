"""Where do bytes, rows and models live? The only code that knows a database, a file or a network."""
