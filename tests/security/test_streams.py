"""No stream that is closed, full or of another encoding brings a traceback, and none changes what is stored."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

WORDS = "Nadia lives in Łódź “now” 😀."
HOME_OF_THE_CODE = Path(__file__).resolve().parents[2]


def quaid(line: str, home: Path, **more: str) -> subprocess.CompletedProcess[bytes]:
    """By a shell, which can close streams."""
    environment = os.environ | {
        "QUAID_HOME": str(home),
        "QUAID_SERVER": "never",
        "QUAID_EMBEDDING_MODEL": "none",
        "PYTHONPATH": f"{HOME_OF_THE_CODE}:{HOME_OF_THE_CODE / 'janitor'}",
        **more,
    }
    command = f'"{sys.executable}" -m quaidpy {line}'
    return subprocess.run(
        ["sh", "-c", command], env=environment, capture_output=True, check=False, timeout=60
    )


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("streams") / "home"
    assert quaid(f'store "{WORDS}"', folder).returncode == 0
    return folder


pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="a shell closes the streams"),
    pytest.mark.timeout(120),
]


def test_an_encoding_without_the_letters_gets_them_escaped(home: Path) -> None:
    encoding = "latin-1"
    done = quaid("search Nadia --json", home, PYTHONIOENCODING=encoding)
    assert done.returncode == 0
    assert json.loads(done.stdout.decode(encoding))["results"][0]["text"] == WORDS
    plain = quaid("recall Nadia", home, PYTHONIOENCODING=encoding)
    assert plain.returncode == 0
    assert b"Traceback" not in plain.stderr


@pytest.mark.parametrize("streams", [">&-", "<&- >&- 2>&-"])
def test_closed_streams_bring_no_traceback(home: Path, streams: str) -> None:
    done = quaid(f"recall Nadia {streams}", home)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_an_answer_that_cannot_be_written_is_told_in_one_line(home: Path) -> None:
    done = quaid("recall Nadia >/dev/full", home)
    assert done.returncode == 1
    assert done.stderr.splitlines() == [b"error: No space left on device"]


@pytest.mark.parametrize("stdin", ["<&-", "</dev/null"])
def test_a_purge_that_nobody_can_agree_to_says_what_to_do(home: Path, stdin: str) -> None:
    found = json.loads(quaid("search Nadia --json", home).stdout)["results"][0]["id"]
    done = quaid(f"purge {found} {stdin}", home)
    assert done.returncode == 2
    assert b"give --yes" in done.stderr
    assert quaid(f"show {found}", home).returncode == 0


def test_a_fault_that_nobody_foresaw_is_one_line_and_a_file(tmp_path: Path) -> None:
    code = "from quaidpy.interfaces.standard_streams import mend_streams; mend_streams(); raise LookupError(' '.join(['words', 'of', 'a', 'memory']))"
    environment = os.environ | {"QUAID_HOME": str(tmp_path), "PYTHONPATH": str(HOME_OF_THE_CODE)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=False)
    assert done.stderr.decode().splitlines() == [
        f"error: this is a fault of quaidpy (LookupError); where it happened is in {tmp_path / 'faults.log'}"
    ]
    told = (tmp_path / "faults.log").read_text()
    assert "LookupError" in told
    assert "words of a memory" not in told
    assert (tmp_path / "faults.log").stat().st_mode & 0o077 == 0
