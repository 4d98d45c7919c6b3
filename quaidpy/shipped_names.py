"""Which words are given names somewhere in the world, and nothing else?"""

from functools import cache

from quaidpy.shipped_files import shipped_folder


def is_given_name_only(word: str) -> bool:
    """Whether a word, lower case, is a given name of config/given_names.txt: none that is a word of every day."""
    return word in _given_names()


@cache
def _given_names() -> frozenset[str]:
    """Read when first asked for, in some milliseconds, and then kept."""
    return frozenset((shipped_folder("config") / "given_names.txt").read_text(encoding="utf-8").split())
