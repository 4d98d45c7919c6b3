"""The container file is whole: what it copies is let through, nobody is root, and the memory outlives the container."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STEPS = re.findall(r"^([A-Z]+) ((?:.*\\\n)*.*)$", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
LET_THROUGH = {
    line.removeprefix("!")
    for line in (ROOT / ".dockerignore").read_text().splitlines()
    if line.startswith("!")
}


def of(instruction: str) -> list[str]:
    return [words for name, words in STEPS if name == instruction]


def test_what_the_wheel_is_made_of_is_let_through_and_is_there() -> None:
    hatch = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    parts = {each.split("/")[0] for each in [*hatch["packages"], *hatch["force-include"]]}
    assert parts | {"pyproject.toml", "requirements.lock", "README.md", "LICENSE", "NOTICE"} == LET_THROUGH
    assert [each for each in LET_THROUGH if not (ROOT / each).exists()] == []


def test_it_runs_as_nobody_special_and_keeps_the_memory_in_a_volume() -> None:
    assert of("USER") == ["1000:1000"]
    assert of("VOLUME") == ["/memory"]
    assert any("QUAID_HOME=/memory" in each for each in of("ENV"))
    assert of("ENTRYPOINT") == ['["quaid"]']


def test_its_health_is_asked_where_the_page_on_serving_has_it_listen() -> None:
    (asked,) = of("HEALTHCHECK")
    page = (ROOT / "docs" / "serving.md").read_text()
    (port,) = re.findall(r"127\.0\.0\.1:(\d+)/healthz", asked)
    assert f"quaidpy serve --http 0.0.0.0:{port} --behind-proxy" in page
    assert any("EXTRAS" in each for each in of("ARG"))
