"""How is a notice shown on the desktop? By the notifier that the system has."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence

from quaidpy.errors import UsageError
from quaidpy.ports.notices import Message

_TITLE = "quaid"
_WITHIN_S = 10.0
_ON_MACOS = (
    "-e",
    "on run argv",
    "-e",
    f'display notification (item 1 of argv) with title "{_TITLE}"',
    "-e",
    "end run",
)
"""The words are an argument of the script and no part of it."""


class DesktopChannel:
    """`notify-send` on Linux and BSD, `osascript` on macOS. `find` tells where a program is, None where it is not."""

    name = "desktop"

    def __init__(
        self, find: Callable[[str], str | None] = shutil.which, platform: str = sys.platform
    ) -> None:
        self._find = find
        self._platform = platform

    def tell(self, message: Message) -> None:
        """Raises UsageError: the system has no notifier that we know, or it failed."""
        command = self._command(message)
        try:
            done = subprocess.run(  # noqa: S603 - a program found on the PATH, the words behind its options
                command, capture_output=True, timeout=_WITHIN_S, check=False, stdin=subprocess.DEVNULL
            )
        except (OSError, subprocess.TimeoutExpired) as err:
            raise UsageError(f"{command[0]} did not show a notice: {type(err).__name__}") from err
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip()[:200]
            raise UsageError(f"{command[0]} did not show a notice: {said or f'exit code {done.returncode}'}")

    def _command(self, message: Message) -> Sequence[str]:
        program = {"darwin": "osascript", "win32": ""}.get(self._platform, "notify-send")
        path = self._find(program) if program else None
        if path is None:
            wanted = f"`{program}`" if program else "a notifier that we know"
            raise UsageError(
                f"the desktop channel needs {wanted}, which is not here; take another: "
                '`quaid config set notices.channels \'["terminal", "hook"]\'`'
            )
        if self._platform == "darwin":
            return [path, *_ON_MACOS, message.text]
        return [path, "--app-name", _TITLE, "--", _TITLE, message.text]
