"""A crowded level of the walk may be put to the fast model; it costs one call, and nothing it says can hurt."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from quaidpy import Memory
from quaidpy.domain.identity import EntityId
from quaidpy.domain.recall.queries import Aim, Query
from quaidpy.domain.recall.traces import RecallResult
from quaidpy.interfaces.cli.main import main
from tests.scripted_provider import Answer, Provider

QUESTION = "Who teaches the painting class that Ana goes to in Alfama?"
CHATS = (
    """date: 2 June 2025 20:15

Ana: I go to a painting class in Alfama with Rosa and Diego.
""",
    """date: 9 June 2025 20:15

Ben: Rosa teaches baking to Clara every Sunday.
Ben: Diego teaches surfing in Ericeira with Marta.
Ben: Clara sings in the choir of Saint Mary.
Ben: Marta plays chess with Tom in Leeds.
Ben: Rosa repaired the bicycle of Helen in March.
Ben: Diego cooks for Helen and Tom.
""",
)


@pytest.fixture
def home(provider: Provider, clean_environment: Path, tmp_path: Path) -> Path:
    clean_environment.mkdir(mode=0o700)
    (clean_environment / "config.toml").write_text(
        f'[models]\nfast = "openai/scripted"\nfast_base_url = "{provider.openai}"\nfirst_wait_s = 0.01\n'
        '[recall]\nmodel_deadline_s = 20.0\nskip = ["diversity", "hyde", "rerank"]\ngraph_seeds = 1\n'
        "graph_weight_of_talk = 12.0\n"
        '[graph]\nengine = "none"\nbeam_width = 1\ncontext_share = 0.0\n'
    )
    with Memory() as memory:
        for number, chat in enumerate(CHATS):
            source = tmp_path / f"chat{number}.txt"
            source.write_text(chat)
            memory.extract_file(source)
    return clean_environment


def grader(best: str) -> Callable[[str], str]:
    def script(prompt: str) -> str:
        notes = re.findall(r"^(\d+)\. (.*)$", prompt.partition("<candidates>")[2], re.MULTILINE)
        return json.dumps({"grades": [{"n": int(n), "grade": 5 * (best in text)} for n, text in notes]})

    return script


def recalled() -> RecallResult:
    with Memory() as memory:
        return memory.recall(Query(text=QUESTION, aim=Aim.RANK))


def notes(result: RecallResult) -> dict[str, str]:
    return {stage.stage: stage.note for stage in result.trace.stages}


def test_the_walk_goes_on_where_the_model_says(home: Path, provider: Provider) -> None:
    for name in ("Diego", "Rosa"):
        provider.script = grader(name)
        result = recalled()
        assert result.degraded == ()
        assert "graded" in notes(result)["opinion"]
        with Memory() as memory:
            over = memory.named([EntityId(node) for found in result.results for node in found.path])
        assert {entity.name for entity in over} == {name}
    assert len(provider.asked) == 2
    assert provider.bodies[0]["response_format"]["json_schema"]["schema"]["required"] == ["grades"]


def test_it_is_asked_only_when_a_level_is_too_crowded_and_it_is_wanted(
    home: Path, provider: Provider
) -> None:
    main(["config", "set", "graph.beam_width", "1000"])
    assert notes(recalled())["opinion"] == "no level of the walk was too crowded"
    main(["config", "set", "graph.beam_width", "1"])
    main(["config", "set", "recall.skip", '["diversity", "hyde", "rerank", "opinion"]'])
    assert notes(recalled())["opinion"] == "switched off"
    assert provider.asked == []


@pytest.mark.parametrize(
    "answer", [Answer("late", delay_s=60), Answer("Hm."), Answer(reset=True)], ids=["slow", "prose", "dead"]
)
def test_without_an_opinion_the_walk_stays_and_says_so(
    answer: Answer, home: Path, provider: Provider
) -> None:
    main(["config", "set", "recall.model_deadline_s", "1.0"])
    provider.answers(answer)
    weaker = recalled()
    assert [each.stage for each in weaker.degraded] == ["opinion"]
    main(["config", "set", "models.fast", "none"])
    assert [each.text for each in weaker.results] == [each.text for each in recalled().results]
