"""How is a host's settings file changed so that nothing of it can be lost? A backup first, then whole or not at all."""

import os
from datetime import UTC, datetime
from pathlib import Path

from quaidpy.errors import ReadOnlyError, SettingsError


def text_of(path: Path) -> str | None:
    """None when there is no such file. Raises SettingsError when it is no text."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as err:
        raise SettingsError(f"{path} cannot be read ({err}); is it yours, and text?") from err


def write_with_backup(path: Path, text: str | None) -> Path | None:
    """Put the text in the file's place; None takes the file away. Returns where the old one is kept, if there was one.

    A link stays a link, and permissions stay as they were. Raises ReadOnlyError.
    """
    target = path.resolve()
    try:
        backup = _backed_up(target)
        if text is None:
            target.unlink(missing_ok=True)
            return backup
        target.parent.mkdir(parents=True, exist_ok=True)
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o600
        pending = target.with_name(f".{target.name}.{os.getpid()}")
        pending.write_text(text, encoding="utf-8")
        pending.chmod(mode)
        pending.replace(target)
    except OSError as err:
        raise ReadOnlyError(f"{path} cannot be written ({err}); check its permissions") from err
    return backup


def _backed_up(path: Path) -> Path | None:
    if not path.exists():
        return None
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    backup = path.with_name(f"{path.name}.before-quaid-{stamp}")
    backup.write_bytes(path.read_bytes())
    backup.chmod(path.stat().st_mode & 0o777)
    return backup
