"""What may a checkpoint or a scratchpad be called?"""

import unicodedata

from quaidpy.domain.secrets.redaction import without_secrets
from quaidpy.errors import UsageError

LONGEST_NAME = 100


def known_as(name: str) -> str:
    """As it is kept: on one line, and without secrets, which no row holds."""
    return without_secrets(" ".join(name.split()))


def checked_name(name: str, *, of: str) -> str:
    """One line, as it was typed. Raises UsageError; `of`: what is named, for the message."""
    typed = known_as(name)
    if not typed or len(typed) > LONGEST_NAME or any(unicodedata.category(each) == "Cc" for each in typed):
        raise UsageError(
            f"{name[:LONGEST_NAME]!r} is no name of a {of}; use 1 to {LONGEST_NAME} characters on one line"
        )
    return typed
