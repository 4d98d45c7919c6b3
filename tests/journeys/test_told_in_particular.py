"""What is asked in general is answered by who told of it in particular, in whichever words."""

from collections.abc import Iterator

import pytest

from quaidpy.domain.recall.queries import Query
from quaidpy.remember.pipeline import Intake
from quaidpy.wiring.parts import Memory

TALK = """[2026-02-02 08:10] user: nils wants a trumpet for his birthday, the case alone is 80
[2026-02-09 19:30] user: we have the upper half of a duplex now, 8 gannet row. the keys are with ellen
[2026-02-16 07:55] user: the old caravan died on the ring road. picked up a 2019 skoda from a man in lund
[2026-03-02 12:20] user: sat in emerg with nils for six hours, he fell off the shed. nothing broken
[2026-03-09 18:05] user: ines is on decaf since january. birthday cake for her is lemon
[2026-03-16 09:00] user: the roof bars arrive on thursday, ask ole for a ladder
"""


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    with Memory(home=tmp_path_factory.mktemp("told") / "home") as opened:
        opened.extract(Intake(owner=opened.owner, source_key="talk", data=TALK.encode()))
        yield opened


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("where do i live now?", "gannet row"),
        ("what car did we get?", "skoda"),
        ("which hospital was nils in?", "emerg"),
        ("what does ines drink?", "decaf"),
        ("which instrument does nils want?", "trumpet"),
    ],
)
def test_what_is_told_in_particular_is_given_first(memory: Memory, question: str, told: str) -> None:
    found = memory.recall(Query(text=question)).results
    assert found, question
    assert told in found[0].line.text


@pytest.mark.parametrize(
    "question", ["which allergy does ines have?", "what breed is ole's dog?", "who teaches nils?"]
)
def test_what_nobody_told_of_them_is_still_not_given(memory: Memory, question: str) -> None:
    assert memory.recall(Query(text=question)).results == ()
