"""What docs/teams.md says happens when a newcomer types it, happens."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "teams.md"
_BLOCKS = re.compile(r"```(sh|text)\n(.*?)```", re.DOTALL)


@pytest.mark.skipif(sys.platform == "win32", reason="the page is for a POSIX shell")
def test_the_page_of_teams_runs_and_says_what_it_promises(clean_environment: Path) -> None:
    blocks = _BLOCKS.findall(PAGE.read_text(encoding="utf-8"))
    script, promised = ["set -e"], []
    for number, (kind, text) in enumerate(blocks):
        if kind == "sh":
            script.append(f"{text}\necho '== {number} =='")
        else:
            promised.append((number - 1, text.splitlines()))
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "COLUMNS": "200",
        "QUAID_SERVER": "always",  # as a newcomer has it after the first commands, and 20 times as fast
    }
    script.append("quaid serve stop")
    done = subprocess.run(
        ["/bin/sh", "-c", "\n".join(script)],
        capture_output=True, text=True, check=False, env=environment, timeout=110,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert promised
    assert clean_environment.exists()
    told = _told(done.stdout, [number for number, (kind, _) in enumerate(blocks) if kind == "sh"])
    for number, lines in promised:
        rest = told[number] + done.stderr
        for line in lines:
            assert line in rest, f"{line!r} is not in {rest!r}"


def _told(out: str, numbers: list[int]) -> dict[int, str]:
    """What each block printed."""
    found: dict[int, str] = {}
    for number in numbers:
        found[number], _, out = out.partition(f"== {number} ==\n")
    return found
