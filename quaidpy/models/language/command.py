"""How does a program answer as a language model? The prompt on its standard input, the answer on its output."""

import json
import os
import shlex
import signal
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from quaidpy.domain.language.tokens import count_tokens
from quaidpy.domain.models.prompting import NOT_A_TALK, Reply, Request, Spending
from quaidpy.errors import ModelError, SettingsError


class CommandModel:
    """LanguageModel over a command line, as `claude -p` or `llm`; run without a shell, killed at the time limit.

    Each call has an empty folder of its own to work in: what lies where somebody happens to be is no part of a prompt.
    """

    def __init__(self, command: str) -> None:
        self.name = f"command:{command}"
        try:
            self._arguments = shlex.split(command)
        except ValueError as err:
            raise SettingsError(f"the command {command!r} cannot be read: {err}") from err
        if not self._arguments:
            raise SettingsError("command: names no program; write it like command:llm -m NAME")
        if os.sep in self._arguments[0]:  # a path from here stays one
            self._arguments[0] = str(Path(self._arguments[0]).expanduser().absolute())

    def prepare(self) -> None:
        """A program is loaded by running it."""

    def complete(self, request: Request, *, timeout_s: float) -> Reply:
        text = _as_text(request)
        output = self._run(text, timeout_s)
        if not output.strip():
            raise ModelError(
                f"{self._arguments[0]} printed nothing; run it by hand with a prompt on its standard input"
            )
        spent = Spending(
            calls=1,
            input_tokens=count_tokens(text),
            output_tokens=count_tokens(output),
            estimated=1,
            unpriced=1,
        )
        return Reply(text=output, model=self.name, spending=spent)

    def close(self) -> None:
        """Nothing stays open between calls."""

    def _run(self, text: str, timeout_s: float) -> str:
        with TemporaryDirectory(prefix="quaid-model-", ignore_cleanup_errors=True) as folder:
            return self._run_in(folder, text, timeout_s)

    def _run_in(self, folder: str, text: str, timeout_s: float) -> str:
        try:
            process = subprocess.Popen(  # noqa: S603 - the user's own command, and no shell
                self._arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                start_new_session=True,  # so that what the program started ends with it
                env={
                    **os.environ,
                    "QUAID_HOOKS": "off",
                },  # a host asked as a model must not remember our prompts
                encoding="utf-8",
                errors="replace",
            )
        except OSError as err:
            raise ModelError(
                f"{self._arguments[0]} cannot be started: {err.strerror}; is it installed and on the PATH?"
            ) from err
        with process:
            try:
                output, complaint = process.communicate(text, timeout=max(0.0, timeout_s))
            except subprocess.TimeoutExpired as err:
                _end(process)
                raise ModelError(
                    f"{self._arguments[0]} did not answer within {timeout_s:.1f} s and was ended",
                    retryable=True,
                ) from err
        if process.returncode:
            lines = complaint.strip().splitlines()
            reason = lines[-1][:200] if lines else "it said nothing"
            raise ModelError(f"{self._arguments[0]} ended with code {process.returncode}: {reason}")
        return output


def _as_text(request: Request) -> str:
    parts = [NOT_A_TALK, request.system, request.user]
    if request.schema is not None:
        schema = json.dumps(request.schema, ensure_ascii=False)
        parts.append(f"Answer with one JSON value that fits this schema, and nothing else:\n{schema}")
    return "\n\n".join(part for part in parts if part)


def _end(process: "subprocess.Popen[str]") -> None:
    if hasattr(os, "killpg"):
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            process.kill()
    else:
        process.kill()
    process.communicate()
