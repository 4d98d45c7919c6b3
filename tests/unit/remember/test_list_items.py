"""Which items of a list in a document are passages of their own."""

from quaidpy.remember.formats.transcripts import read_transcript

MATTERS = """## Mon 2 March 2026
Present: Oda, Runa
- The tap in the back room drips, Oda calls somebody about it this week.
- Flour goes from 18 to 21 a bag on 1 April, so Runa asks the other mill for samples.
  - the other mill wants 20 bags at least
- Somebody parks a grey van in the loading bay and nobody knows whose it is.
- The window gets a goose in chalk again because everybody who came in liked the last one.
"""


def passages(text: str) -> list[tuple[str, int | None]]:
    return [(turn.text, turn.line) for turn in read_transcript(text.encode(), name="notes.md").turns]


def test_each_matter_of_a_long_list_is_a_passage_with_what_is_set_in_below_it() -> None:
    found = passages(MATTERS)
    assert len(found) == 5
    assert found[0][0].endswith("Present: Oda, Runa")
    flour, line = found[2]
    assert flour.endswith("for samples.\n  - the other mill wants 20 bags at least")
    assert "tap" not in flour
    assert MATTERS.splitlines()[(line or 0) - 1].startswith("- Flour")


def test_what_says_of_what_the_items_are_stands_over_each() -> None:
    text = MATTERS.replace("## Mon 2 March 2026\nPresent: Oda, Runa", "# Mill\n\n## Still open\nfor Oda:")
    assert all("Still open\nfor Oda:\n- " in words for words, _ in passages(text)[1:])


def test_a_short_list_a_shopping_list_and_a_timeline_are_read_as_one() -> None:
    short = "## Status\n- the tap drips\n- flour is dearer now\n- the van is back\n"
    shopping = "## Buy\n" + "".join(f"- thing number {number}\n" for number in range(30))
    timeline = "## Timeline\n" + "".join(
        f"- 0{hour}:10 Runa looks at the gauge again and writes the figure down\n" for hour in range(9)
    )
    for text in (short, shopping, timeline):
        assert len(passages(text)) == 1


def test_the_fields_of_records_stay_together() -> None:
    records = "# Decisions\n\n" + "".join(
        f"## {number} Matter\n- status: accepted by all who were there on the day\n- who: Oda and Runa and the miller of the"
        " other mill\n- what: the flour comes from the other mill from now on until somebody says that it does not\n"
        "- why: it is cheaper by three, comes on Thursdays when we are there, and the miller is a friend of the house\n\n"
        for number in (1, 2)
    )
    assert len(passages(records)) == 2
