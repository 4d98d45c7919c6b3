"""Which files has an agent's tool just written? Each host names its tools and their arguments in its own way."""

import os
import re
from collections.abc import Mapping

from quaidpy.hosts.foreign_json import Record, part, word
from quaidpy.regex import regex

EDITING_TOOLS: Mapping[tuple[str, str], str] = {
    ("claude-code", "PostToolUse"): "Edit|MultiEdit|Write|NotebookEdit",
    ("codex", "PostToolUse"): "apply_patch",
    ("gemini", "AfterTool"): "write_file|replace",
}
"""By host and event the tools that are asked for, as the host's settings match them; no other tool starts a hook."""

_PATHS = ("file_path", "notebook_path", "path", "filePath")
_IN_A_PATCH = regex(r"^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (?P<path>.+)$", re.MULTILINE)


def edited_files(told: Record, cwd: str | None) -> tuple[str, ...]:
    """Absolute paths, each once, of what a host tells after a tool; none where it names no file."""
    of_tool = part(told, "tool_input")
    patch = word(of_tool, "command", "patch", "input") or ""
    named = [word(of_tool, *_PATHS) or word(told, *_PATHS), *map(str.strip, _IN_A_PATCH.findall(patch))]
    absolute = (os.path.join(cwd or "", path) for path in named if path)  # noqa: PTH118 - of a host's text
    return tuple(dict.fromkeys(os.path.normpath(path) for path in absolute if os.path.isabs(path)))  # noqa: PTH117
