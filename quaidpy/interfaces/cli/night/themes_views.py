"""How do themes read on a terminal?"""

from typing import TYPE_CHECKING, Any

from rich.text import Text

from quaidpy.interfaces.cli.terminal.printing import DIM, STRONG
from quaidpy.interfaces.json_forms.identities import short

if TYPE_CHECKING:
    from rich.console import Console


def print_themes(console: "Console", document: dict[str, Any]) -> None:
    for theme in document["themes"]:
        console.print(_head(theme))
        console.print(Text(f"  {theme['abstract']}"))
    if document["count"] > len(document["themes"]):
        console.print(Text(f"… and {document['count'] - len(document['themes'])} more", style=DIM))
    if not document["themes"]:
        console.print(Text("no themes were found yet", style=DIM))


def print_theme(console: "Console", document: dict[str, Any]) -> None:
    console.print(_head(document))
    console.print(Text(document["overview"] or document["abstract"]))
    for member in document["members"]:
        line = Text(f"  {member['text']}")
        console.print(line.append(f"  {short(member['id'])}", style=DIM))


def _head(theme: dict[str, Any]) -> Text:
    line = Text(theme["name"], style=STRONG)
    line.append(f"  {theme['size']} memories  {short(theme['id'])}", style=f"not bold {DIM}")
    if not theme["current"]:
        line.append("  a member has changed; the next night looks at it again", style=f"not bold {DIM}")
    return line
