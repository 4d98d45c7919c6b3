"""What do programs say about spaces? Who is in them, and where a memory belongs."""

from typing import Any

from quaidpy.interfaces.api import requests
from quaidpy.interfaces.json_forms.identities import memory_id
from quaidpy.interfaces.json_forms.spaces import space_document, spaces_document
from quaidpy.memory import Memory

Document = dict[str, Any]


def spaces(memory: Memory, asked: requests.Nothing) -> Document:
    """The spaces that the caller may use."""
    del asked
    return spaces_document(memory)


def create_space(memory: Memory, asked: requests.MakeSpace) -> Document:
    """Make a space; the caller is its owner."""
    return space_document(memory.create_space(asked.name, asked.read), memory)


def space(memory: Memory, asked: requests.OneSpace) -> Document:
    """Who may do what in a space."""
    return space_document(memory.access.called(asked.name), memory)


def add_member(memory: Memory, asked: requests.AddMember) -> Document:
    """Let somebody in, or give them another role."""
    return space_document(memory.add_member(asked.name, asked.member, asked.role), memory)


def remove_member(memory: Memory, asked: requests.RemoveMember) -> Document:
    """Take somebody out, from their next call on."""
    return space_document(memory.remove_member(asked.name, asked.member), memory)


def set_policy(memory: Memory, asked: requests.SetPolicy) -> Document:
    """Say who reads a space."""
    return space_document(memory.set_policy(asked.name, asked.read), memory)


def archive_space(memory: Memory, asked: requests.ArchiveSpace) -> Document:
    """Close a space, or open it again."""
    return space_document(memory.archive_space(asked.name, back=asked.back), memory)


def move(memory: Memory, asked: requests.Move) -> Document:
    """Move a memory to another space, with the words it came from."""
    whole = memory_id(asked.id, memory)
    return {"operation": memory.move([whole], asked.to), "id": whole}
