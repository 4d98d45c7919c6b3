"""Which data was measured? One SHA-256 a folder, over its files in order of their names, wherever it lies.

    python tools/hash_data.py FOLDER…

Equal files under equal names give an equal hash. Only the last two names of a folder's path are printed.
"""

import sys
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path


def main() -> int:
    folders = [Path(argument) for argument in sys.argv[1:]]
    for folder in folders:
        if not folder.is_dir():
            print(f"{folder.name}: no such folder", file=sys.stderr)
            return 1
        print(f"{'/'.join(folder.resolve().parts[-2:])} {hash_of(folder)}")
    return 0


def hash_of(folder: Path) -> str:
    """Of all files below, by their names in the folder and their bytes; 64 hexadecimal digits."""
    whole = sha256()
    for name, path in sorted(files_in(folder)):
        whole.update(f"{name}\0{sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def files_in(folder: Path) -> Iterable[tuple[str, Path]]:
    for path in folder.rglob("*"):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path


if __name__ == "__main__":
    raise SystemExit(main())
