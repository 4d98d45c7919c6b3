"""Whose rows does a home follow, and which must it let go of?"""

from collections.abc import Sequence

from quaidpy.domain.identity import Owner
from quaidpy.domain.spaces import PRIVATE, ReadPolicy, Role, Space
from quaidpy.services.parts import Side


def wanted_keys(here: Side, there: Side, owner: Owner, names: Sequence[str]) -> list[Owner]:
    """The owner's own rows first, then those of spaces that the owner or an agent of theirs may read, by key.

    The store says who may read what others have made. `names`: only these; none for all.
    """
    own = [each for each in here.spaces.known_to(owner) if each.owner == owner]
    known = {each.key: each for each in (*own, *there.spaces.known_to(owner))}
    may = [key for key in sorted(known) if _may_be_read(known[key], owner) and _is_named(known[key], names)]
    return [*([owner] if not names or PRIVATE in names else []), *(key for key in may if key != owner)]


def lost_keys(here: Side, there: Side, owner: Owner) -> list[Owner]:
    """Spaces of others that are followed here, and that the store says are no longer for this owner.

    One of which the store does not know is no such space: it may be another store than before.
    """
    followed = here.rows.followed()
    known = {each.key: each for each in there.spaces.at(followed)}
    return [
        key
        for key in followed
        if key in known and known[key].owner != owner and not _may_be_read(known[key], owner)
    ]


def _may_be_read(space: Space, owner: Owner) -> bool:
    if space.owner == owner or space.policy is ReadPolicy.PUBLIC:
        return True
    roles = {each.role for each in space.members if each.owner == owner}
    return bool(roles) if space.policy is ReadPolicy.MEMBERS else Role.OWNER in roles


def _is_named(space: Space, names: Sequence[str]) -> bool:
    return not names or not {space.name, f"{space.owner}/{space.name}"}.isdisjoint(names)
