"""What does `python -m quaidpy` run? The command line."""

from quaidpy.interfaces.front import run

run()
