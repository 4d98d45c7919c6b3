"""Which themes are there, and which are made of these memories?"""

from collections.abc import Sequence
from typing import Any

from quaidpy.domain.identity import MemoryId, Owner, ThemeId
from quaidpy.domain.memories.themes import Member, Theme
from quaidpy.storage.sql.engine import AnyDatabase
from quaidpy.storage.sql.theme_rows import member_of, theme_of


class ThemeReading:
    """The part of MemoryStore that reads themes."""

    def __init__(self, database: AnyDatabase) -> None:
        self._database = database

    def all_themes(self, owner: Owner) -> list[Theme]:
        return self._themes_by("TRUE", {"owner": owner})

    def themes(self, owner: Owner, ids: Sequence[ThemeId]) -> list[Theme]:
        found = {
            each.id: each for each in self._themes_by("id = ANY(:ids)", {"owner": owner, "ids": list(ids)})
        }
        return [found[identity] for identity in ids if identity in found]

    def themes_of(self, owner: Owner, members: Sequence[MemoryId]) -> list[Theme]:
        where = "id IN (SELECT theme FROM theme_members WHERE owner = :owner AND member = ANY(:ids))"
        return self._themes_by(where, {"owner": owner, "ids": list(members)})

    def _themes_by(self, where: str, bound: dict[str, Any]) -> list[Theme]:
        owner = bound["owner"]
        with self._database.reading() as session:
            rows = session.rows(f"SELECT * FROM themes WHERE owner = :owner AND {where} ORDER BY id", bound)
            members: dict[str, list[Member]] = {row["id"]: [] for row in rows}
            query = (
                "SELECT theme, member, nearness FROM theme_members WHERE owner = :owner AND theme = ANY(:themes)"
                " ORDER BY theme, position"
            )
            for row in session.rows(query, {"owner": owner, "themes": list(members)}):
                members[row["theme"]].append(member_of(row))
        return [theme_of(owner, row, members[row["id"]]) for row in rows]
