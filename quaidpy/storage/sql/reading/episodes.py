"""What do the rows say about episodes and their turns?"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from quaidpy.domain.identity import EpisodeId, Owner, TurnId
from quaidpy.domain.memories.episodes import Episode, Turn
from quaidpy.domain.memories.readings import Reading
from quaidpy.domain.secrets.redaction import without_secrets
from quaidpy.storage.sql.engine import AnyDatabase
from quaidpy.storage.sql.filters import owned
from quaidpy.storage.sql.rows import episode_of, instant_text, reading_of, turn_of


class EpisodeReading:
    """The part of MemoryStore that reads what was said."""

    def __init__(self, database: AnyDatabase) -> None:
        self._database = database

    def episodes(self, owner: Owner, ids: Sequence[EpisodeId]) -> list[Episode]:
        """In the order asked."""
        found = self._episodes_by("id = ANY(:ids) ORDER BY id", owner, ids=list(ids))
        by_id = {episode.id: episode for episode in found}
        return [by_id[identity] for identity in ids if identity in by_id]

    def episodes_from(self, owner: Owner, source_key: str) -> list[Episode]:
        return self._episodes_by("source_key = :key ORDER BY id", owner, key=without_secrets(source_key))

    def episode_with_digest(self, owner: Owner, digest: str) -> Episode | None:
        found = self._episodes_by("digest = :digest ORDER BY id LIMIT 1", owner, digest=digest)
        return found[0] if found else None

    def recent_episodes(self, owner: Owner, *, limit: int) -> list[Episode]:
        return self._episodes_by("TRUE ORDER BY recorded_at DESC, id DESC LIMIT :limit", owner, limit=limit)

    def turns(self, owner: Owner, ids: Sequence[TurnId]) -> list[Turn]:
        by_id = {turn.id: turn for turn in self._turns_by("id = ANY(:ids)", owner, ids=list(ids))}
        return [by_id[identity] for identity in ids if identity in by_id]

    def turns_of(self, owner: Owner, episode: EpisodeId) -> list[Turn]:
        return self._turns_by("episode = :episode ORDER BY seq", owner, episode=episode)

    def readings(
        self, owner: Owner, *, episode: EpisodeId | None = None, due_by: datetime | None = None
    ) -> list[Reading]:
        wanted = owned(owner, episode=episode)
        if due_by is not None:
            wanted.require("state = 'waiting' AND due_at <= :due", due=instant_text(due_by))
        query = f"SELECT * FROM readings WHERE {wanted.sql} ORDER BY episode, first_turn"
        with self._database.reading() as session:
            return [reading_of(owner, row) for row in session.rows(query, wanted.bound)]

    def _episodes_by(self, where: str, owner: Owner, **bound: Any) -> list[Episode]:
        with self._database.reading() as session:
            query = f"SELECT * FROM episodes WHERE owner = :owner AND {where}"
            return [episode_of(owner, row) for row in session.rows(query, {"owner": owner, **bound})]

    def _turns_by(self, where: str, owner: Owner, **bound: Any) -> list[Turn]:
        with self._database.reading() as session:
            query = f"SELECT * FROM turns WHERE owner = :owner AND {where}"
            return [turn_of(owner, row) for row in session.rows(query, {"owner": owner, **bound})]
