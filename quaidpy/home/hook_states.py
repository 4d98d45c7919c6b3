"""What has a session of a host been given already? A small file a session; old ones go."""

import hashlib
import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from quaidpy.domain.secrets.redaction import tree_without_secrets
from quaidpy.system.whole_files import write_whole

FOLDER = "hooks"
_DAY_S = 86_400


class HookStates:
    """Losing one costs a repetition, nothing else."""

    def __init__(self, home: Path) -> None:
        self._folder = home / FOLDER

    def read(self, host: str, session: str) -> Mapping[str, Any]:
        """What was kept; empty for a session that is new, or whose file cannot be read."""
        try:
            found = json.loads(self._path(host, session).read_bytes())
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def write(self, host: str, session: str, state: Mapping[str, object]) -> None:
        """Whole or not at all."""
        self._folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder.mkdir(mode=0o700, exist_ok=True)
        write_whole(self._path(host, session), json.dumps(tree_without_secrets(state)))

    def forget_older_than(self, days: float) -> None:
        """For sessions that nobody will go on with."""
        oldest = time.time() - days * _DAY_S
        for path in self._folder.glob("*.json") if self._folder.is_dir() else ():
            if path.stat().st_mtime < oldest:
                path.unlink(missing_ok=True)

    def _path(self, host: str, session: str) -> Path:
        name = hashlib.sha256(f"{host}:{session}".encode()).hexdigest()[:24]
        return self._folder / f"{name}.json"
