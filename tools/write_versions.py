"""Does every plugin that ships bear the version of the package? Writes it into their files."""

import re
from pathlib import Path

from quaidpy import __version__
from quaidpy.shipped.files import integration_folder

PLUGINS = (
    integration_folder("claude") / ".claude-plugin" / "marketplace.json",
    integration_folder("claude") / "plugins" / "quaid" / ".claude-plugin" / "plugin.json",
    integration_folder("openclaw") / "openclaw.plugin.json",
    integration_folder("openclaw") / "package.json",
)


def main() -> None:
    """Run from anywhere, with the package installed."""
    for path in PLUGINS:
        with_version(path)


def with_version(path: Path) -> None:
    text, count = re.subn(
        r'"version": "[^"]*"', f'"version": "{__version__}"', path.read_text(encoding="utf-8")
    )
    assert count == 1, f"{path} has {count} versions"
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
