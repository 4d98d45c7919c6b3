"""Where do hosts keep their transcripts on this machine?"""

from collections.abc import Mapping
from pathlib import Path

from quaidpy.ports.hosts import TranscriptPlace

_TEXTS = ("**/*.jsonl", "**/*.json", "**/*.md", "**/*.txt")


def transcript_places(user: Path, *, platform: str, environment: Mapping[str, str]) -> list[TranscriptPlace]:
    """The usual places of every host.

    Args:
        user: the user's own folder.
        platform: as `sys.platform` has it.
        environment: variables by which hosts are moved elsewhere.

    """

    def moved(variable: str, usual: str) -> Path:
        return Path(environment.get(variable) or user / usual)

    settings = _settings_folder(user, platform, environment)
    claude, codex = moved("CLAUDE_CONFIG_DIR", ".claude"), moved("CODEX_HOME", ".codex")
    return [
        TranscriptPlace("claude-code", claude / "projects", ("*/*.jsonl",)),
        TranscriptPlace("codex", codex / "sessions", ("**/rollout-*.jsonl",)),
        TranscriptPlace("codex", codex / "archived_sessions", ("rollout-*.jsonl",)),
        TranscriptPlace("gemini", user / ".gemini" / "tmp", ("*/chats/session-*.json*",)),
        TranscriptPlace(
            "openclaw",
            moved("OPENCLAW_STATE_DIR", ".openclaw") / "agents",
            ("*/agent/openclaw-agent.sqlite", "*/sessions/*.jsonl", "*/sessions/*.jsonl.*.zst"),
        ),
        TranscriptPlace("cursor", settings / "Cursor" / "User" / "globalStorage", ("state.vscdb",)),
        TranscriptPlace(
            "vscode-copilot", settings / "Code" / "User" / "workspaceStorage", ("*/chatSessions/*.json*",)
        ),
    ]


def place_of_folder(folder: Path) -> TranscriptPlace:
    """A folder that the user names: every text in it."""
    return TranscriptPlace("folder", folder, _TEXTS)


def _settings_folder(user: Path, platform: str, environment: Mapping[str, str]) -> Path:
    if platform == "darwin":
        return user / "Library" / "Application Support"
    if platform == "win32":
        return Path(environment.get("APPDATA") or user / "AppData" / "Roaming")
    return Path(environment.get("XDG_CONFIG_HOME") or user / ".config")
