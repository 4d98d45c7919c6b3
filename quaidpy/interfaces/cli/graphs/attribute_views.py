"""How do the attributes of somebody or something look, those that hold and those that held before?"""

from typing import Any

from quaidpy.interfaces.json_forms.identities import short


def attribute_line(told: dict[str, Any]) -> Any:
    from rich.text import Text

    name = " ".join(part for part in (told["of"], told["attribute"].replace("_", " ")) if part)
    since = (told["from"] or "")[:10]
    until = f" until {told['until'][:10]}" if told["until"] else ""
    line = Text(f"{name}: {told['value']}", style="dim" if until else "")
    return line.append(f"  {since}{until}  {short(told['id'])}", style="dim")
