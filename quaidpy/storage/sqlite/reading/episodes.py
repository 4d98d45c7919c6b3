"""What do the rows say about episodes and their turns?"""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from quaidpy.domain.identity import EpisodeId, Owner, TurnId
from quaidpy.domain.memories.episodes import Episode, Turn
from quaidpy.domain.memories.readings import Reading
from quaidpy.domain.secrets.redaction import without_secrets
from quaidpy.storage.sql.rows import episode_of, instant_text, reading_of, turn_of
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.queries import rows_of

_AMONG = "IN (SELECT value FROM json_each(:ids))"


class EpisodeReading:
    """The part of MemoryStore that reads what was said."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def episodes(self, owner: Owner, ids: Sequence[EpisodeId]) -> list[Episode]:
        """In the order asked."""
        found = self._episodes_by(f"id {_AMONG} ORDER BY id", owner, ids=json.dumps(ids))
        by_id = {episode.id: episode for episode in found}
        return [by_id[identity] for identity in ids if identity in by_id]

    def episodes_from(self, owner: Owner, source_key: str) -> list[Episode]:
        return self._episodes_by("source_key = :key ORDER BY id", owner, key=without_secrets(source_key))

    def episode_with_digest(self, owner: Owner, digest: str) -> Episode | None:
        found = self._episodes_by("digest = :digest ORDER BY id LIMIT 1", owner, digest=digest)
        return found[0] if found else None

    def recent_episodes(self, owner: Owner, *, limit: int) -> list[Episode]:
        return self._episodes_by("1 ORDER BY recorded_at DESC, id DESC LIMIT :limit", owner, limit=limit)

    def turns(self, owner: Owner, ids: Sequence[TurnId]) -> list[Turn]:
        by_id = {turn.id: turn for turn in self._turns_by(f"id {_AMONG}", owner, ids=json.dumps(ids))}
        return [by_id[identity] for identity in ids if identity in by_id]

    def turns_of(self, owner: Owner, episode: EpisodeId) -> list[Turn]:
        return self._turns_by("episode = :episode ORDER BY seq", owner, episode=episode)

    def readings(
        self, owner: Owner, *, episode: EpisodeId | None = None, due_by: datetime | None = None
    ) -> list[Reading]:
        where = "(:episode IS NULL OR episode = :episode) AND (:due IS NULL OR (state = 'waiting' AND due_at <= :due))"
        bound = {"owner": owner, "episode": episode, "due": instant_text(due_by) if due_by else None}
        query = f"SELECT * FROM readings WHERE owner = :owner AND {where} ORDER BY episode, first_turn"
        with self._database.reading() as connection:
            return [reading_of(owner, row) for row in rows_of(connection, query, bound)]

    def _episodes_by(self, where: str, owner: Owner, **bound: Any) -> list[Episode]:
        with self._database.reading() as connection:
            query = f"SELECT * FROM episodes WHERE owner = :owner AND {where}"
            return [episode_of(owner, row) for row in rows_of(connection, query, {"owner": owner, **bound})]

    def _turns_by(self, where: str, owner: Owner, **bound: Any) -> list[Turn]:
        with self._database.reading() as connection:
            query = f"SELECT * FROM turns WHERE owner = :owner AND {where}"
            return [turn_of(owner, row) for row in rows_of(connection, query, {"owner": owner, **bound})]
