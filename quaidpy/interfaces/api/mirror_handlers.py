"""What do programs ask of the mirror? Where it is, and that it and memory come to say the same."""

from typing import Any

from quaidpy.interfaces.api import requests
from quaidpy.interfaces.json_forms.mirror import mirror_document, mirrored_document
from quaidpy.memory import Memory

Document = dict[str, Any]


def mirrored(memory: Memory, asked: requests.Nothing) -> Document:
    """The folder in which memory stands as Markdown."""
    del asked
    return mirrored_document(memory.mirrored())


def sync_mirror(memory: Memory, asked: requests.SyncMirror) -> Document:
    """Take in what was changed in the folder, then write what is known now."""
    return mirror_document(memory.mirror(is_dry=asked.dry_run, is_sure=asked.sure))
