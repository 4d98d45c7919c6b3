"""Who may write whose rows? Advisory locks of a write transaction; the server frees them with it."""

from collections.abc import Collection
from hashlib import blake2b

from quaidpy.domain.identity import Owner

_WHOLE = 0x51554149_57
EMBEDDER = 0x51554149_45
"""Held by whoever chooses the first embedder, while other owners write."""
MIGRATING = 0x51554149_4D


def taking(owners: Collection[Owner]) -> str:
    """The statement that waits for the turn to write rows of these owners; of none named, of all.

    In ascending order, so that two who write for several owners wait for each other in one direction only.
    """
    if not owners:
        return f"SELECT pg_advisory_xact_lock({_WHOLE})"
    each = (f"pg_advisory_xact_lock({key})" for key in sorted(set(map(_key, owners))))
    return f"SELECT pg_advisory_xact_lock_shared({_WHOLE}), {', '.join(each)}"


def _key(owner: Owner) -> int:
    """64 bits of the name: owners who share them by chance only wait for each other."""
    return int.from_bytes(blake2b(owner.encode(), digest_size=8, person=b"quaid").digest(), signed=True)
