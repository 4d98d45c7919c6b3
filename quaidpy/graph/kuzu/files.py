"""Where does an owner's graph lie, and who may open it?"""

from hashlib import sha256
from pathlib import Path

from quaidpy.domain.identity import Owner
from quaidpy.errors import ReadOnlyError


class GraphFiles:
    """The files of one owner's graph; none of the others begins with the name of the graph itself.

    `graph`: the engine's file, beside which it keeps its own with the same beginning. `opening`: the marker that stands
    while the graph is opened or replaced; found at the start it means that this killed the process. `lock`: held for
    as long as the graph is open, since the engine accepts a second open in one process, which breaks both. `building`:
    where a new graph grows. `asked`: where a copy for queries lies until it is opened, and has no name any more.
    """

    def __init__(self, folder: Path, owner: Owner, *, engine: str) -> None:
        # Hashed: an owner may be called anything, and names may differ only by case.
        name = sha256(owner.encode()).hexdigest()[:32]
        self.folder = folder
        self.graph = folder / f"{name}.{engine}"
        self.opening = folder / f"opening-{name}"
        self.lock = folder / f"lock-{name}"
        self.building = folder / f"building-{name}.{engine}"
        self.asked = folder / f"asked-{name}.{engine}"
        self.tables = folder / f"building-{name}-tables"

    def family(self) -> list[Path]:
        """The graph and what the engine keeps beside it."""
        return sorted(self.folder.glob(f"{self.graph.name}*"))

    def make_folder(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as err:
            raise ReadOnlyError(f"cannot make the graph folder {self.folder}: {err}") from err

    def mark_opening(self) -> None:
        self.opening.touch(mode=0o600)

    def is_marked(self) -> bool:
        return self.opening.exists()

    def unmark(self) -> None:
        self.opening.unlink(missing_ok=True)

    def clear_building(self) -> None:
        """Remove what an unfinished build left."""
        remove_family(self.building)
        if self.tables.is_dir():
            for table in self.tables.iterdir():
                table.unlink()
            self.tables.rmdir()

    def replace_graph(self) -> None:
        """Put the finished build in the place of the old graph. The marker must stand: there is no graph in between."""
        # The log first: beside a new file an old log would be replayed into it.
        remove_family(self.graph)
        self.building.replace(self.graph)
        self.graph.chmod(0o600)
        self.clear_building()


def remove_family(path: Path) -> None:
    """The file and all that begin with its name."""
    for each in sorted(path.parent.glob(f"{path.name}*"), reverse=True):
        each.unlink(missing_ok=True)
