"""How do settings read on a terminal?"""

from typing import TYPE_CHECKING, Any

from rich.text import Text

from quaidpy.interfaces.cli.terminal.printing import DIM, GOOD, plain_table

if TYPE_CHECKING:
    from rich.console import Console


def print_settings(console: "Console", document: dict[str, Any]) -> None:
    rows = []
    for setting in document["settings"]:
        is_default = setting["origin"] == "default"
        value = Text(str(setting["value"]), style="" if is_default else GOOD)
        rows.append((setting["key"], Text(setting["origin"], style=DIM), value))
    console.print(
        plain_table(("key", "from", "value"), rows) if rows else Text("all settings are defaults", style=DIM)
    )
