"""What noise counts: on the demo's life, on a tiny set, and with abstaining switched off."""

from pathlib import Path

import pytest

from quaidpy.bench.data.datasets import read_folder
from quaidpy.bench.data.demo_set import ANSWERED, NEVER_SAID, demo_set
from quaidpy.bench.data.irrelevant import KINDS
from quaidpy.bench.noise import (
    STRANGER,
    SWAPPED,
    Asked,
    about_strangers,
    measure_noise,
    swapped,
    unanswerable,
)
from quaidpy.settings import Settings, load_settings


def test_each_demo_question_has_its_turn() -> None:
    dataset = demo_set()
    assert len(dataset.scored) == len(ANSWERED)
    assert len(dataset.questions) == len(ANSWERED) + len(NEVER_SAID)


def test_a_question_is_swapped_to_the_other_speaker(tiny_set: Path) -> None:
    (world,) = read_folder(tiny_set, "dev").worlds()
    assert swapped(world) == [
        "What did Ben plant?",
        "Who gave Ben the lemon tree?",
        "Where does Ana repair bicycles?",
        "Who hired Ben?",
    ]


def test_a_question_is_asked_of_somebody_nobody_mentions(tiny_set: Path) -> None:
    (world,) = read_folder(tiny_set, "dev").worlds()
    assert about_strangers(world)[0] == "What did Ingrid plant?"


def test_flagged_questions_are_a_kind_of_their_own(tiny_set: Path) -> None:
    (world,) = read_folder(tiny_set, "dev").worlds()
    assert unanswerable(world, with_off_topic=False).keys() == {"adversarial", SWAPPED, STRANGER}
    assert unanswerable(world, with_off_topic=True).keys() == {*KINDS, "adversarial", SWAPPED, STRANGER}


def test_all_kinds_are_asked_and_every_memory_is_accounted_for(tiny_set: Path, settings: Settings) -> None:
    noise = measure_noise(read_folder(tiny_set, "dev"), settings)
    asked = {kind.kind: len(kind.answers) for kind in noise.unasked}
    assert asked == {
        **{kind: len(texts) for kind, texts in KINDS.items()},
        "adversarial": 1,
        SWAPPED: 4,
        STRANGER: 4,
    }
    assert all(0 <= kind.injected_share <= 1 for kind in noise.unasked)
    assert {kind.kind for kind in noise.unasked if kind.misled_share is not None} <= {"adversarial"}
    stored = noise.stored
    assert stored.memories >= stored.needed
    assert stored.memories <= stored.needed + stored.recalled + stored.never
    assert stored.remembered <= stored.gold == 4
    assert noise.asked is not None
    assert len(noise.asked.kept) == 4


def test_a_memory_that_never_abstains_answers_everything(tiny_set: Path, tmp_path: Path) -> None:
    flags = {"recall.skip": '["diversity", "abstain"]'}
    talkative = load_settings(home=tmp_path, owner="bench", environment={}, flags=flags)
    noise = measure_noise(read_folder(tiny_set, "dev"), talkative)
    trivia = next(kind for kind in noise.unasked if kind.kind == "trivia")
    assert trivia.injected_share == 1.0
    assert noise.asked is not None
    assert noise.asked.silent == 0


def test_what_silence_costs_is_part_of_what_is_lost() -> None:
    asked = Asked(
        kept=(1.0, 0.0, 0.5), ranked=(1.0, 1.0, 1.0), is_silent=(False, True, False), precision=(0.5,)
    )
    assert asked.silent == 1
    assert asked.lost == pytest.approx(0.5)
    assert asked.lost_to_silence == pytest.approx(1 / 3)
