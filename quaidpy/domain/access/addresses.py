"""Which address of a server may be written down?"""

import re

from quaidpy.regex import regex

_HAS_PASSWORD = regex(r"://[^/@:]*:[^/@]*@|\bpassword\s*=", re.IGNORECASE)


def without_password(url: str) -> str:
    """The address of a server. Raises ValueError, which does not repeat it, for one with a password."""
    if _HAS_PASSWORD.search(url):
        raise ValueError(
            "it has a password, which would stand in plain text in files and messages; leave it out,"
            " and put it into PGPASSWORD, ~/.pgpass or a service file"
        )
    return url
