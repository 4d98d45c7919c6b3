"""How far is a measurement?"""

from collections.abc import Callable

Report = Callable[[str, int, int], None]
"""Told of which things (sources, questions, memories, scopes) how many are done, and of how many."""


def silent(things: str, done: int, total: int) -> None:
    """Tells nobody."""
