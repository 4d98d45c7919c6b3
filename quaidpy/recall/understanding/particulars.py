"""What is asked for in general, and told in particular: who speaks of their new flat says where they live.

Of config/particulars.toml: a thesaurus of narrower words (ISO 25964), as far as questions of daily life need it.
"""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from quaidpy.shipped.names import particulars


def asked_by(said: AbstractSet[str]) -> frozenset[str]:
    """The general words to which lower-case words answer: instrument for trumpet."""
    return frozenset().union(*(asked for asked, told in particulars() if not told.isdisjoint(said)))


def told_for(asked_for: Iterable[str]) -> tuple[str, ...]:
    """The words that tell of what lower-case words ask for, each once, in alphabetical order."""
    wanted = frozenset(asked_for)
    found = frozenset().union(*(told for asked, told in particulars() if not asked.isdisjoint(wanted)))
    return tuple(sorted(found - wanted))
