"""How does a theme look as rows, and back?"""

from collections.abc import Iterable

from quaidpy.domain.identity import MemoryId, Owner, ThemeId
from quaidpy.domain.memories.themes import Member, Theme
from quaidpy.storage.sql.rows import Columns, StoredRow, columns_of, instant_of

_THEME = ("id", "name", "abstract", "overview", "project", "digest", "model", "made_at")


def theme_columns(theme: Theme) -> Columns:
    return columns_of(theme, _THEME)


def member_columns(theme: Theme) -> list[Columns]:
    return [
        {"theme": theme.id, "member": each.memory, "position": place, "nearness": each.nearness}
        for place, each in enumerate(theme.members)
    ]


def theme_of(owner: Owner, row: StoredRow, members: Iterable[Member]) -> Theme:
    return Theme(
        id=ThemeId(row["id"]),
        owner=owner,
        name=row["name"],
        abstract=row["abstract"],
        overview=row["overview"],
        members=tuple(members),
        digest=row["digest"],
        made_at=instant_of(row["made_at"]),
        project=row["project"],
        model=row["model"],
    )


def member_of(row: StoredRow) -> Member:
    return Member(MemoryId(row["member"]), row["nearness"])
