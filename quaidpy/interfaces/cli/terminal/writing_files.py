"""How is a file written that the user names?"""

from pathlib import Path

from quaidpy.errors import UsageError


def write_text(path: Path, text: str) -> Path:
    """Whole or not at all: a temporary file beside it, then a rename."""
    target = path.expanduser()
    if target.is_dir():
        raise UsageError(f"{target} is a folder; name a file in it")
    target.parent.mkdir(parents=True, exist_ok=True)
    pending = target.with_name(f".{target.name}.new")
    pending.write_text(text, encoding="utf-8")
    pending.replace(target)
    return target
