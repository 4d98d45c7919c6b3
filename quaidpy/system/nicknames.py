"""Which given names do people use for one another? Liz for Elizabeth, Bob for Robert: a table others keep."""

from functools import lru_cache

from nicknames import NickNamer


def related_names(name: str) -> frozenset[str]:
    """Names, lower case, that `name` is short for, or that are short for it; English, without `name` itself."""
    return frozenset(_table().canonicals_of(name) | _table().nicknames_of(name)) - {name.lower()}


@lru_cache(maxsize=1)
def _table() -> NickNamer:
    return NickNamer()
