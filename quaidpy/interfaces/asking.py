"""How does a small process get an answer of the memory in time? From the server; where none may run, from a child."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quaidpy.errors import QuaidError, ServerError
from quaidpy.home.hook_log import note_failure
from quaidpy.interfaces.client import Client

_ROOT = Path(__file__).resolve().parents[2]
_LEAST_S = 0.05  # below it nothing answers
_LEAST_FOR_CHILD_S = 0.5  # a child process loads the libraries first


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Asks the memory of one home. `may_serve`: whether a server may answer, and be started for it.

    `agent`: for which agent; None for the person, who may read what all their agents may.
    """

    home: Path
    owner: str | None
    agent: str | None = None
    may_serve: bool = True

    def ask(self, arguments: Sequence[str], *, timeout_s: float) -> dict[str, Any]:
        """What a command of `quaid` prints as JSON; empty when it failed or said nothing in time, which is noted."""
        until = time.monotonic() + timeout_s
        try:
            found = json.loads(self._answer(arguments, until))
        except (QuaidError, OSError, ValueError, subprocess.SubprocessError) as err:
            note_failure(self.home, f"{arguments[0]}: {type(err).__name__}: {err}")
            return {}
        return found if isinstance(found, dict) else {}

    def _answer(self, arguments: Sequence[str], until: float) -> str:
        if self.may_serve:
            try:
                return self._of_server(arguments, until - time.monotonic())
            except ServerError as err:  # one that runs under other settings says so at once
                if until - time.monotonic() < _LEAST_FOR_CHILD_S:
                    raise
                note_failure(self.home, f"{arguments[0]}: done without the server: {err}")
        return self._of_child(arguments, until)

    def begin(self, arguments: Sequence[str]) -> None:
        """Start a command in the background, on its own, and do not wait for it."""
        subprocess.Popen(  # noqa: S603 - this very program
            self._command(arguments),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env=_environment(self.agent),
        )

    def _of_server(self, arguments: Sequence[str], timeout_s: float) -> str:
        """Starting one costs as much as a child process that works by itself, once."""
        bounded = max(timeout_s, _LEAST_S)
        body = {"arguments": ["--json", "--quiet", *arguments], "folder": str(self.home), "owner": self.owner}
        body |= {"agent": self.agent} if self.agent else {}
        client = Client(str(self.home), owner=self.owner)
        answer = client.call("POST", "/v1/command", body, timeout_s=bounded, reach_s=bounded)
        return self._told(arguments, answer["code"], str(answer["out"]), str(answer["err"]))

    def _of_child(self, arguments: Sequence[str], until: float) -> str:
        done = subprocess.run(  # noqa: S603 - this very program
            self._command(arguments),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=max(until - time.monotonic(), _LEAST_S),
            check=False,
            env=_environment(self.agent),
        )
        return self._told(arguments, done.returncode, done.stdout.decode(), done.stderr.decode())

    def _told(self, arguments: Sequence[str], code: int, out: str, complaint: str) -> str:
        """What was printed; of a command that ended badly, what it managed all the same."""
        if code:
            note_failure(self.home, f"{arguments[0]} ended with {code}: {complaint}")
        return out if out.strip() else "{}"

    def _command(self, arguments: Sequence[str]) -> list[str]:
        whose = ["--owner", self.owner] if self.owner else []
        asker = ["--agent", self.agent] if self.agent else []
        quiet = ["--home", str(self.home), *whose, *asker, "--json", "--quiet"]
        # -P: a hook runs in the folder of a project, and nothing is imported from there.
        return [sys.executable, "-P", "-m", "quaidpy", *quiet, *arguments]


def _environment(agent: str | None) -> dict[str, str]:
    """Ours, with who asks, and the place where this package lies: a hook may run with another folder as its own."""
    places = (str(_ROOT), os.environ.get("PYTHONPATH"))
    named = {"QUAID_AGENT": agent} if agent else {}
    return {**os.environ, **named, "PYTHONPATH": os.pathsep.join(filter(None, places))}
