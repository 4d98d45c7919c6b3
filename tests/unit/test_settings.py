"""Every value is checked, and says where it came from."""

from pathlib import Path

import pytest

from quaidpy.errors import SettingsError
from quaidpy.settings import load_settings, write_setting


def written(home: Path, text: str) -> Path:
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text(text)
    return home


def test_without_a_file_every_value_is_the_shipped_default(tmp_path: Path) -> None:
    settings = load_settings(home=tmp_path, environment={})
    assert settings.tuning.resolution.same_text_similarity == 0.95
    assert {setting.origin for setting in settings.provenance} == {"default"}


def test_the_users_file_overrides_the_default_and_is_named_as_origin(tmp_path: Path) -> None:
    home = written(tmp_path, "[resolution]\nsame_text_similarity = 0.97\n")
    settings = load_settings(home=home, environment={})
    assert settings.tuning.resolution.same_text_similarity == 0.97
    origin = {setting.key: setting.origin for setting in settings.provenance}
    assert origin["resolution.same_text_similarity"] == str(home / "config.toml")


def test_the_environment_overrides_the_file(tmp_path: Path) -> None:
    home = written(tmp_path, '[embedding]\nmodel = "embedded"\n')
    settings = load_settings(home=home, environment={"QUAID_EMBEDDING_MODEL": "none"})
    assert settings.tuning.embedding.model == "none"


def test_quaid_home_and_owner_come_from_the_environment(tmp_path: Path) -> None:
    settings = load_settings(
        environment={"QUAID_HOME": str(tmp_path), "QUAID_OWNER": "mira", "QUAID_QUIET": "1"}
    )
    assert (settings.home, settings.owner, settings.is_quiet) == (tmp_path, "mira", True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[resolution]\nsame_text_similarty = 0.9\n", "did you mean resolution.same_text_similarity?"),
        ("[recall]\nopinion_count = 20\n", "is gone, and nothing takes its place; delete its line"),
        ("[resolution]\nsame_text_similarity = 1.5\n", "out of range: 0 to 1"),
        ("[notices]\noverrides = [3]\n", "'3' is no kind of notice; use questions, trouble, night"),
        ('[notices]\nquiet_from = "late"\n', "config.toml: 'late' is no time of day"),
        ('[notices]\noverrides = ["night=lout"]\n', "'lout' is no level; use quiet, normal, verbose, debug"),
        ('[resolution]\nsame_text_similarity = "high"\n', "is not a number"),
        ('[decay]\ncurve = "weibul"\n', "is none of ebbinghaus, weibull, classes"),
        ('[decay]\ncore_kinds = ["profil"]\n', 'has "profil", which is none of fact, preference'),
        ('[remember]\nprojects = ["kites"]\n', 'has "kites", which is not of the form "LABEL = PROJECT"'),
        ("[resolution\n", "cannot read the configuration"),
    ],
)
def test_a_wrong_file_is_an_error_that_names_the_key(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(SettingsError, match=r".") as caught:
        load_settings(home=written(tmp_path, text), environment={})
    assert said in str(caught.value)


def test_a_config_file_that_is_named_must_exist(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="does not exist"):
        load_settings(home=tmp_path, environment={"QUAID_CONFIG": str(tmp_path / "none.toml")})


def test_setting_a_value_keeps_the_rest_of_the_file(tmp_path: Path) -> None:
    home = written(tmp_path, "# mine\n[resolution]\nchunk_turns = 50 # small\n")
    write_setting(load_settings(home=home, environment={}), "resolution.same_text_similarity", "0.97")
    write_setting(load_settings(home=home, environment={}), "embedding.model", "none")
    assert "# mine" in (home / "config.toml").read_text()
    tuning = load_settings(home=home, environment={}).tuning
    assert (tuning.resolution.chunk_turns, tuning.resolution.same_text_similarity) == (50, 0.97)
    assert tuning.embedding.model == "none"


@pytest.mark.parametrize(("key", "value"), [("resolution.nope", "1"), ("resolution.chunk_turns", "many")])
def test_a_wrong_value_is_refused_and_nothing_is_written(tmp_path: Path, key: str, value: str) -> None:
    with pytest.raises(SettingsError):
        write_setting(load_settings(home=tmp_path, environment={}), key, value)
    assert not (tmp_path / "config.toml").exists()


def test_a_misspelt_level_of_notices_is_refused_with_its_file_and_the_levels_there_are(
    tmp_path: Path,
) -> None:
    home = written(tmp_path, '[notices]\nlevel = "loud"\n')
    with pytest.raises(SettingsError) as caught:
        load_settings(home=home, environment={})
    told = f"notices.level in {home / 'config.toml'}: 'loud' is no level; use quiet, normal, verbose, debug"
    assert str(caught.value) == told
    with pytest.raises(SettingsError, match=r"notices\.level in the command line: 'laut'"):
        write_setting(load_settings(home=tmp_path / "other", environment={}), "notices.level", "laut")


def test_an_out_of_range_value_is_refused_before_it_is_written(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="out of range"):
        write_setting(load_settings(home=tmp_path, environment={}), "resolution.chunk_turns", "0")
    assert not (tmp_path / "config.toml").exists()
