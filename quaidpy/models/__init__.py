"""Which models are asked, and how? Each library is loaded at the first call, never before."""
