"""Do the hooks of a host really run? They are run once, the way the host will."""

import json
import os
import shutil
import subprocess
import time
from typing import Any

from quaidpy.hosts.hook_events import CHECKED_SESSION, events_of
from quaidpy.hosts.installation import PLUGIN, Place

_WAIT_S = 30
_PLUGIN_HOOKS = {"before_prompt_build", "agent_end"}


def checks_of(host: str, place: Place) -> list[dict[str, Any]]:
    """`is_fine` and a sentence each."""
    if host == "openclaw":
        return [*_plugin_checks()]
    return [_run(place.hook_command(host, events_of(host)[0]))]


def _run(command: str) -> dict[str, Any]:
    """An event of a session that does not exist."""
    begun = time.monotonic()
    payload = json.dumps({"session_id": CHECKED_SESSION, "source": "startup"})
    try:
        done = subprocess.run(  # noqa: S602 - a shell string is what the host is given, too
            command, shell=True, input=payload, capture_output=True, text=True, timeout=_WAIT_S, check=False
        )
    except subprocess.TimeoutExpired:
        return _check(False, f"the hook did not end within {_WAIT_S} s: {command}")
    took = time.monotonic() - begun
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        return _check(False, f"the hook failed with code {done.returncode} ({reason}): {command}")
    return _check(True, f"a hook ran in {took:.1f} s: {command}")


def _plugin_checks() -> list[dict[str, Any]]:
    program = shutil.which("openclaw")
    if program is None:
        return [
            _check(
                True,
                "openclaw is not on the PATH here; `openclaw plugins inspect quaid --runtime` tells more",
            )
        ]
    try:
        done = subprocess.run(  # noqa: S603 - the host itself
            [program, "plugins", "inspect", PLUGIN, "--runtime", "--json"],
            capture_output=True, text=True, timeout=120, check=False, env={**os.environ, "NO_COLOR": "1"},
        )  # fmt: skip
        told = json.loads(done.stdout[done.stdout.find("{") :] or "{}")
    except (subprocess.TimeoutExpired, ValueError) as err:
        return [_check(False, f"openclaw plugins inspect {PLUGIN} could not be asked: {err}")]
    return [_access(told), _hooks(told)]


def _access(told: dict[str, Any]) -> dict[str, Any]:
    is_allowed = told.get("policy", {}).get("allowConversationAccess") is True
    return _check(
        is_allowed, f"OpenClaw {'lets' if is_allowed else 'does not let'} the plugin see conversations"
    )


def _hooks(told: dict[str, Any]) -> dict[str, Any]:
    found = {str(each.get("name") if isinstance(each, dict) else each) for each in told.get("typedHooks", [])}
    missing = sorted(_PLUGIN_HOOKS - found)
    words = (
        f"hooks of the plugin are missing: {', '.join(missing)}"
        if missing
        else "the plugin's hooks are known to OpenClaw"
    )
    return _check(not missing, words)


def _check(is_fine: bool, told: str) -> dict[str, Any]:
    return {"is_fine": is_fine, "told": told}
