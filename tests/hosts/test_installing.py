"""A host's settings get our entries and lose them again; everything else in them stays."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from quaidpy import __version__
from quaidpy.hosts.edited_files import EDITING_TOOLS
from quaidpy.hosts.hook_events import HOSTS, events_of
from quaidpy.shipped.files import integration_folder
from tests.journeys.conftest import Printed, Quaid

THEIRS = {
    "claude-code": ("settings.json", {"model": "x", "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]}}),
    "codex": ("hooks.json", {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]}}),
    "gemini": ("settings.json", {"theme": "Dark", "mcpServers": {"other": {"command": "other"}}}),
    "cursor": ("hooks.json", {"version": 1, "hooks": {"stop": [{"command": "say done"}]}}),
    "openclaw": ("openclaw.json", {"gateway": {"port": 1}, "plugins": {"allow": ["x"], "load": {"paths": ["/their/plugin"]}}}),
}  # fmt: skip


def files_in(folder: Path) -> dict[str, str]:
    found = (path for path in folder.rglob("*") if path.is_file() and ".before-quaid-" not in path.name)
    return {str(path.relative_to(folder)): path.read_text() for path in found}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "host"
    folder.mkdir()
    return folder


def told(quaid: Quaid, verb: str, host: str, place: Path, *more: str) -> Printed:
    command = "true quaid" if verb == "install" else "quaid"  # `true` stands in for a hook that runs well
    return quaid(verb, host, "--folder", str(place), "--command", command, *more)


@pytest.mark.parametrize("host", HOSTS)
def test_installing_into_nothing_and_back_leaves_nothing(quaid: Quaid, place: Path, host: str) -> None:
    assert told(quaid, "install", host, place).code == 0
    assert files_in(place)
    told(quaid, "uninstall", host, place)
    assert files_in(place) == {}


@pytest.mark.parametrize("theirs", ["{}", '{"hooks": {}}', '{"hooks": {"Stop": []}, "model": "x"}'])
def test_empty_values_of_the_users_own_come_back_as_they_were(quaid: Quaid, place: Path, theirs: str) -> None:
    (place / "settings.json").write_text(theirs)
    told(quaid, "install", "claude-code", place)
    told(quaid, "uninstall", "claude-code", place)
    assert (place / "settings.json").read_text() == theirs


@pytest.mark.parametrize("host", HOSTS)
def test_what_was_there_stays_through_installing_and_uninstalling(
    quaid: Quaid, place: Path, host: str
) -> None:
    name, theirs = THEIRS[host]
    (place / name).write_text(json.dumps(theirs))
    told(quaid, "install", host, place)
    installed = json.loads((place / name).read_text())
    assert installed != theirs
    assert set(theirs) <= set(installed)
    told(quaid, "uninstall", host, place)
    assert json.loads((place / name).read_text()) == theirs


@pytest.mark.parametrize("host", HOSTS)
def test_installing_twice_changes_nothing_the_second_time(quaid: Quaid, place: Path, host: str) -> None:
    told(quaid, "install", host, place)
    before = files_in(place)
    again = told(quaid, "install", host, place, "--json")
    assert again.json["changed"] == []
    assert files_in(place) == before


@pytest.mark.parametrize("host", HOSTS)
def test_a_dry_run_shows_the_difference_and_writes_nothing(quaid: Quaid, place: Path, host: str) -> None:
    shown = told(quaid, "install", host, place, "--dry-run")
    assert "+" in shown.out
    assert files_in(place) == {}


@pytest.mark.parametrize("host", HOSTS)
def test_the_old_settings_are_kept_beside_the_new(quaid: Quaid, place: Path, host: str) -> None:
    name, theirs = THEIRS[host]
    (place / name).write_text(json.dumps(theirs))
    told(quaid, "install", host, place)
    (backup,) = place.glob(f"{name}.before-quaid-*")
    assert json.loads(backup.read_text()) == theirs


@pytest.mark.parametrize("host", HOSTS)
def test_settings_that_cannot_be_understood_are_not_touched(quaid: Quaid, place: Path, host: str) -> None:
    name, _ = THEIRS[host]
    (place / name).write_text("{ // a comment\n}")
    refused = told(quaid, "install", host, place)
    assert refused.code == 5
    assert name in refused.err
    assert files_in(place) == {name: "{ // a comment\n}"}


def test_a_hook_that_does_not_run_is_told(quaid: Quaid, place: Path) -> None:
    shown = quaid("install", "claude-code", "--folder", str(place), "--command", "no-such-program-quaid")
    assert shown.code == 1
    assert "not ok" in shown.out


def test_codex_keeps_its_own_settings_and_stays_toml(quaid: Quaid, place: Path) -> None:
    (place / "config.toml").write_text('model = "gpt"\n\n[mcp_servers.other]\ncommand = "o"\n')
    told(quaid, "install", "codex", place)
    settings = tomllib.loads((place / "config.toml").read_text())
    assert settings["model"] == "gpt"
    assert settings["mcp_servers"]["quaid"]["args"][-1] == "mcp"
    told(quaid, "uninstall", "codex", place)
    assert "quaid" not in (place / "config.toml").read_text()


def test_codex_settings_that_know_quaid_already_are_not_broken(quaid: Quaid, place: Path) -> None:
    theirs = '[mcp_servers.quaid]\ncommand = "quaid"\n'
    (place / "config.toml").write_text(theirs)
    assert told(quaid, "install", "codex", place).code == 5
    assert files_in(place) == {"config.toml": theirs}


def test_openclaw_may_see_conversations_and_our_plugin_is_in_the_slot(quaid: Quaid, place: Path) -> None:
    told(quaid, "install", "openclaw", place)
    plugins = json.loads((place / "openclaw.json").read_text())["plugins"]
    assert plugins["entries"]["quaid"]["hooks"] == {"allowConversationAccess": True}
    assert plugins["slots"]["memory"] == "quaid"
    assert (Path(plugins["load"]["paths"][0]) / "openclaw.plugin.json").is_file()


def test_gemini_counts_in_milliseconds(quaid: Quaid, place: Path) -> None:
    told(quaid, "install", "gemini", place)
    hooks = json.loads((place / "settings.json").read_text())["hooks"]
    assert {group["hooks"][0]["timeout"] for groups in hooks.values() for group in groups} == {10_000}


def shipped(*names: str) -> Any:
    return json.loads(integration_folder("claude").joinpath(*names).read_text())


def test_the_bundle_has_every_event_that_matters_as_a_plain_shell_string() -> None:
    hooks = shipped("plugins", "quaid", "hooks", "hooks.json")["hooks"]
    assert set(hooks) == set(events_of("claude-code"))
    for event, groups in hooks.items():
        assert groups[0]["hooks"] == [
            {"type": "command", "command": f"quaid hook auto {event}", "timeout": 10}
        ]
        assert groups[0].get("matcher") == EDITING_TOOLS.get(("claude-code", event))


@pytest.mark.parametrize("host", ["claude-code", "codex", "gemini"])
def test_only_tools_that_write_files_start_a_hook(quaid: Quaid, place: Path, host: str) -> None:
    told(quaid, "install", host, place)
    file = place / ("hooks.json" if host == "codex" else "settings.json")
    hooks = json.loads(file.read_text())["hooks"]
    matched = {event: group["matcher"] for event, (group,) in hooks.items() if "matcher" in group}
    assert matched == {event: tools for (of, event), tools in EDITING_TOOLS.items() if of == host}
    assert len(matched) == 1


def test_every_shipped_plugin_has_the_version_of_the_package() -> None:
    plugin = json.loads((integration_folder("openclaw") / "openclaw.plugin.json").read_text())
    package = json.loads((integration_folder("openclaw") / "package.json").read_text())
    bundle = shipped("plugins", "quaid", ".claude-plugin", "plugin.json")
    market = shipped(".claude-plugin", "marketplace.json")["plugins"][0]
    versions = {each["version"] for each in (plugin, package, bundle, market)}
    assert versions == {__version__}, "run `make reference`"


# Commands of the chat

PLACES = {
    "claude-code": "commands/{}.md",
    "codex": "prompts/{}.md",
    "gemini": "commands/{}.toml",
}
CHAT = ("forget", "recall", "remember", "todo")


@pytest.mark.parametrize("host", PLACES)
def test_a_host_gets_the_commands_of_its_chat(quaid: Quaid, place: Path, host: str) -> None:
    told(quaid, "install", host, place)
    written = files_in(place)
    assert {PLACES[host].format(name) for name in CHAT} <= set(written)
    if host == "gemini":
        for name in CHAT:
            command = tomllib.loads(written[PLACES[host].format(name)])
            assert "{{args}}" in command["prompt"]
            assert command["description"]
        assert "store -- {{args}}}" in written["commands/remember.toml"]


@pytest.mark.parametrize("host", PLACES)
def test_a_command_of_the_user_of_that_name_is_never_touched(quaid: Quaid, place: Path, host: str) -> None:
    mine = place / PLACES[host].format("todo")
    mine.parent.mkdir()
    mine.write_text("what I do\n")
    told(quaid, "install", host, place)
    assert mine.read_text() == "what I do\n"
    told(quaid, "uninstall", host, place)
    assert files_in(place) == {PLACES[host].format("todo"): "what I do\n"}


@pytest.mark.parametrize("host", PLACES)
def test_a_command_that_somebody_changed_is_theirs(quaid: Quaid, place: Path, host: str) -> None:
    told(quaid, "install", host, place)
    changed = place / PLACES[host].format("recall")
    changed.write_text(changed.read_text().replace("memory", "my memory"))
    theirs = changed.read_text()
    told(quaid, "install", host, place)
    told(quaid, "uninstall", host, place)
    assert files_in(place) == {PLACES[host].format("recall"): theirs}


@pytest.mark.parametrize("host", PLACES)
def test_commands_of_an_earlier_version_are_written_anew_and_go(quaid: Quaid, place: Path, host: str) -> None:
    quaid("install", host, "--folder", str(place), "--command", "false quaid")
    told(quaid, "install", host, place)
    assert not any("false quaid" in text for text in files_in(place).values())
    told(quaid, "uninstall", host, place)
    assert files_in(place) == {}
    assert [path.name for path in place.iterdir() if path.is_dir()] == []


def test_the_hook_answers_only_commands_that_are_ours(quaid: Quaid, place: Path) -> None:
    (place / "commands").mkdir()
    (place / "commands" / "todo.md").write_text("mine")
    told(quaid, "install", "claude-code", place)
    groups = json.loads((place / "settings.json").read_text())["hooks"]
    (spoken,) = [each["command"] for group in groups["UserPromptSubmit"] for each in group["hooks"]]
    assert spoken.endswith("--commands=remember,recall,forget")
    assert "--commands" not in json.dumps(groups["Stop"])
