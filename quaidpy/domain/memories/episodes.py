"""What was said, verbatim?"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from quaidpy.domain.identity import EpisodeId, Owner, TurnId


class Role(StrEnum):
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    DOCUMENT = "document"


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """One conversation or document that was taken in.

    `source_key` names where it came from (a path or label) and is how a grown file is recognised; `cursor` counts
    the bytes of it already stored as turns, `digest` is the SHA-256 of exactly those bytes. `extracted_turns` counts
    the turns that extraction has read: fewer than stored means that the rest is still queued.
    """

    id: EpisodeId
    owner: Owner
    source_key: str
    format: str
    digest: str
    cursor: int
    extracted_turns: int = 0
    recorded_at: datetime
    started_at: datetime | None = None
    title: str | None = None
    session: str | None = None
    project: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What one speaker said at one time. `at` is None when the source has no date.

    `recorded_at`: when we took it in; None is together with its episode (a grown source gains turns later).
    """

    id: TurnId
    episode: EpisodeId
    owner: Owner
    seq: int
    text: str
    speaker: str | None = None
    role: Role = Role.USER
    at: datetime | None = None
    recorded_at: datetime | None = None

    @property
    def voice(self) -> tuple[Role, str | None]:
        """Who said it; a chat with an assistant names neither of the two."""
        return self.role, self.speaker
