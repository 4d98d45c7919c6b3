"""What does a doctor find?"""

from dataclasses import dataclass

OK, WARN, BAD = "ok", "warn", "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. `remedy`: what to do; empty when it is well."""

    name: str
    level: str
    text: str
    remedy: str = ""
