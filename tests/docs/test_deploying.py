"""What operators are handed: files that parse, commands that exist, and no password in them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from quaidpy.interfaces.cli.main import cli

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "deploy").rglob("*.yaml"))
POD = next(
    each
    for each in yaml.safe_load_all((ROOT / "deploy" / "kubernetes" / "memory.yaml").read_text())
    if each["kind"] == "Deployment"
)["spec"]["template"]["spec"]


def commands_in(document: Any) -> Iterator[list[str]]:
    """What containers run: the lists under `command` and `args` that no program of another image takes."""
    if isinstance(document, list):
        for each in document:
            yield from commands_in(each)
    elif isinstance(document, dict):
        for name, value in document.items():
            if name in {"command", "args"} and isinstance(value, list):
                yield value
            yield from commands_in(value)


COMMANDS = {
    json.dumps(command)
    for file in FILES
    for document in yaml.safe_load_all(file.read_text())
    for command in commands_in(document)
}


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_what_containers_run_is_a_command_with_these_options(command: str) -> None:
    words = json.loads(command)
    names = words[: next((at for at, word in enumerate(words) if word.startswith("-")), len(words))]
    told = CliRunner().invoke(cli, [*names, "--help"])
    assert told.exit_code == 0
    assert {word for word in words if word.startswith("--")} <= set(re.findall(r"--[a-z-]+", told.output))


def test_a_pod_is_asked_where_the_server_answers_and_has_time_to_end() -> None:
    (memory,) = POD["containers"]
    assert memory["livenessProbe"]["httpGet"]["path"] == "/healthz"
    assert memory["readinessProbe"]["httpGet"]["path"] == "/readyz"
    assert POD["terminationGracePeriodSeconds"] > 20
    assert POD["securityContext"]["runAsNonRoot"]


WRITTEN = {str(path.relative_to(ROOT)): path for path in (ROOT / "deploy").rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", sorted(WRITTEN))
def test_no_password_is_written_down(name: str) -> None:
    text = WRITTEN[name].read_text()
    assert not re.search(r"postgresql://[^\s@/:]+:[^\s@]+@", text)
    assert not re.search(r"^\s*\w*PASSWORD: (?!\$\{)", text, flags=re.MULTILINE)
