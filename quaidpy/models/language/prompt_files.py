"""Where do prompts come from? The files that ship, and the user's own copies of them."""

import json
import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Any

from quaidpy.domain.models.prompting import Tier
from quaidpy.domain.models.prompts import Prompt, places_in
from quaidpy.errors import NotFoundError, SettingsError
from quaidpy.shipped.files import shipped_folder

_MARK = "+++\n"  # around the TOML at the head of a file
_PARTS = ("# System\n", "# Data\n")


class PromptFiles:
    """PromptBook over folders: `own` wins over what ships, whole file by whole file."""

    def __init__(self, own: Path) -> None:
        self._own = own
        self._shipped = shipped_folder("prompts")

    def all(self) -> list[Prompt]:
        return [self.prompt(path.stem) for path in sorted(self._shipped.glob("*.md")) if _is_prompt(path)]

    def prompt(self, identity: str) -> Prompt:
        path, is_own = self.path(identity)
        return _read(path, identity, is_own=is_own)

    def text(self, identity: str) -> str:
        return self.path(identity)[0].read_text(encoding="utf-8")

    def shipped_text(self, identity: str) -> str:
        self.path(identity)
        return (self._shipped / f"{identity}.md").read_text(encoding="utf-8")

    def path(self, identity: str) -> tuple[Path, bool]:
        """The file in force, and whether it is the user's own. Raises NotFoundError."""
        name = f"{identity}.md"
        shipped = self._shipped / name
        if Path(name).name != name or not shipped.is_file() or not _is_prompt(shipped):
            raise NotFoundError(f"no prompt {identity}; `quaid prompts list` names them")
        return (self._own / name, True) if (self._own / name).is_file() else (shipped, False)


def _is_prompt(path: Path) -> bool:
    return path.stem != "README"


def _read(path: Path, identity: str, *, is_own: bool) -> Prompt:
    raw = path.read_bytes()
    try:
        head, system, data = _parts(raw.decode("utf-8"))
        prompt = Prompt(
            id=identity,
            tier=Tier(head["tier"]),
            variables=tuple(head["variables"]),
            schema=json.loads(head["schema"]) if "schema" in head else None,
            max_tokens=int(head["max_tokens"]),
            system=system.strip(),
            data=data.strip(),
            version=sha256(raw).hexdigest()[:12],
            is_own=is_own,
        )
    except (KeyError, TypeError, ValueError) as err:
        raise SettingsError(
            f"the prompt {path} cannot be read: {err}; `quaid prompts diff` compares it"
        ) from err
    if head["id"] != identity or set(prompt.variables) != set(places_in(prompt.data)):
        raise SettingsError(
            f"the prompt {path} must have id {identity} and a place {{{{name}}}} for each of its variables"
        )
    return prompt


def _parts(text: str) -> tuple[dict[str, Any], str, str]:
    before, head, body = text.split(_MARK, 2)
    start, system = body.split(_PARTS[0], 1)
    system, data = system.split(_PARTS[1], 1)
    if before.strip() or start.strip():
        raise ValueError("text stands before its parts")
    return tomllib.loads(head), system, data
