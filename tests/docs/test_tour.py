"""Where to find what: the files that the tour leads to are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROWS = [
    line for line in (ROOT / "docs" / "tour.md").read_text().splitlines() if re.match(r"\| [A-Z].*\?", line)
]


def test_a_stranger_has_forty_questions() -> None:
    assert len(ROWS) == 40


@pytest.mark.parametrize("row", ROWS)
def test_every_question_leads_to_files_that_are_there(row: str) -> None:
    paths = re.findall(r"`([\w/]+/\w+\.py)`", row)

    assert paths
    assert [path for path in paths if not (ROOT / path).is_file()] == []
