"""How is a file written that the user names?"""

from pathlib import Path

from quaidpy.errors import UsageError
from quaidpy.system.whole_files import write_whole


def write_text(named: str, text: str) -> Path:
    """Whole or not at all; its folder is made when it is missing. Raises UsageError and OSError."""
    target = Path(named).expanduser()
    if target.is_dir():
        raise UsageError(f"{target} is a folder; name a file in it")
    target.parent.mkdir(parents=True, exist_ok=True)
    write_whole(target, text, mode=0o666)  # less what the user's umask takes
    return target
