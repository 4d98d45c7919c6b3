"""How does an agent write what it keeps for itself?"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from quaidpy.domain.agents import AgentName
from quaidpy.domain.handover.names import checked_name, known_as
from quaidpy.domain.handover.scratchpads import Scratchpad, require_room
from quaidpy.errors import NotFoundError, UsageError
from quaidpy.services.parts import Parts


def write_scratchpad(name: str, text: str, parts: Parts, *, agent: AgentName) -> Scratchpad:
    """In the place of what it says; that stays as an earlier version. Raises UsageError when it is too long."""
    return _change(name, parts, agent=agent, before=lambda _: "", text=text)


def append_scratchpad(name: str, text: str, parts: Parts, *, agent: AgentName) -> Scratchpad:
    """A line, or several, at its end; a pad that is not there begins with it. Raises UsageError."""
    return _change(name, parts, agent=agent, before=_ended, text=text)


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else f"{text}\n"


def _change(
    name: str, parts: Parts, *, agent: AgentName, before: Callable[[str], str], text: str
) -> Scratchpad:
    called, tuning, now = (
        checked_name(name, of="scratchpad"),
        parts.handover.tuning,
        parts.remembering.clock.now(),
    )
    if not text.strip():
        raise UsageError(f"nothing to write into {called!r}; `quaid scratch clear` forgets it")

    def change(pads: Mapping[str, str]) -> str:
        whole = before(pads.get(called, "")) + text
        require_room(called, whole, pads, tuning)
        return whole

    pad = Scratchpad(owner=parts.owner, agent=agent, name=called, version=0, text=text, written_at=now)
    return parts.handover.records.change_scratchpad(
        pad, change, since=kept_since(parts), versions=tuning.scratch_versions
    )


def kept_since(parts: Parts) -> datetime:
    """What was last written before then is gone."""
    return parts.remembering.clock.now() - timedelta(days=parts.handover.tuning.scratch_days)


def scratchpad_called(name: str, parts: Parts, *, agent: AgentName, version: int | None = None) -> Scratchpad:
    """Its newest version unless another is named. Raises NotFoundError."""
    called = known_as(name)
    versions = parts.handover.records.scratchpad_versions(parts.owner, agent, called)
    if not versions or versions[0].written_at < kept_since(parts):
        raise NotFoundError(f"{agent} has no scratchpad {called!r}; `quaid scratch list` lists them")
    for pad in versions:
        if version is None or pad.version == version:
            return pad
    kept = f"{versions[-1].version} to {versions[0].version}"
    raise NotFoundError(f"scratchpad {called!r} has no version {version}; {kept} are kept")


def clear_scratchpad(name: str, parts: Parts, *, agent: AgentName) -> int:
    """Forget it. Returns how many versions it had. Raises NotFoundError."""
    called = known_as(name)
    gone = parts.handover.records.clear_scratchpad(parts.owner, agent, called)
    if not gone:
        raise NotFoundError(f"{agent} has no scratchpad {called!r}; `quaid scratch list` lists them")
    return gone
