"""The bench of documents finds what is there, says what is missed, and skips questions whose section is not there."""

import json
from pathlib import Path

import pytest

from quaidpy.interfaces.cli.main import main


def test_passages_are_found_by_file_and_heading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "oven.md").write_text(
        "# Oven\n\n## Heating\n\nTo 250 degrees.\n\n## Cleaning\n\nWith a brush.\n"
    )
    questions = [
        {"q": "how many degrees", "path": "oven.md", "heading": "Heating"},
        {"q": "zebra", "path": "oven.md", "heading": "Cleaning"},
        {"q": "brush", "path": "oven.md", "heading": "Gone"},
    ]
    (tmp_path / "q.jsonl").write_text("\n".join(map(json.dumps, questions)))
    arguments = ["bench", "docs", str(folder), str(tmp_path / "q.jsonl")]
    assert main([*arguments, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["questions"], document["systems"]["quaidpy"]["recall@5"]) == (2, 0.5)
    assert [each["question"] for each in document["missed"]] == ["zebra"]
    assert document["missing"] == ["oven.md\nGone"]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    assert "lead over BM25: R@1 +0.0" in out
    assert "missed: zebra  (oven.md › Cleaning)" in out
