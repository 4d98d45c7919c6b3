"""What only asks or is polite is no answer; what tells something and then asks is."""

from pathlib import Path

from quaidpy.domain.recall.queries import Query
from quaidpy.remember.pipeline import Intake
from quaidpy.wiring.parts import Memory

TALK = """[2026-03-01 10:00] Wolf: What time is the board game night on Friday?
[2026-03-01 10:01] Li: The board game night is at seven on Friday at the corner cafe. Shall we go there together?
[2026-03-01 10:02] Wolf: Really?
[2026-03-01 10:03] Li: Yes, sure!
"""


def test_a_turn_of_questions_is_left_out_and_one_with_news_is_not(tmp_path: Path) -> None:
    with Memory(home=tmp_path / "home") as memory:
        memory.extract(Intake(owner=memory.owner, source_key="talk", data=TALK.encode()))
        answer = memory.recall(Query(text="What time is the board game night?"))
    shown = [turn.text for result in answer.results for turn in result.evidence]
    assert any("at seven" in text for text in shown)
    assert not any(text.startswith("What time") for text in shown)
    assert not any(text.startswith("Yes") for text in shown)
    assert {"only asks", "only a courtesy"} <= {rejected.reason for rejected in answer.trace.rejected}


def test_a_question_that_proposes_something_is_told(tmp_path: Path) -> None:
    said = "[2026-03-01 10:00] Wolf: Shall we see the new space film on Friday at 7 pm?\n[2026-03-01 10:01] Li: What film?"
    with Memory(home=tmp_path / "home") as memory:
        memory.extract(Intake(owner=memory.owner, source_key="talk", data=said.encode()))
        answer = memory.recall(Query(text="When is the space film?"))
    assert [turn.text for result in answer.results for turn in result.evidence] == [
        "Shall we see the new space film on Friday at 7 pm?"
    ]


def test_what_is_given_is_not_told_as_left_out_too(tmp_path: Path) -> None:
    """Scores are raised on the way, for what is newest; it is the same result all the same."""
    said = "\n".join(
        f"[2026-03-{day:02d} 10:00] Wolf: The allotment shed is {colour} now."
        for day, colour in ((1, "green"), (5, "yellow"), (9, "purple"))
    )
    with Memory(home=tmp_path / "home") as memory:
        memory.extract(Intake(owner=memory.owner, source_key="talk", data=said.encode()))
        answer = memory.recall(Query(text="Which colour is the allotment shed?"))
    given = {turn.id for result in answer.results for turn in result.evidence}
    assert given
    assert given.isdisjoint(rejected.node for rejected in answer.trace.rejected)
