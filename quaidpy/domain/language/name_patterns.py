"""Which names does somebody mean who wrote them down in the settings?"""

from collections.abc import Sequence


def is_named(name: str, patterns: Sequence[str]) -> bool:
    """Whether a pattern is the name, ignoring case, or with a trailing * its beginning (seed 000)."""
    folded = name.strip().casefold()
    return any(
        folded.startswith(wanted[:-1]) if wanted.endswith("*") else folded == wanted
        for wanted in (pattern.strip().casefold() for pattern in patterns)
    )


def is_in_folder(folder: str, pattern: str) -> bool:
    """Whether the folder is the pattern's or lies in it; a trailing * stands for any end."""
    path, wanted = _as_path(folder), _as_path(pattern)
    return is_named(path, [wanted]) or (not wanted.endswith("*") and is_named(path, [f"{wanted}/*"]))


def is_folder(pattern: str) -> bool:
    return "/" in _as_path(pattern)


def _as_path(text: str) -> str:
    return text.strip().replace("\\", "/").rstrip("/")
