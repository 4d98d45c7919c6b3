"""How does a hook get an answer of the memory within its time? From a child process, ended at the deadline."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parents[3]


def ask(arguments: Sequence[str], *, home: Path, owner: str | None, timeout_s: float) -> dict[str, Any]:
    """What a command of `quaid` prints as JSON; empty when it failed, or said nothing in time."""
    try:
        done = subprocess.run(  # noqa: S603 - this very program
            _command(arguments, home=home, owner=owner),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=max(0.0, timeout_s),
            check=False,
            env=_environment(),
        )
        found = json.loads(done.stdout) if done.returncode == 0 else {}
    except (subprocess.TimeoutExpired, OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def begin(arguments: Sequence[str], *, home: Path, owner: str | None) -> None:
    """Start a command in the background, on its own, and do not wait for it."""
    subprocess.Popen(  # noqa: S603 - this very program
        _command(arguments, home=home, owner=owner),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env=_environment(),
    )


def _command(arguments: Sequence[str], *, home: Path, owner: str | None) -> list[str]:
    whose = ["--owner", owner] if owner else []
    return [sys.executable, "-m", "quaidpy", "--home", str(home), *whose, "--json", "--quiet", *arguments]


def _environment() -> dict[str, str]:
    """Ours, with the place where this very package lies: a hook may run with another folder as its own."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, (str(_ROOT), os.environ.get("PYTHONPATH")))),
    }
