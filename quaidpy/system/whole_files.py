"""How is a file written so that nobody ever reads half of it? Beside it, then in its place. Standard library only."""

import os


def write_whole(path: str | os.PathLike[str], data: str | bytes, *, mode: int = 0o600) -> None:
    """Put the bytes, or the text in UTF-8, in the file's place. `mode`: of a file that is new."""
    pending = f"{os.fspath(path)}.{os.getpid()}.new"
    descriptor = os.open(pending, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())
    os.replace(pending, path)


def sync_folder(folder: str | os.PathLike[str]) -> None:
    """Have the disk keep the names in it."""
    if os.name != "posix":
        return  # Windows keeps a rename by itself
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
