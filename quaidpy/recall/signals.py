"""What important things did others store since this agent last heard? Each reaches it once, a few at a time."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from quaidpy.domain.identity import MemoryId, NodeId, Owner
from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.recall.queries import Filter
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.domain.tuning import SignalsTuning
from quaidpy.ports.storage import MemoryStore

_NEVER = "m_"  # before every id of a memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Listener:
    """Who hears: a name that stays the same for a session of an agent, and the session whose own words it knows.

    `kept_out`: what is not wanted in that session.
    """

    owner: Owner
    name: str
    session: str | None = None
    project: str | None = None
    kept_out: frozenset[NodeId] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListenerState:
    """How far a listener has heard: up to which memory, when last, how many in all."""

    watermark: MemoryId
    last_at: datetime | None = None
    told: int = 0

    def to_row(self) -> dict[str, object]:
        return {
            "watermark": self.watermark,
            "last_at": self.last_at.isoformat() if self.last_at else None,
            "told": self.told,
        }

    @classmethod
    def from_row(cls, row: Mapping[str, object]) -> "ListenerState | None":
        """None for a listener that is new, or whose record cannot be read."""
        watermark, last_at, told = row.get("watermark"), row.get("last_at"), row.get("told")
        if not isinstance(watermark, str) or not isinstance(told, int):
            return None
        at = datetime.fromisoformat(last_at) if isinstance(last_at, str) else None
        return cls(watermark=MemoryId(watermark), last_at=at, told=told)


def signals(
    store: MemoryStore,
    listener: Listener,
    heard: ListenerState | None,
    *,
    now: datetime,
    tuning: SignalsTuning,
) -> tuple[list[Memory], ListenerState]:
    """What it hears now, oldest first, and how far it has heard then.

    Who listens for the first time hears of nothing that is there already. Within the cool-down, and past the most of a
    session, nothing is told and nothing is passed over; what is older than the age limit is passed over.
    """
    keep = Filter(owner=listener.owner, project=listener.project, moment=Moment(as_of=now, known_at=now))
    if heard is None:
        newest = store.newest(Filter(owner=listener.owner), limit=1)
        return [], ListenerState(watermark=newest[0].id if newest else MemoryId(_NEVER))
    may_tell = min(tuning.batch, tuning.most_a_session - heard.told)
    is_cooling = heard.last_at is not None and now - heard.last_at < timedelta(seconds=tuning.cool_down_s)
    if may_tell <= 0 or is_cooling:
        return [], heard
    found = store.important_after(
        keep, heard.watermark, least=tuning.least_importance, limit=tuning.looked_at
    )
    oldest = now - timedelta(hours=tuning.most_age_hours)
    fresh = [memory for memory in found if _is_news(memory, listener, oldest)]
    told = fresh[:may_tell]
    if not told:
        return [], ListenerState(
            watermark=found[-1].id if found else heard.watermark, last_at=heard.last_at, told=heard.told
        )
    return told, ListenerState(watermark=told[-1].id, last_at=now, told=heard.told + len(told))


def _is_news(memory: Memory, listener: Listener, oldest: datetime) -> bool:
    is_own = listener.session is not None and memory.session == listener.session
    return not is_own and memory.id not in listener.kept_out and memory.lifetime.recorded_at >= oldest
