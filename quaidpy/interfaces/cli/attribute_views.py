"""How do the attributes of somebody or something look, those that hold and those that held before?"""

from typing import TYPE_CHECKING, Any

from quaidpy.interfaces.cli.identities import short
from quaidpy.interfaces.cli.json_form import plain

if TYPE_CHECKING:
    from quaidpy.domain.identity import EntityId
    from quaidpy.memory import Memory


def attribute_documents(subject: "EntityId", memory: "Memory") -> list[dict[str, Any]]:
    """By attribute, what holds now first, then the newest; withdrawn ones and mere endings are left out."""
    told = memory.parts.remembering.store.attributes_of(memory.owner, [subject])
    shown = [each for each in told if each.value and each.lifetime.retracted_at is None]
    shown.sort(key=lambda each: each.lifetime.valid_from or each.lifetime.recorded_at, reverse=True)
    shown.sort(key=lambda each: (each.qualifier, each.name, each.lifetime.valid_to is not None))
    once = {
        (each.qualifier, each.name, each.value.casefold(), each.lifetime.valid_to): each
        for each in shown[::-1]
    }
    return [
        {
            "id": each.id,
            "attribute": each.name,
            "of": each.qualifier,
            "value": each.value,
            "from": plain(each.lifetime.valid_from),
            "until": plain(each.lifetime.valid_to),
        }
        for each in list(once.values())[::-1]
    ]


def attribute_line(told: dict[str, Any]) -> Any:
    from rich.text import Text

    name = " ".join(part for part in (told["of"], told["attribute"].replace("_", " ")) if part)
    since = (told["from"] or "")[:10]
    until = f" until {told['until'][:10]}" if told["until"] else ""
    line = Text(f"{name}: {told['value']}", style="dim" if until else "")
    return line.append(f"  {since}{until}  {short(told['id'])}", style="dim")
