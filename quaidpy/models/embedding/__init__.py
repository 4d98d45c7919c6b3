"""What does a text mean, as a vector? One module an embedder; `embedded` needs no server and no download."""
