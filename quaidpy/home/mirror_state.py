"""Into which folder is memory written as Markdown, and what was written there last? One small file in the home.

It holds no words: digests tell whether a line was changed.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quaidpy.domain.identity import MemoryId, Owner
from quaidpy.domain.memories.memory import Kind
from quaidpy.domain.mirror.changes import Line
from quaidpy.errors import DamagedError
from quaidpy.system.whole_files import write_whole

STATE = "mirror.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mirrored:
    """The folder of one owner's mirror, and its lines as they were written."""

    folder: str
    lines: Mapping[MemoryId, Line]


class MirrorState:
    """Of all owners of this home. Losing the file costs knowing which lines were deleted since, nothing else."""

    def __init__(self, home: Path) -> None:
        self._file = home / STATE

    def read(self, owner: Owner) -> Mirrored | None:
        """None where nothing is mirrored. Raises DamagedError for a file that is not ours."""
        found = self._all().get(owner)
        if found is None:
            return None
        try:
            lines = {
                MemoryId(identity): Line(page=page, digest=digest, kind=Kind(kind))
                for identity, (page, digest, kind) in found["lines"].items()
            }
            return Mirrored(folder=str(found["folder"]), lines=lines)
        except (KeyError, TypeError, ValueError, AttributeError) as err:
            raise self._damaged() from err

    def write(self, owner: Owner, mirrored: Mirrored | None) -> None:
        """Whole or not at all; None: it is mirrored no more."""
        found = dict(self._all())
        found.pop(owner, None)
        if mirrored is not None:
            lines = {
                identity: (line.page, line.digest, line.kind.value)
                for identity, line in mirrored.lines.items()
            }
            found[owner] = {"folder": mirrored.folder, "lines": lines}
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(self._file, json.dumps(found))

    def _all(self) -> dict[str, Any]:
        try:
            found = json.loads(self._file.read_bytes())
        except FileNotFoundError:
            return {}
        except ValueError as err:
            raise self._damaged() from err
        if not isinstance(found, dict):
            raise self._damaged()
        return found

    def _damaged(self) -> DamagedError:
        return DamagedError(
            f"{self._file} is damaged; delete it and name the folder again with `quaid mirror to FOLDER`"
        )
