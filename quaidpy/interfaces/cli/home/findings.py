"""What does a doctor find?"""

from dataclasses import dataclass

from quaidpy.ports.servers import ServerState

OK, WARN, BAD = "ok", "warn", "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. `remedy`: what to do; empty when it is well."""

    name: str
    level: str
    text: str
    remedy: str = ""


@dataclass(slots=True)
class Diagnosis:
    """All that was looked at. `server`: the one that has the rows; None where a file has them, or it is away."""

    findings: list[Finding]
    server: ServerState | None = None
