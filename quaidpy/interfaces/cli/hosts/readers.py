"""How does a host's own program come to read conversations, and how does it stop?"""

import json
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quaidpy.domain.memories.readings import ReadingState
from quaidpy.errors import ModelError, UsageError
from quaidpy.hosts.readers import CALLS_A_DAY, PROGRAMS, ReaderSetup, reader_command
from quaidpy.interfaces.cli.terminal.session import Session

if TYPE_CHECKING:
    from quaidpy.hosts.installation import Place
    from quaidpy.memory import Memory
    from quaidpy.services.parts import Parts

_ASKING_S = 20
_OPENCLAW_CONFIG = "quaid-reader.json"


def found_hosts() -> list[str]:
    """Hosts whose program is on the PATH."""
    return [host for host, program in PROGRAMS.items() if shutil.which(program)]


def set_reader(session: Session, host: str, place: "Place", *, is_tried: bool = True) -> dict[str, Any]:
    """Make the host's program the deep model, once it has answered; what was set stays where it does not.

    Raises UsageError where there is no such program, or another model is set already; ModelError when it fails.
    """
    from quaidpy.domain.models.prompting import Tier
    from quaidpy.interfaces.cli.settings.model_trial import trial_by
    from quaidpy.settings import write_setting
    from quaidpy.wiring.models import model_called

    program = shutil.which(PROGRAMS.get(host, ""))
    if program is None:
        raise UsageError(_no_program(host))
    tuning = session.settings.tuning.models
    if tuning.deep != "none" and not tuning.reader:
        raise UsageError(
            f"models.deep is {tuning.deep} already; `quaid config set models.deep none` first, or leave --reader out"
        )
    if host == "openclaw":
        _write_openclaw_config(place)
    setup = _setup(host, place, Path(program).absolute())
    name = f"command:{shlex.join(reader_command(host, setup))}"
    trial: dict[str, Any] = {"tier": Tier.DEEP.value, "model": name, "works": None}
    if is_tried:
        trial = trial_by(model_called(name, session.settings, base_url="", told_by="--reader"), trial)
        if not trial["works"]:
            raise ModelError(
                f"{PROGRAMS[host]} does not answer as a reader: {trial['reason']}; nothing was set. "
                f"Run {PROGRAMS[host]} by hand once (is it signed in?), then `quaid install {host} --reader` again"
            )
    write_setting(session.settings, "models.deep", name)
    write_setting(session.settings, "models.reader", host)
    if not tuning.reading_calls_a_day:
        write_setting(session.settings, "models.reading_calls_a_day", str(CALLS_A_DAY))
    del session.settings
    return trial


def unset_reader(session: Session, host: str, place: "Place") -> bool:
    """Take it back; False where this host's program is not the reader."""
    from quaidpy.settings import write_setting

    if session.settings.tuning.models.reader != host:
        return False
    defaults = {"models.deep": "none", "models.reader": "", "models.reading_calls_a_day": "0"}
    for key, value in defaults.items():
        write_setting(session.settings, key, value)
    if host == "openclaw":
        _openclaw_config(place).unlink(missing_ok=True)
    del session.settings
    return True


def missing_program(parts: "Parts") -> str | None:
    """The program of a `command:` model that is not there any more."""
    if parts.reader is None or not parts.reader.asking.model.name.startswith("command:"):
        return None
    program = shlex.split(parts.reader.asking.model.name.removeprefix("command:"))[0]
    return None if shutil.which(program) else program


def reading_problems(memory: "Memory") -> list[str]:
    """What keeps the deep model from reading, in a line; nothing where it reads or none is set."""
    if not memory.has_reader:
        return []
    missing = missing_program(memory.parts)
    waiting, error = unread(memory)
    if missing is not None:
        return [f"{missing}, which reads conversations, is not there; `quaid doctor` says what to do"]
    return [f"{waiting} chunks wait for the deep model ({error}); `quaid extract --retry`"] if error else []


def unread(memory: "Memory") -> tuple[int, str | None]:
    """How many chunks wait for the deep model, and why the one that was tried last failed."""
    readings = memory.parts.remembering.store.readings(memory.owner)
    waiting = [each for each in readings if each.state is ReadingState.WAITING]
    failed = [each for each in waiting if each.error]
    return len(waiting), max(failed, key=lambda each: each.due_at).error if failed else None


def offer_reader(session: Session) -> str | None:
    """Ask at a terminal whether a program that is here should read; the host whose is wanted."""
    if session.settings.tuning.models.deep != "none":
        return None
    for host in found_hosts():
        asked = (
            f"{PROGRAMS[host]} is here. Shall it read your conversations in the background, at most {CALLS_A_DAY} "
            "calls a day of your plan with it? No key is needed"
        )
        if click.confirm(asked, default=False, err=True):
            return host
    return None


def _no_program(host: str) -> str:
    if host not in PROGRAMS:
        return f"{host} has no program that answers once; --reader is there for {', '.join(PROGRAMS)}"
    return f"{PROGRAMS[host]} is not on the PATH; install it and sign in, or leave --reader out"


def _setup(host: str, place: "Place", program: Path) -> ReaderSetup:
    from quaidpy.shipped.files import integration_folder

    return ReaderSetup(
        program=program,
        files=integration_folder("readers"),
        features=_codex_features(program) if host == "codex" else frozenset(),
        servers=_codex_servers(place.folder / "config.toml") if host == "codex" else (),
        config=_openclaw_config(place) if host == "openclaw" else None,
    )


def _codex_features(program: Path) -> frozenset[str]:
    """The names that this version knows: one that it does not know stops it."""
    try:
        done = subprocess.run(  # noqa: S603 - the host itself
            [str(program), "features", "list"],
            capture_output=True, text=True, timeout=_ASKING_S, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as err:
        raise ModelError(f"{program} could not be asked for its features: {err}") from err
    return frozenset(line.split()[0] for line in done.stdout.splitlines() if line.split())


def _codex_servers(path: Path) -> tuple[str, ...]:
    """MCP servers in its settings: a reader has none of their tools."""
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ()
    except (OSError, ValueError) as err:
        raise UsageError(f"{path} cannot be read: {err}; mend it first") from err
    servers = settings.get("mcp_servers", {})
    return tuple(servers) if isinstance(servers, dict) else ()


def _openclaw_config(place: "Place") -> Path:
    """Beside the user's own settings, which it takes in: OpenClaw includes nothing from elsewhere."""
    return _openclaw_settings(place).with_name(_OPENCLAW_CONFIG)


def _write_openclaw_config(place: "Place") -> None:
    """The user's settings with no tool allowed."""
    path = _openclaw_config(place)
    wanted = {
        "$include": f"./{_openclaw_settings(place).name}",
        "tools": {"profile": "minimal", "deny": ["*"]},
    }
    path.write_text(json.dumps(wanted, indent=2) + "\n", encoding="utf-8")
    path.chmod(0o600)


def _openclaw_settings(place: "Place") -> Path:
    return place.state_file or place.folder / "openclaw.json"
