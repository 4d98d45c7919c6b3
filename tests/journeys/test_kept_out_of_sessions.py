"""A memory is not wanted in some sessions: it is left out there, with the words it came from, and given elsewhere."""

from pathlib import Path

import pytest

from tests.journeys.conftest import Printed, Quaid

TALK = """date: 2 June 2025 20:15

Ana: My therapist is Dr Silva, I see her on Mondays.
Ben: My brother Tom lives in Leeds.
Ana: I love surfing in Peniche.
"""
ASKED = "Who is Ana's therapist?"


@pytest.fixture
def talked(quaid: Quaid) -> Quaid:
    quaid("extract", "--text", TALK)
    return quaid


def _therapist(quaid: Quaid) -> str:
    found = quaid("search", ASKED, "--json").json["results"]
    return next(str(each["id"]) for each in found if "Silva" in each["text"] and each["kind"] != "turn")


def _is_given(asked: Printed) -> bool:
    return "Silva" in asked.out


def test_it_is_left_out_of_the_sessions_it_is_kept_out_of_and_given_in_others(talked: Quaid) -> None:
    assert _is_given(talked("recall", ASKED, "--context", "work"))
    said = talked("suppress", _therapist(talked), "--in", "work")
    assert said.code == 0
    assert not _is_given(talked("recall", ASKED, "--context", "work"))
    assert not _is_given(talked("recall", "What did Ana say of Mondays?", "--context", "Work"))
    assert _is_given(talked("recall", ASKED))
    assert _is_given(talked("recall", ASKED, "--context", "home"))


def test_show_says_where_and_why_says_for_which_reason(talked: Quaid) -> None:
    identity = _therapist(talked)
    talked("suppress", identity, "--in", "work", "--in", "project:Shop")
    assert "left out in project:shop, work" in " ".join(talked("show", identity).out.split())
    talked("recall", ASKED, "--context", "work")
    for asked in (("why",), ("why", "--result", identity)):
        told = " ".join(talked(*asked).out.replace("│", " ").split())
        assert "left out here" in told
        assert "kept out of work sessions" in told


def test_what_only_it_states_makes_no_answer(talked: Quaid) -> None:
    talked("suppress", _therapist(talked), "--in", "work")
    asked = talked("recall", ASKED, "--context", "work", "--json").json
    assert asked["results"] == []
    assert asked["abstained"]


def test_an_agent_and_a_project_are_contexts(talked: Quaid) -> None:
    talked("suppress", _therapist(talked), "--in", "host:codex")
    assert not _is_given(talked("recall", ASKED, "--agent", "codex-mcp-client"))
    assert _is_given(talked("recall", ASKED, "--agent", "claude-code"))
    talked("unsuppress", _therapist(talked))
    talked("suppress", _therapist(talked), "--in", "shop")
    assert not _is_given(talked("recall", ASKED, "--context", "project:Shop"))


def test_the_settings_say_which_projects_and_agents_are_work(talked: Quaid) -> None:
    talked("suppress", _therapist(talked), "--in", "work")
    talked("config", "set", "recall.contexts", '["shop* = work", "codex = work"]')
    assert not _is_given(talked("recall", ASKED, "--context", "project:shop-frontend"))
    assert not _is_given(talked("recall", ASKED, "--agent", "codex"))
    assert _is_given(talked("recall", ASKED, "--context", "project:garden"))


def test_it_is_undone_by_its_command_and_by_undo(talked: Quaid) -> None:
    identity = _therapist(talked)
    talked("suppress", identity, "--in", "work")
    talked("undo", "last")
    assert _is_given(talked("recall", ASKED, "--context", "work"))
    talked("suppress", identity, "--in", "work", "--in", "codex")
    talked("unsuppress", identity, "--in", "codex")
    assert talked("show", identity, "--json").json["suppressed_in"] == ["work"]
    talked("unsuppress", identity)
    assert talked("show", identity, "--json").json["suppressed_in"] == []


def test_what_replaces_it_is_kept_out_too(talked: Quaid) -> None:
    quaid = talked
    quaid("store", "Ana lives in Lisbon.")
    identity = quaid("search", "Where does Ana live?", "--kind", "fact", "--json").json["results"][0]["id"]
    quaid("suppress", identity, "--in", "work")
    quaid("store", "Ana lives in Porto.")
    assert "Porto" in quaid("recall", "Where does Ana live?").out
    assert "Porto" not in quaid("recall", "Where does Ana live?", "--context", "work").out


def test_brief_and_wake_leave_it_out(quaid: Quaid) -> None:
    kept = quaid("store", "Ana prefers tea to coffee.", "--kind", "preference", "--json").json["new"][0]["id"]
    assert "tea" in quaid("brief", "--context", "work").out
    quaid("suppress", kept, "--in", "work")
    assert "tea" not in quaid("brief", "--context", "work").out
    assert "tea" in quaid("brief").out
    assert "tea" not in quaid("wake", "--agent", "codex", "--context", "work").out
    assert "tea" in quaid("wake", "--agent", "codex").out


def test_what_makes_no_sense_is_refused(talked: Quaid) -> None:
    identity = _therapist(talked)
    assert "names no context" in talked("suppress", identity, "--in", "project:").err
    assert "is kept out of no sessions" in talked("unsuppress", identity).err
    talked("suppress", identity, "--in", "work")
    assert "kept out of work sessions already" in talked("suppress", identity, "--in", "WORK").err


def test_an_export_and_a_move_take_it_along_and_a_purge_erases_it(talked: Quaid, tmp_path: Path) -> None:
    identity = _therapist(talked)
    talked("suppress", identity, "--in", "work")
    exported = tmp_path / "all.jsonl"
    talked("export", str(exported))
    assert '"type": "suppression"' in exported.read_text()
    talked("--home", str(tmp_path / "other"), "import", str(exported))
    assert not _is_given(talked("--home", str(tmp_path / "other"), "recall", ASKED, "--context", "work"))
    talked("space", "create", "team")
    talked("move", identity, "--space", "team")
    assert not _is_given(talked("recall", ASKED, "--context", "work"))
    talked("purge", identity, "--yes")
    talked("export", str(exported), "--space", "team")
    assert "suppression" not in exported.read_text()
