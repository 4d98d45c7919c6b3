"""How much does a question want?"""

from pathlib import Path

import pytest

from quaidpy.recall.giving.breadth import Breadth, breadth_of
from tests.unit.recall.asking import Asking


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Asking:
    return Asking(Path(tmp_path_factory.mktemp("asking")))


@pytest.mark.parametrize(
    ("question", "breadth"),
    [
        ("When does the ferry leave?", Breadth.ONE),
        ("Where did I put the spare fuse?", Breadth.ONE),
        ("Which bus goes to the hospital?", Breadth.ONE),
        ("How much is the parking permit?", Breadth.ONE),
        ("On which shelf is the glue?", Breadth.ONE),
        ("What is the code of the alarm?", Breadth.ONE),
        ("Which instruments does Mike play?", Breadth.ALL),
        ("What other repairs did we put off?", Breadth.ALL),
        ("Summarise what we said about the roof.", Breadth.OVERVIEW),
        ("In what order did I bring up the topics?", Breadth.OVERVIEW),
        ("How has Ben's training changed over time?", Breadth.OVERVIEW),
        ("How has Ben's training changed?", Breadth.ALL),
        ("How many weeks lie between the audit and the fair?", Breadth.SOME),
        ("What came first, the flood or the fire?", Breadth.SOME),
        ("List the people who came.", Breadth.ALL),
        ("Why did Ana quit?", Breadth.SOME),
        ("Draft a note to the landlord.", Breadth.SOME),
        ("Would Ben enjoy a concert?", Breadth.SOME),
    ],
)
def test_how_a_question_is_put_says_how_much_it_wants(
    asking: Asking, question: str, breadth: Breadth
) -> None:
    assert breadth_of(asking(question)) is breadth
