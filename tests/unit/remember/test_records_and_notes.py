"""A record of fields and a short note under a heading are one statement each, and a long one names its heading."""

import pytest

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.memories.memory import Kind
from quaidpy.remember.finding.listed import record_of

from .hearing import heard


def told(text: str, *, role: Role = Role.DOCUMENT) -> list[tuple[Kind, str]]:
    return [(draft.kind, draft.text) for draft in heard((None, text), role=role).drafts]


OFFICE = """## 012 — Office
- status: accepted
- who: Oda
- what: leave the old yard on 30 September, move to the loft at Quay 12
- why: 1,150 instead of 1,900, and a ramp for boats
"""


@pytest.mark.parametrize("role", [Role.DOCUMENT, Role.USER])
def test_a_record_is_one_decision_under_its_heading(role: Role) -> None:
    assert told(OFFICE, role=role) == [
        (
            Kind.DECISION,
            (
                "Office: leave the old yard on 30 September 2026, move to the loft at Quay 12. Status: accepted. Who: Oda."
                " Why: 1,150 instead of 1,900, and a ramp for boats."
            ),
        )
    ]


def test_a_record_that_decides_nothing_is_a_fact() -> None:
    card = "## Plumber\n- **name:** Gert Oss\n- phone: 0171 5551299\n- hours: mornings\n"
    assert told(card) == [(Kind.FACT, "Plumber: Name: Gert Oss. Phone: 0171 5551299. Hours: mornings.")]


@pytest.mark.parametrize(
    "text",
    [
        "## Comments\n- Piet: I forgot it.\n- lena: the ferry is not to blame\n",  # who says what
        "Present: Oda, Runa\nApologies: Piet",
        "## Status\n- Flour: dearer from May\n- Oven: it comes on Tuesday\n",  # matters of a meeting
        "who: Oda\nwhat: the loft",  # of nothing
    ],
)
def test_names_matters_and_heads_of_minutes_are_no_fields(text: str) -> None:
    assert record_of(text) is None


def test_a_short_note_is_one_statement() -> None:
    note = "## Boiler (kitchen cupboard)\n- cold 1.3, never above 2\n- Gert services it\n- yearly service due in October\n"
    assert told(note) == [
        (
            Kind.FACT,
            "Boiler (kitchen cupboard): Cold 1.3, never above 2. Gert services it. Yearly service due in October.",
        )
    ]


def test_tasks_and_minutes_are_no_note() -> None:
    assert not any(
        "To do" in text
        for _, text in told("## To do\n- [ ] fetch the key from Matt\n- [x] label the toaster\n")
    )
    minutes = "# Shop meeting\n\n- Pews were delivered on Monday, paid in full.\n- Ruth sold the lathe for 850 euros.\n"
    assert not any(text.startswith("Shop meeting") for _, text in told(minutes))


def test_what_stands_below_a_heading_and_names_nobody_is_of_the_heading() -> None:
    texts = [
        text
        for _, text in told(
            "## Heat pump\n\nThe filter must be cleaned every March, the tool hangs behind the door.\n"
        )
    ]
    assert texts == ["Heat pump: The filter must be cleaned every March, the tool hangs behind the door."]


def test_what_a_post_mortem_tells_is_of_what_it_is_about() -> None:
    text = "# Post-mortem: no water at the weir, 9 April 2026\n\n## Timeline (CEST)\n- 04:45 all pumps run as before again\n"
    assert [words for _, words in told(text)][-1:] == [
        "No water at the weir: 04:45 all pumps run as before again."
    ]
