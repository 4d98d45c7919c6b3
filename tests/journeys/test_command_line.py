"""What a person does at the command line, and what they read."""

import json
from pathlib import Path

import click
import pytest

from quaidpy.interfaces.cli.main import cli
from quaidpy.interfaces.cli.terminal.lazy import QuaidGroup
from tests.journeys.conftest import Quaid


def every_command(group: click.Group, before: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found = []
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        is_group = isinstance(command, click.Group)
        found += every_command(command, (*before, name)) if is_group else [(*before, name)]
    return found


COMMANDS = every_command(cli)
GROUPS = sorted({command[:-1] for command in COMMANDS if len(command) > 1})


def stored(quaid: Quaid, text: str, *options: str) -> str:
    return str(quaid("store", text, "--json", *options).json["new"][0]["id"])


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_command_explains_itself_and_its_options(quaid: Quaid, command: tuple[str, ...]) -> None:
    shown = quaid(*command, "--help")
    assert shown.code == 0
    assert max(map(len, shown.out.splitlines())) <= 80
    found = cli
    for name in command:
        assert isinstance(found, QuaidGroup)
        found = found.get_command(click.Context(found), name)  # type: ignore[assignment]
    assert found.help
    assert all(option.help for option in found.params if isinstance(option, click.Option))


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_command_takes_json_after_its_name(quaid: Quaid, command: tuple[str, ...]) -> None:
    assert "--json" in quaid(*command, "--help").out


@pytest.mark.parametrize("group", [(), *GROUPS], ids=" ".join)
def test_help_fits_80_columns_cuts_no_sentence_and_says_how_to_read_on(
    quaid: Quaid, group: tuple[str, ...]
) -> None:
    out = quaid(*group, "--help").out
    assert max(map(len, out.splitlines())) <= 80
    assert "..." not in out.partition("Options:")[2]
    assert f"`{' '.join(('quaid', *group))} COMMAND --help`" in out


def test_a_mistyped_command_is_answered_with_the_nearest(quaid: Quaid) -> None:
    shown = quaid("serach", "x")
    assert (shown.code, shown.out) == (2, "")
    assert "did you mean `search`?" in shown.err


def test_a_mistyped_option_is_answered_with_the_nearest(quaid: Quaid) -> None:
    shown = quaid("recall", "x", "--limt", "3")
    assert shown.code == 2
    assert "--limit" in shown.err


def test_a_mistyped_command_of_a_group_is_an_error_as_json(quaid: Quaid) -> None:
    shown = quaid("graph", "pth", "--json")
    assert json.loads(shown.err)["error"]["exit_code"] == shown.code == 2
    assert shown.out == ""


def test_options_work_before_and_after_the_command(quaid: Quaid, tmp_path: Path) -> None:
    quaid("--home", str(tmp_path / "a"), "store", "Ana lives in Porto.")
    assert quaid("stats", "--json", "--home", str(tmp_path / "a")).json["counts"]["memories"] == 1
    assert quaid("--json", "--home", str(tmp_path / "b"), "stats").json["counts"]["memories"] == 0


def test_a_conversation_is_taken_in_and_told(quaid: Quaid, chat: Path) -> None:
    told = quaid("extract", str(chat))
    assert told.code == 0
    assert "3 turns" in told.out
    assert "Lisbon" in told.out
    assert "take it back: quaid undo run_" in told.out


def test_the_same_conversation_twice_stores_nothing(quaid: Quaid, chat: Path) -> None:
    quaid("extract", str(chat))
    again = quaid("extract", str(chat), "--json").json["sources"][0]
    assert (again["known"], again["turns"], again["new"]) == (True, 0, [])
    assert "known already" in quaid("extract", str(chat)).out


def test_standard_input_and_text_are_sources_too(quaid: Quaid) -> None:
    assert quaid("extract", "-", "--as", "today", stdin="Ana: I live in Porto.\n").code == 0
    assert quaid("extract", "--text", "Ben: I work in Leeds.").code == 0
    assert quaid("stats", "--json").json["counts"]["episodes"] == 2


def test_episodes_are_listed_and_read_word_for_word(quaid: Quaid, chat: Path) -> None:
    quaid("extract", str(chat))
    [episode] = quaid("episodes", "--json").json["episodes"]
    assert "2 June 2025" in quaid("episodes").out
    assert "Ana: I love surfing." in quaid("episodes", episode["id"]).out


def test_a_statement_is_shown_with_everything_about_it(quaid: Quaid) -> None:
    identity = stored(quaid, "Ana lives in Porto.", "--importance", "0.8", "--tag", "home")
    shown = quaid("show", identity, "--json").json
    assert shown["text"] == "Ana lives in Porto."
    assert shown["importance"] == 0.8
    assert shown["evidence"][0]["quote"] == "Ana lives in Porto."
    told = quaid("show", identity).out
    assert "Said in these words" in told
    assert "home" in told


@pytest.mark.parametrize("part", [slice(0, 20), slice(-8, None)], ids=["its begin", "its end"])
def test_an_id_may_be_shortened_to_a_unique_part(quaid: Quaid, part: slice) -> None:
    identity = stored(quaid, "Ana lives in Porto.")
    short = "m_" + identity.removeprefix("m_")[part]
    assert quaid("show", short, "--json").json["id"] == identity


def test_an_id_that_means_several_is_refused_with_all_of_them(quaid: Quaid) -> None:
    one, other = stored(quaid, "Ana lives in Porto."), stored(quaid, "Ben lives in Leeds.")
    shown = quaid("show", one[:8])
    assert shown.code == 2
    assert one in shown.err
    assert other in shown.err


def test_an_edit_is_told_as_before_and_after_and_undone(quaid: Quaid) -> None:
    identity = stored(quaid, "Ana lives in Porto.")
    told = quaid("edit", identity, "--text", "Ana lives in Lisbon.").out
    assert "- Ana lives in Porto." in told
    assert "+ Ana lives in Lisbon." in told
    changed = quaid("changes").out
    assert "- Ana lives in Porto." in changed
    assert quaid("undo", "last").code == 0
    assert quaid("show", identity, "--json").json["text"] == "Ana lives in Porto."


def test_forgetting_is_undone_by_the_id_it_prints(quaid: Quaid) -> None:
    identity = stored(quaid, "Ana lives in Porto.")
    operation = quaid("forget", identity, "--json").json["operation"]
    assert quaid("show", identity, "--json").json["status"] == "archived"
    quaid("undo", "op_" + operation[-8:])
    assert quaid("show", identity, "--json").json["status"] != "archived"


def test_a_whole_extraction_is_taken_back_by_its_run(quaid: Quaid, chat: Path) -> None:
    run = quaid("extract", str(chat), "--json").json["sources"][0]["run"]
    assert quaid("undo", run).code == 0
    counts = quaid("stats", "--json").json["counts"]
    assert (counts["memories"], counts["turns"]) == (0, 0)


def test_pinning_and_unpinning(quaid: Quaid) -> None:
    identity = stored(quaid, "Ana lives in Porto.")
    quaid("pin", identity)
    assert quaid("show", identity, "--json").json["pinned"] is True
    quaid("unpin", identity)
    assert quaid("show", identity, "--json").json["pinned"] is False


def test_what_is_retired_for_good_is_not_taken_in_again(quaid: Quaid) -> None:
    identity = stored(quaid, "Ana lives in Porto.")
    assert quaid("retire", identity, "--reason", "never true", "--persist").code == 0
    assert quaid("store", "Ana lives in Porto.", "--json").json["new"] == []


def test_purge_asks_first_and_erases_for_ever(quaid: Quaid, clean_environment: Path) -> None:
    identity = stored(quaid, "Ana's secret garden is in Xanadu.")
    refused = quaid("purge", identity, stdin="n\n")
    assert refused.code == 1
    assert "Xanadu" in refused.err
    assert quaid("purge", identity, "--json").code == 2
    assert quaid("purge", identity, "--yes", "--json").json["rows_erased"] > 0
    assert quaid("show", identity).code == 3
    assert b"Xanadu" not in b"".join(p.read_bytes() for p in clean_environment.rglob("*") if p.is_file())


def test_settings_are_listed_read_set_and_checked(quaid: Quaid) -> None:
    assert quaid("config", "set", "graph.beam_width", "7").code == 0
    assert quaid("config", "get", "graph.beam_width").out == "7\n"
    [changed] = [
        s for s in quaid("config", "list", "--json").json["settings"] if s["key"] == "graph.beam_width"
    ]
    assert changed["value"] == 7
    assert changed["origin"].endswith("config.toml")
    assert quaid("config", "check", "--json").json["valid"] is True


def test_export_and_import_are_a_round_trip(quaid: Quaid, chat: Path, tmp_path: Path) -> None:
    quaid("extract", str(chat))
    assert quaid("export", str(tmp_path / "all.jsonl")).code == 0
    other = ("--home", str(tmp_path / "other"))
    assert quaid("import", str(tmp_path / "all.jsonl"), *other).code == 0
    assert quaid("export", "-", *other).out == quaid("export", "-").out
    assert quaid("import", str(tmp_path / "all.jsonl"), "--json", *other).json["added"] == 0


@pytest.mark.of_file
def test_a_backup_is_restored_and_the_memory_before_it_is_kept(quaid: Quaid, tmp_path: Path) -> None:
    stored(quaid, "Ana lives in Porto.")
    assert quaid("backup", str(tmp_path / "saved.sqlite")).code == 0
    stored(quaid, "Ben lives in Leeds.")
    restored = quaid("restore", str(tmp_path / "saved.sqlite"), "--yes", "--json").json
    assert restored["counts"]["memories"] == 1
    assert Path(restored["kept"]).exists()


def test_a_doctor_finds_a_healthy_home_well(quaid: Quaid) -> None:
    stored(quaid, "Ana lives in Porto.")
    found = quaid("doctor", "--json")
    assert found.code == 0
    assert found.json["well"] is True
    assert {finding["name"] for finding in found.json["findings"]} >= {
        "settings",
        "embedder",
        "home",
        "database",
        "graph",
    }


def test_a_doctor_closes_a_home_that_others_can_read(quaid: Quaid, clean_environment: Path) -> None:
    stored(quaid, "Ana lives in Porto.")
    clean_environment.chmod(0o755)
    assert "others may read" in " ".join(quaid("doctor").out.split())
    quaid("doctor", "--fix")
    assert clean_environment.stat().st_mode & 0o077 == 0


def test_names_link_into_a_card_and_a_path(quaid: Quaid) -> None:
    quaid("extract", "--text", "Ana: My brother Tom lives in Leeds.\nBen: I work at Acme.")
    if not quaid("entity", "--json").json["entities"]:
        pytest.skip("the rules find no entities yet")
    assert quaid("link", "Ana", "lives_in", "Leeds").code == 0
    card = quaid("entity", "Ana", "--json").json
    assert "Leeds" in {edge["target_name"] for edge in card["now"]}
    assert quaid("aliases", "add", "Ana", "Anita").code == 0
    assert quaid("entity", "Anita", "--json").json["name"] == "Ana"
    path = quaid("graph", "path", "Anita", "Leeds", "--json").json
    assert [node["name"] for node in path["nodes"]] == ["Ana", "Leeds"]
    assert "lives_in" in quaid("graph", "neighbours", "Ana").out
    (theme,) = [
        t for t in quaid("graph", "communities", "--json").json["communities"] if len(t["members"]) > 2
    ]
    assert {member["name"] for member in theme["members"]} >= {"Ana", "Leeds", "Tom"}
    central = quaid("graph", "central", "--json").json["entities"]
    assert central[0]["share"] == max(entity["share"] for entity in central)
    assert all(entity["name"] in quaid("graph", "central").out for entity in central)
    assert "Leeds" in quaid("graph", "communities").out
    assert "Leeds" in (written := quaid("graph", "export", "-o", "-").out)
    assert written == quaid("graph", "export").out


def test_the_shells_get_completion_scripts(quaid: Quaid) -> None:
    for shell in ("bash", "zsh", "fish"):
        assert "quaid" in quaid("completion", shell).out


def test_versions_are_told(quaid: Quaid) -> None:
    assert quaid("version", "--json").json["quaidpy"] in quaid("--version").out


def test_what_was_taken_back_is_told_by_its_names(quaid: Quaid) -> None:
    quaid("store", "Ana plays chess.")
    assert quaid("undo", quaid("changes", "--json").json["changes"][0]["id"]).code == 0
    assert "Ana has_hobby e_" not in quaid("changes").out
    assert quaid("changes").out.count("Ana has_hobby chess") == 2


def test_an_edge_is_told_in_the_direction_in_which_it_is_kept(quaid: Quaid) -> None:
    quaid("store", "Ana is a child of Beth.")
    assert "Beth parent_of Ana is known already" in quaid("link", "Ana", "child_of", "Beth").err
    quaid("store", "Carl lives in Leeds.")
    turned = quaid("link", "Ana", "child_of", "Carl").out
    assert "linked: Carl parent_of Ana, the same as Ana child_of Carl" in turned


def test_a_list_of_settings_cuts_no_name(quaid: Quaid) -> None:
    settings = {each["key"] for each in quaid("config", "list", "--json").json["settings"]}
    lines = quaid("config", "list").out.splitlines()[1:]
    assert settings <= {line.split(maxsplit=1)[0] for line in lines if line.strip()}
