"""With which command does a host's own program answer as a model? Prompt on standard input, no tools, no trace."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

PROGRAMS = {"claude-code": "claude", "codex": "codex", "gemini": "gemini", "openclaw": "openclaw"}
"""Hosts that have a program which answers once and ends."""
CALLS_A_DAY = 60
"""Of a reader that was just set; `models.reading_calls_a_day` is the user's to change."""
_TASK = (
    "You are asked by a program. You have no tools. Answer with exactly what is asked for, and nothing else."
)
_CODEX_TOOLS = (
    "shell_tool",
    "apps",
    "plugins",
    "multi_agent",
    "goals",
    "hooks",
    "browser_use",
    "computer_use",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderSetup:
    """What a command depends on here. `program`: its path. `files`: the folder of files that ship for readers.

    `features`: that this Codex knows, `servers`: MCP servers in its settings. `config`: what OpenClaw reads.
    """

    program: Path
    files: Path
    features: Collection[str] = field(default_factory=frozenset)
    servers: Collection[str] = ()
    config: Path | None = None


def reader_command(host: str, setup: ReaderSetup) -> tuple[str, ...]:
    """The words of the command line; none of them is a secret, and none comes from a conversation."""
    return (str(setup.program), *_COMMANDS[host](setup))


def _claude_code(_setup: ReaderSetup) -> tuple[str, ...]:
    return (
        "-p", "--output-format", "text", "--safe-mode", "--tools", "", "--strict-mcp-config",
        "--no-session-persistence", "--disable-slash-commands", "--system-prompt", _TASK,
    )  # fmt: skip


def _codex(setup: ReaderSetup) -> tuple[str, ...]:
    """Its settings are read, since they name the model; the servers and tools in them are not for a reader."""
    features = [word for name in _CODEX_TOOLS if name in setup.features for word in ("--disable", name)]
    servers = [word for name in sorted(setup.servers) for word in ("-c", f"mcp_servers.{name}.enabled=false")]
    return (
        "exec", "--skip-git-repo-check", "--ephemeral", "--sandbox", "read-only", "--color", "never",
        "-c", 'web_search="disabled"', "-c", "tools.view_image=false", *features, *servers, "-",
    )  # fmt: skip


def _gemini(setup: ReaderSetup) -> tuple[str, ...]:
    return (
        "--skip-trust", "--extensions", "none", "--allowed-mcp-server-names", "none",
        "--policy", str(setup.files / "gemini-no-tools.toml"), "-o", "text",
    )  # fmt: skip


def _openclaw(setup: ReaderSetup) -> tuple[str, ...]:
    config = ("--config", str(setup.config)) if setup.config else ()
    return ("agent", "exec", "--message-file", "-", *config)


_COMMANDS: Mapping[str, Callable[[ReaderSetup], tuple[str, ...]]] = {
    "claude-code": _claude_code,
    "codex": _codex,
    "gemini": _gemini,
    "openclaw": _openclaw,
}
