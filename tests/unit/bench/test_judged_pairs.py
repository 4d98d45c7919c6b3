"""What another hand wrote is told apart as well as published, and nothing that only looks alike is merged."""

from pathlib import Path

import pytest

from quaidpy.bench.nights.judged_pairs import Judgement, judge_pairs, read_pairs
from quaidpy.bench.progress import silent
from quaidpy.errors import UnreadableError
from quaidpy.settings import load_settings

PAIRS = Path(__file__).parents[2] / "data" / "judging"


@pytest.fixture(scope="module")
def judgement(tmp_path_factory: pytest.TempPathFactory) -> Judgement:
    folder = tmp_path_factory.mktemp("judging")
    flags = {"graph.engine": "none", "janitor.backups": "0", "embedding.model": "none"}
    settings = load_settings(home=folder, environment={}, flags=flags)
    return judge_pairs(settings, silent, folder=folder, pairs=read_pairs(PAIRS))


def test_no_near_miss_is_merged_and_nothing_across_pairs(judgement: Judgement) -> None:
    wrong = [each.pair.texts for each in judgement.pairs if each.pair.file != "duplicates" and each.merged]
    assert wrong == []
    assert judgement.others == ()


def test_duplicates_and_contradictions_are_found_as_published(judgement: Judgement) -> None:
    assert judgement.count("duplicates")["merged"] >= 65
    assert judgement.count("contradictions")["opposed"] >= 40
    assert judgement.count("compatible")["opposed"] <= 1


def test_a_half_is_every_other_pair_and_a_line_without_two_statements_is_named(tmp_path: Path) -> None:
    whole, halves = read_pairs(PAIRS), [read_pairs(PAIRS, half=half) for half in (0, 1)]
    assert len(whole) == sum(map(len, halves))
    assert not set(halves[0]) & set(halves[1])
    (tmp_path / "duplicates.txt").write_text("# typo\nAna sings.\n")
    with pytest.raises(UnreadableError, match=r"lacks its \|\| : Ana sings"):
        read_pairs(tmp_path)
