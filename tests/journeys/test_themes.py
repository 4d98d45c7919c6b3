"""Themes as a person meets them: found at night, listed, shown, given, taken back, and gone with what is erased."""

from pathlib import Path

import pytest

from tests.journeys.conftest import Quaid
from tests.security.home_bytes import files_holding

MINA = (
    "Mina is a sound engineer in Leeds.",
    "Mina is moving from Leeds to Cardiff in October 2026.",
    "Mina is looking for a flat in Cardiff.",
    "Mina has a new job as a sound engineer in Cardiff.",
)


@pytest.fixture
def minded(quaid: Quaid, monkeypatch: pytest.MonkeyPatch) -> Quaid:
    """With the embedder that needs no download: themes are of meaning."""
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "embedded")
    return quaid


@pytest.fixture
def found(minded: Quaid) -> Quaid:
    quaid = minded
    said = "date: 2 June 2026 20:15\n\n" + "\n".join(f"Rory: {text}" for text in MINA)
    quaid("extract", "--text", said)
    for text in MINA:
        quaid("store", text)
    assert quaid("themes", "run", "--json").code == 0
    return quaid


def test_themes_are_listed_shown_and_taken_back(found: Quaid) -> None:
    (theme,) = found("themes", "list", "--json").json["themes"]
    assert "Mina" in theme["name"]
    assert theme["current"]
    card = found("themes", "show", theme["id"], "--json").json
    assert {member["text"] for member in card["members"]} <= set(MINA)
    assert len(card["members"]) == theme["size"] >= 3
    assert theme["name"] in found("themes", "list").out
    assert card["members"][0]["text"] in found("themes", "show", theme["id"]).out
    assert found("undo", "last").code == 0
    assert found("themes", "list", "--json").json == {"themes": [], "count": 0}


def test_why_names_the_theme_that_answered(found: Quaid) -> None:
    (theme,) = found("themes", "list", "--json").json["themes"]
    assert found("recall", "what about Mina?", "--json").json["theme"] == theme["id"]
    told = " ".join(found("why").out.replace("│", " ").split())
    assert f"theme {theme['name']}" in told


def test_a_dry_run_makes_no_theme(minded: Quaid) -> None:
    quaid = minded
    for text in MINA:
        quaid("store", text)
    assert "Mina" in quaid("themes", "run", "--dry-run").out
    assert quaid("themes", "list", "--json").json["count"] == 0


def test_an_id_of_something_else_is_no_theme(found: Quaid) -> None:
    identity = found("search", "Cardiff", "--json").json["results"][0]["id"]
    answer = found("themes", "show", identity)
    assert answer.code != 0
    assert "is not a theme" in answer.err
    assert found("themes", "show", "th_0000000000").code != 0


def test_a_purged_member_takes_the_theme_and_every_byte_of_its_words(
    found: Quaid, clean_environment: Path
) -> None:
    (theme,) = found("themes", "list", "--json").json["themes"]
    members = found("themes", "show", theme["id"], "--json").json["members"]
    gone = members[0]
    word = "sound engineer in Leeds" if "Leeds" in gone["text"] else gone["text"]
    episodes = [each["id"] for each in found("episodes", "--json").json["episodes"]]
    same = [each["id"] for each in members if each["text"] == gone["text"]]
    assert found("purge", *same, *episodes, "--yes").code == 0
    assert found("themes", "list", "--json").json["count"] == 0
    assert files_holding(clean_environment, gone["text"]) == [], word


def test_without_an_embedder_themes_say_what_they_lack(quaid: Quaid) -> None:
    quaid("store", MINA[0])
    assert "embedder" in quaid("themes", "run").out
