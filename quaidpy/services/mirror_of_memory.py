"""How is a memory mirrored in a folder that people read and edit?"""

from pathlib import Path

from quaidpy.home.mirror_state import Mirrored
from quaidpy.services.mirroring import MirrorReport, mirror, mirror_no_more, mirror_to
from quaidpy.services.spaces_of_memory import SpacesOfMemory


class MirrorOfMemory(SpacesOfMemory):
    """The part of a `Memory` that writes it as Markdown and takes in what people change there."""

    def mirrored(self) -> Mirrored | None:
        """Where, and what was written there last; None where nothing is mirrored."""
        return self._parts.mirror.read(self._writing_to().owner)

    def mirror_to(self, folder: Path | str) -> MirrorReport:
        """Write what is known now into this folder, and mirror there from now on."""
        return mirror_to(Path(folder), self._writing_to())

    def mirror(self, *, is_dry: bool = False, is_sure: bool = False) -> MirrorReport:
        """Take in what was changed in the folder, then write what is known now; one run, which `undo` takes back.

        `is_dry`: only say what would be taken in. `is_sure`: also where very many items are gone.
        """
        return mirror(self._writing_to(), is_dry=is_dry, is_sure=is_sure)

    def mirror_no_more(self) -> str:
        """Leave the pages as they are; the folder that was mirrored into."""
        return mirror_no_more(self._writing_to())
