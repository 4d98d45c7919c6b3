"""What does a space look like as JSON?"""

from typing import TYPE_CHECKING, Any

from quaidpy.interfaces.json_forms.plain import plain

if TYPE_CHECKING:
    from quaidpy.domain.spaces import Space
    from quaidpy.memory import Memory


def spaces_document(memory: "Memory") -> dict[str, Any]:
    """All that the caller may use."""
    return {"spaces": [space_document(each, memory) for each in memory.spaces()]}


def space_document(space: "Space", memory: "Memory") -> dict[str, Any]:
    """`memories`: how many are in it; None where the caller may not read."""
    access = memory.access
    role = space.role_of(access.visitor)
    return {
        "name": access.name_of(space),
        "owner": space.owner,
        "role": role.value if role else None,
        "read": space.policy.value,
        "members": [{"member": each.name, "role": each.role.value} for each in space.members],
        "archived_at": plain(space.archived_at),
        "memories": memory.count_in(space) if access.may_read(space) else None,
    }
