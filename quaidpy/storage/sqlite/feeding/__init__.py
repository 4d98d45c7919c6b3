"""What do those who keep rows in memory read of SQLite? The sources that `storage.cached` asks for, one file each."""
