"""What is written so that the night comes by itself: each scheduler reads it as it was meant."""

import plistlib
import shlex
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

from quaidpy.errors import UsageError
from quaidpy.interfaces.cli.main import main
from quaidpy.interfaces.cli.night.scheduling import label_of, schedule
from quaidpy.settings import Settings, load_settings

ODD_HOME = "/srv/a b%c$d'e\"f\\g/home"


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Settings:
    monkeypatch.setenv("HOME", str(tmp_path))
    return load_settings(home=Path(ODD_HOME), owner="ana", environment={})


def command_for(home: str) -> list[str]:
    base = [sys.executable, "-P", "-m", "quaidpy", "janitor", "run", "--quiet", "--home", home]
    return [*base, "--owner", "ana"]


def test_cron_gets_a_line_of_five_fields_and_the_command(settings: Settings) -> None:
    plan = schedule(settings, "cron", "4:05")
    line = plan.next_step.splitlines()[1]
    minute, hour, *days, command = line.split(" ", 5)
    assert (minute, hour, days) == ("5", "4", ["*", "*", "*"])
    assert plan.files == {}
    assert shlex.split(command.replace(r"\%", "%"), comments=True) == command_for(ODD_HOME)
    assert command.endswith(f"# {label_of(settings)}")


def test_launchd_gets_a_property_list_that_keeps_what_is_printed(settings: Settings) -> None:
    ((path, text),) = schedule(settings, "launchd", "04:05").files.items()
    agent = plistlib.loads(text.encode())
    assert path.name == f"{agent['Label']}.plist"
    assert agent["ProgramArguments"] == command_for(ODD_HOME)
    assert agent["StartCalendarInterval"] == {"Hour": 4, "Minute": 5}
    assert agent["StandardOutPath"] == agent["StandardErrorPath"] == f"{ODD_HOME}/janitor.log"


def test_systemd_gets_a_service_and_a_timer(settings: Settings) -> None:
    units = {path.suffix: text for path, text in schedule(settings, "systemd", "04:05").files.items()}
    read = {suffix: ConfigParser(interpolation=None) for suffix in units}
    for suffix, text in units.items():
        read[suffix].read_string(text)
    assert read[".timer"]["Timer"]["OnCalendar"] == "*-*-* 04:05:00"
    assert read[".timer"]["Timer"]["Persistent"] == "true"
    words = shlex.split(read[".service"]["Service"]["ExecStart"])
    assert [word.replace("$$", "$").replace("%%", "%") for word in words] == command_for(ODD_HOME)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd")
def test_systemd_itself_finds_nothing_wrong(settings: Settings, tmp_path: Path) -> None:
    for path, text in schedule(settings, "systemd", "04:05").files.items():
        (tmp_path / path.name).write_text(text)
    units = [str(path) for path in tmp_path.glob("*.timer")]
    done = subprocess.run(
        ["systemd-analyze", "verify", "--user", *units],
        capture_output=True,
        text=True,
        check=False,
        env={"HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path), "SYSTEMD_UNIT_PATH": f"{tmp_path}:"},
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_installing_twice_is_installing_once_and_uninstalling_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for scheduler in ("systemd", "launchd"):
        for _ in range(2):
            assert main(["janitor", "install", "--with", scheduler]) == 0
    written = sorted(path.suffix for path in tmp_path.rglob("quaid-janitor*"))
    assert written == [".plist", ".service", ".timer"]
    assert main(["janitor", "uninstall"]) == 0
    assert list(tmp_path.rglob("quaid-janitor*")) == []
    assert main(["janitor", "uninstall"]) == 0
    assert "no unit or agent was installed" in capsys.readouterr().out


def test_another_home_has_a_night_of_its_own(settings: Settings) -> None:
    usual = load_settings(home=Path.home() / ".quaid", environment={})
    assert label_of(usual) == "quaid-janitor"
    assert label_of(settings).startswith("quaid-janitor-")


@pytest.mark.parametrize("hour", ["24:00", "3", "03:60", "noon"])
def test_a_time_that_is_none_is_refused(settings: Settings, hour: str) -> None:
    with pytest.raises(UsageError, match="write it as 03:30"):
        schedule(settings, "cron", hour)
