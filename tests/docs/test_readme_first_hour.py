"""What the README asks of its example has an answer, in a fresh home and in its order."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from quaidpy.interfaces.cli.main import cli

ROOT = Path(__file__).resolve().parents[2]
BLOCKS = re.findall(r"(?:^    quaid .*\n)+", (ROOT / "README.md").read_text(), flags=re.MULTILINE)
LINES = [line.strip() for block in BLOCKS for line in block.splitlines()]
SAID = {  # what a line of the README prints about the example that ships
    "quaid extract examples/chat.txt": "Ilse moved to Porto",
    'quaid recall "where does Ilse live now?"': "My sister Ilse moved to Porto",
    'quaid recall "when is the workshop?"': "moved to 28 April",
    'quaid recall "what did we decide in March?"': "night train",
    'quaid recall "draft a note to Ilse about the workshop"': "keep it short and no emojis",
    'quaid search "where does Ilse live now?"': "Porto",
    "quaid why last": "Ilse",
    "quaid entity Ilse": "Porto",
    "quaid graph path Ilse Porto": "lives_in",
}


def command_of(line: str) -> str:
    return line.split(" #", maxsplit=1)[0].strip()


@pytest.mark.timeout(60)
def test_the_commands_of_the_readme_answer_in_its_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [command_of(line) for line in LINES if command_of(line) in SAID]
    assert set(asked) == set(SAID), "the README no longer has these lines as they are"
    home = {"HOME": str(tmp_path), "QUAID_HOME": str(tmp_path / "memory"), "QUAID_SERVER": "never"}
    monkeypatch.chdir(ROOT)
    for command in asked:
        words = [first or second for first, second in re.findall(r'"([^"]*)"|(\S+)', command)]
        done = CliRunner().invoke(cli, words[1:], env=home)
        assert done.exit_code == 0, f"{command}: {done.output}"
        assert SAID[command] in done.stdout, f"{command}: {done.output}"
