"""How is a host's settings file changed so that nothing of it can be lost? A backup first, then whole or not at all."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from quaidpy.errors import ReadOnlyError, SettingsError

_BACKUP = ".before-quaid-"


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
    return _written(path, text, backed_up=_backed_up)


def replace_own(path: Path, text: str | None) -> None:
    """The same for a file that is ours to the last character: nothing is kept of it, and a folder left empty goes."""
    _written(path, text, backed_up=lambda _: None)
    folder = path.parent
    if text is None and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()


def text_before_us(path: Path) -> str | None:
    """Of the first backup that was made of the file; None where none is left."""
    target = path.resolve()
    backups = sorted(target.parent.glob(f"{target.name}{_BACKUP}*"))
    return text_of(backups[0]) if backups else None


def _written(path: Path, text: str | None, *, backed_up: Callable[[Path], Path | None]) -> Path | None:
    target = path.resolve()
    try:
        backup = backed_up(target)
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
    backup = path.with_name(f"{path.name}{_BACKUP}{stamp}")
    backup.write_bytes(path.read_bytes())
    backup.chmod(path.stat().st_mode & 0o777)
    return backup
