"""What is an agent given, and a person shown, once something in a life has changed? And what is yet to be done?"""

import json
from pathlib import Path

import pytest

from tests.journeys.conftest import Quaid


@pytest.fixture
def changed(quaid: Quaid, tmp_path: Path) -> Path:
    """Pottery moved, the boss is another one, and of two tasks one is done."""
    sessions = {
        "2026-01-12": ["pottery class is on mondays at the Old Mill", "my boss is Hanna Lund", "I have to pay the roofer."],
        "2026-03-09": ["pottery class moved to thursdays", "my boss is Omar Vik now", "I must renew the parking permit by Friday."],
        "2026-03-20": ["the roofer is paid"],
    }  # fmt: skip
    for place, (day, said) in enumerate(sessions.items()):
        rows = [
            {"role": "user", "content": text, "timestamp": f"{day}T10:0{n}:00Z"}
            for n, text in enumerate(said)
        ]
        path = tmp_path / f"{place}.jsonl"
        path.write_text("\n".join(map(json.dumps, rows)))
        assert quaid("extract", str(path)).code == 0
    return tmp_path


@pytest.mark.usefixtures("changed")
def test_a_block_says_until_when_a_value_held_and_what_is_so_instead(quaid: Quaid) -> None:
    lines = quaid("recall", "pottery class at the Old Mill").out.splitlines()
    old = next(line for line in lines if "Old Mill" in line)
    new = next(line for line in lines if "moved to thursdays" in line)
    assert "mondays until 9 March 2026, then thursdays" in old
    assert lines.index(new) < lines.index(old)


@pytest.mark.usefixtures("changed")
def test_a_card_shows_what_holds_now_before_what_held_before(quaid: Quaid) -> None:
    card = quaid("entity", "The user", "--json").json
    bosses = [each for each in card["attributes"] if each["attribute"] == "boss"]
    assert [(each["value"], each["until"] is None) for each in bosses] == [
        ("Omar Vik", True),
        ("Hanna Lund", False),
    ]
    assert "boss: Omar Vik" in quaid("entity", "The user").out


@pytest.mark.usefixtures("changed")
def test_tasks_are_listed_closed_and_opened_again(quaid: Quaid) -> None:
    (task,) = quaid("todo", "list", "--json").json["todos"]
    assert "parking permit" in task["text"]
    states = {t["state"] for t in quaid("todo", "list", "--all", "--json").json["todos"]}
    assert "done" in states
    assert quaid("todo", "done", task["id"]).code == 0
    assert quaid("todo", "list").out == "nothing is yet to be done\n"
    assert quaid("todo", "reopen", task["id"]).code == 0
    assert quaid("todo", "cancel", task["id"]).code == 0
    assert "nothing to reopen" not in quaid("todo", "reopen", task["id"]).err


@pytest.mark.usefixtures("changed")
def test_what_is_to_be_done_is_what_is_open(quaid: Quaid) -> None:
    out = quaid("recall", "what do I still have to do?").out
    assert "parking permit" in out
    assert "pay the roofer" not in out


@pytest.mark.usefixtures("changed")
def test_undoing_what_was_taken_in_undoes_what_it_ended(quaid: Quaid) -> None:
    for change in quaid("changes", "--json").json["changes"]:
        if "1.jsonl" in change["why"]:
            assert quaid("undo", change["id"]).code == 0
    bosses = [e for e in quaid("entity", "The user", "--json").json["attributes"] if e["attribute"] == "boss"]
    assert [(each["value"], each["until"]) for each in bosses] == [("Hanna Lund", None)]


def test_what_ended_beside_what_is_asked_for_brings_nothing_before_it(quaid: Quaid, tmp_path: Path) -> None:
    said = {
        "2026-01-12": "my boss is Hanna Lund, and the choir rehearses its requiem in the old chapel at dusk",
        "2026-03-09": "my boss is Omar Vik now",
    }
    for day, text in said.items():
        path = tmp_path / f"{day}.jsonl"
        path.write_text(json.dumps({"role": "user", "content": text, "timestamp": f"{day}T10:00:00Z"}))
        assert quaid("extract", str(path)).code == 0
    lines = quaid("recall", "Where does the choir rehearse its requiem?").out.splitlines()
    told = next(n for n, line in enumerate(lines) if "requiem" in line)
    assert not any("Omar Vik now" in line for line in lines[:told])
    lines = quaid("recall", "Who is my boss?").out.splitlines()
    assert next(n for n, line in enumerate(lines) if "Omar Vik now" in line) < next(
        n for n, line in enumerate(lines) if "Hanna Lund" in line
    )


def test_a_list_of_tasks_has_what_is_open_and_nothing_else(quaid: Quaid, tmp_path: Path) -> None:
    minutes = tmp_path / "minutes.md"
    minutes.write_text(
        "# Lifeboat station, 3 March 2026\n\nPresent: Ines, Tomas\n\n## Actions\n"
        "- [ ] Tomas: order two flares by 20 March\n- [x] Ines: grease the winch\n"
    )
    talk = tmp_path / "talk.jsonl"
    said = {
        "2026-03-05": "todo for me: rotate the radio batteries before the regatta",
        "2026-03-06": "the station mug is chipped and the new kettle is blue, it boils in a minute",
        "2026-03-09": "still need to call the roofer about the slipway",
        "2026-03-14": "radio batteries are rotated, took me an hour",
    }
    talk.write_text(
        "\n".join(
            json.dumps({"role": "user", "content": text, "timestamp": f"{day}T10:00:00Z"})
            for day, text in said.items()
        )
    )
    assert quaid("extract", str(minutes)).code == quaid("extract", str(talk)).code == 0
    states = {each["text"]: each["state"] for each in quaid("todo", "list", "--all", "--json").json["todos"]}
    assert not any("winch" in text for text in states)
    assert [state for text, state in states.items() if "batteries" in text] == ["done"]
    lines = quaid("recall", "which jobs are still outstanding at the station?").out.splitlines()[2:-1]
    assert any("flares" in line for line in lines)
    assert any("roofer" in line for line in lines)
    assert not any("kettle" in line for line in lines)
