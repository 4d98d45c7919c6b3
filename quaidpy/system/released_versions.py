"""Is there a newer version? Asked only where a person has set an address to ask, and never waited for long."""

import json
import urllib.request
from http.client import HTTPException

from quaidpy.regex import regex

_PATIENCE_S = 3.0
_MOST_BYTES = 5_000_000
_NUMBERS = regex(r"\d+")


class ReleasedVersions:
    """See ports.nights.Releases. `address` answers with JSON having `info.version` or `version`; empty asks nobody."""

    def __init__(self, address: str, own: str) -> None:
        self._address = address
        self._own = own

    def newer(self) -> str | None:
        if not self._address.startswith(("https://", "http://")):
            return None
        try:
            with urllib.request.urlopen(self._address, timeout=_PATIENCE_S) as answer:  # noqa: S310 - checked above
                told = json.loads(answer.read(_MOST_BYTES))
        except (OSError, HTTPException, ValueError):  # offline, or no such answer: there is nothing to say
            return None
        found = _version_in(told)
        return found if found is not None and _parts(found) > _parts(self._own) else None


def _version_in(told: object) -> str | None:
    if not isinstance(told, dict):
        return None
    info = told.get("info", told)
    version = info.get("version") if isinstance(info, dict) else None
    return version if isinstance(version, str) and _NUMBERS.match(version) else None


def _parts(version: str) -> tuple[int, ...]:
    """The released numbers; what is beta of them counts as they do."""
    return tuple(int(number) for number in _NUMBERS.findall(version.partition("+")[0])[:3])
