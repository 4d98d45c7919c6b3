"""What a small local model really answered at night, replayed: what is it allowed to do with it?

`small_model_nights.jsonl`: Qwen2.5-Coder-1.5B (4 bits) on these prompts, item by item, from a server on loopback;
`wanted` is what a person would say. See D63.
"""

import json
from pathlib import Path

import pytest

from quaidpy.domain.identity import MemoryId, Owner
from quaidpy.domain.memories.memory import Kind, Memory
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy_janitor.tasks.pending import is_mended
from tests.fakes import FakeClock

RECORDED = [
    json.loads(line)
    for line in (Path(__file__).parent / "small_model_nights.jsonl").read_text(encoding="utf-8").splitlines()
]


def of(prompt: str) -> list[dict[str, object]]:
    return [each for each in RECORDED if each["prompt"] == prompt]


def decided(each: dict[str, object]) -> str:
    answer = each["answer"]
    assert isinstance(answer, dict)
    return str(answer["decision"])


def test_what_fades_is_judged_well_and_hardly_anything_that_matters_goes() -> None:
    answers = of("decay_review")
    right = [each for each in answers if decided(each) in str(each["wanted"]).split("/")]
    lost = [each["item"] for each in answers if decided(each) == "DELETE" and each["wanted"] != "DELETE"]
    assert len(answers) == 20
    assert len(right) >= 12
    assert len(lost) <= 1


@pytest.mark.parametrize("each", [each for each in of("pending_review") if decided(each) == "REWRITE"])
def test_a_rewrite_that_gives_the_quote_is_no_mended_note(each: dict[str, object]) -> None:
    note, _, quoted = str(each["item"]).partition("\n")
    answer = each["answer"]
    assert isinstance(answer, dict)
    text = str(answer["text"] or "")
    now = FakeClock().now()
    memory = Memory(
        id=MemoryId("m_1"), owner=Owner("ana"), kind=Kind.FACT, text=note, content_hash="", stated_at=now,
        lifetime=Lifetime(recorded_at=now),
    )  # fmt: skip
    quote = quoted.strip().strip("“”")
    says_it = " ".join(text.lower().split()).strip(".") == quote.lower()
    assert not (is_mended(text, memory, [quote]) and (says_it or text.startswith("I ")))


def test_most_of_what_was_turned_away_is_judged_rightly() -> None:
    answers = of("dedup_review")
    assert len(answers) == 20
    assert sum(decided(each) == each["wanted"] for each in answers) >= 14
