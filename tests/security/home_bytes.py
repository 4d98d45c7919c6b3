"""Which files of a home hold these words, whatever kind of file it is? What `grep -a -i -r` would print."""

from pathlib import Path


def files_holding(home: Path, words: str) -> list[str]:
    wanted = words.lower().encode()
    return sorted(
        str(path.relative_to(home))
        for path in home.rglob("*")
        if path.is_file() and wanted in path.read_bytes().lower()
    )
