"""Somebody measures answers by models, over real HTTP: what each is told, what is kept, and what is not asked twice."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from quaidpy.interfaces.cli.main import main
from tests.scripted_provider import Answer, Provider
from tests.unit.bench.conftest import written_set

Run = Callable[..., int]


def script(prompt: str) -> str:
    """The reader knows of the lemon tree alone; the judge goes by the words."""
    if "<answer>" not in prompt:
        asked = prompt.partition("<question>")[2]
        return "She planted a lemon tree." if "What did Ana plant" in asked else "I don't know."
    told = prompt.partition("<answer>")[2]
    verdict = "refused" if "know" in told else "correct" if "lemon" in told else "wrong"
    return json.dumps({"verdict": verdict, "reason": "by the words"})


@pytest.fixture
def run(provider: Provider, clean_environment: Path, tmp_path: Path) -> Run:
    data, keep = written_set(tmp_path), tmp_path / "homes"
    models = ("--reader", "openai/small", "--reader-url", provider.openai)
    models += ("--judge", "openai/large", "--judge-url", provider.openai)
    files = (
        "--keep",
        str(keep),
        "--answers",
        str(tmp_path / "answers.jsonl"),
        "--out",
        str(tmp_path / "out.json"),
    )

    def run(*options: str) -> int:
        return main(
            ["bench", "qa", str(data), *models, *files, "--set", "models.first_wait_s=0.01", *options]
        )

    return run


def tallies(tmp_path: Path) -> dict[str, dict[str, object]]:
    (measured,) = json.loads((tmp_path / "out.json").read_text())["sets"]
    return {each["name"]: each for each in measured["tallies"]}


def test_answers_are_read_from_the_block_judged_and_counted_by_category(
    provider: Provider, run: Run, tmp_path: Path
) -> None:
    provider.script = script
    assert run() == 0
    found = tallies(tmp_path)
    assert (found["single"]["questions"], found["multi"]["questions"]) == (3, 1)
    assert found["single"]["right"] == pytest.approx(1 / 3)
    assert (found["all with an answer"]["questions"], found["all with an answer"]["refused"]) == (4, 3)
    assert (found["never said, refused"]["questions"], found["never said, refused"]["right"]) == (1, 1.0)
    readers = [prompt for prompt in provider.asked if "<answer>" not in prompt]
    assert all("[MEMORY]" in prompt or "nothing is remembered" in prompt for prompt in readers)
    assert [body["model"] for body in provider.bodies[:2]] == ["small", "large"]
    (measured,) = json.loads((tmp_path / "out.json").read_text())["sets"]
    assert (measured["reading"]["calls"], measured["judging"]["calls"]) == (5, 5)
    assert measured["reading"]["input_tokens"] > 0


def test_a_run_that_failed_keeps_what_was_judged_and_the_next_goes_on_there(
    provider: Provider, run: Run, tmp_path: Path
) -> None:
    judged = 0

    def until_it_breaks(prompt: str) -> Answer | str:
        nonlocal judged
        judged += "<answer>" in prompt
        return Answer("the key is not known", status=401) if judged > 2 else script(prompt)

    provider.script = until_it_breaks
    assert run() != 0
    kept = (tmp_path / "answers.jsonl").read_text().splitlines()
    assert [json.loads(line)["verdict"] for line in kept] == ["correct", "refused"]
    provider.script = script
    provider.asked.clear()
    assert run() == 0
    assert len(provider.asked) == 2 * 3, "two of five were judged before"
    assert (tmp_path / "answers.jsonl").read_text().splitlines()[:2] == kept
    provider.asked.clear()
    assert run() == 0
    assert provider.asked == []


def test_another_block_is_asked_again(provider: Provider, run: Run) -> None:
    provider.script = script
    assert run("--sample", "2") == 0
    asked = len(provider.asked)
    assert run("--sample", "2", "--budget", "50") == 0
    assert len(provider.asked) == 2 * asked


def test_a_verdict_outside_the_schema_is_asked_for_again(
    provider: Provider, run: Run, tmp_path: Path
) -> None:
    def repairing(prompt: str) -> str:
        if "partly so" in prompt:
            return '{"verdict": "wrong", "reason": "only half"}'
        return '{"verdict": "partly so"}' if "<expected>" in prompt else script(prompt)

    provider.script = repairing
    assert run("--sample", "1") == 0
    (kept,) = (json.loads(line) for line in (tmp_path / "answers.jsonl").read_text().splitlines())
    assert (kept["verdict"], kept["reason"], kept["judging"]["calls"]) == ("wrong", "only half", 2)


def test_a_question_without_a_verdict_is_told_and_does_not_end_the_others(
    provider: Provider, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def stubborn(prompt: str) -> str:
        is_of_ben = "partly so" in prompt or "bicycles" in prompt.partition("<question>")[2]
        return '{"verdict": "partly so"}' if "<answer>" in prompt and is_of_ben else script(prompt)

    provider.script = stubborn
    assert run() == 0
    assert tallies(tmp_path)["all with an answer"]["questions"] == 3
    assert "no verdict on q2" in capsys.readouterr().out


def test_a_model_that_is_none_is_refused(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--reader", "gpt") != 0
    assert "--reader = 'gpt' is unknown" in capsys.readouterr().err
