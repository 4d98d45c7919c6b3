"""What does a theme look like, with the memories that it is made of?"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from quaidpy.domain.memories.themes import still_says
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.interfaces.json_forms.plain import plain

if TYPE_CHECKING:
    from quaidpy.domain.memories.memory import Memory as Statement
    from quaidpy.domain.memories.themes import Theme
    from quaidpy.memory import Memory


def themes_document(memory: "Memory", *, limit: int) -> dict[str, Any]:
    """The largest first, with how many there are."""
    found = memory.themes()
    return {"themes": [_head(theme, memory) for theme in found[:limit]], "count": len(found)}


def theme_document(theme: "Theme", memory: "Memory") -> dict[str, Any]:
    """All of it, the most central members first."""
    nearness = {member.memory: member.nearness for member in theme.members}
    return _head(theme, memory) | {
        "model": theme.model,
        "made_at": plain(theme.made_at),
        "members": [
            {
                "id": each.id,
                "kind": each.kind.value,
                "text": each.text,
                "status": each.status.value,
                "nearness": round(nearness[each.id], 4),
            }
            for each in memory.called(theme.ids)
        ],
    }


def current_themes(memory: "Memory") -> "list[Theme]":
    """Those of which every member still holds as it was when they were verified."""
    return [theme for theme in memory.themes() if _is_current(theme, memory.called(theme.ids), memory)]


def _head(theme: "Theme", memory: "Memory") -> dict[str, Any]:
    return {
        "id": theme.id,
        "name": theme.name,
        "abstract": theme.abstract,
        "overview": theme.overview,
        "size": len(theme.members),
        "current": _is_current(theme, memory.called(theme.ids), memory),
        "project": theme.project,
    }


def _is_current(theme: "Theme", members: "Sequence[Statement]", memory: "Memory") -> bool:
    moment = Moment(as_of=memory.now(), known_at=memory.now())
    return still_says(theme, {each.id: each for each in members}, moment)
