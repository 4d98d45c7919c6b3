"""What does `python -m quaidpy` run? The command line."""

from quaidpy.interfaces.cli.main import run

run()
