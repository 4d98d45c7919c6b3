"""How is a memory one space's, and how does something come into another? Placing, moving; `access` says who may."""
