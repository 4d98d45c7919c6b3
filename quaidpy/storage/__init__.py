"""Where do the rows live (`sqlite`), and what of them is kept in memory beside it (`memory`)?"""
