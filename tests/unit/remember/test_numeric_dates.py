"""Numeric dates by the locale of the text: other dates, money and spelling decide, else they stay as said."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quaidpy.remember.dates.numeric import is_day_first, with_numeric_written
from tests.unit.remember.test_talk_for_company import told


@pytest.mark.parametrize(
    ("texts", "order"),
    [
        (["due 03/04/2026", "and 25/04/2026"], True),
        (["due 03/04/2026", "and 04/25/2026"], False),
        (["due 03/04/2026, £40"], True),
        (["due 03/04/2026, $40 at the center"], False),
        (["due 03/04/2026"], None),
        (["25/04/2026 or 04/25/2026"], None),
        (["£3 or $4"], None),
    ],
)
def test_what_tells_the_order_of_numbers(texts: list[str], order: bool | None) -> None:
    assert is_day_first(texts) is order


@pytest.mark.parametrize(
    ("text", "order", "written"),
    [
        ("by 03/04/2026", True, "by 3 April 2026"),
        ("by 03/04/2026", False, "by 4 March 2026"),
        ("by 03/04/2026", None, "by 03/04/2026"),
        ("by 17/04/26", None, "by 17 April 2026"),
        ("am 03.04.2026", None, "am 3 April 2026"),
        ("version 1.2.26", True, "version 1.2.26"),
        ("on 2026-03-04", True, "on 2026-03-04"),
        ("31/02/2026", True, "31/02/2026"),
    ],
)
def test_a_numeric_date_is_written_out_where_its_order_is_known(
    text: str, order: bool | None, written: str
) -> None:
    assert with_numeric_written(text, day_first=order) == written


@given(st.dates(min_value=date(2001, 1, 1), max_value=date(2099, 1, 1)))
def test_a_date_written_by_either_custom_means_the_same_day(day: object) -> None:
    british = with_numeric_written(f"{day:%d/%m/%Y}", day_first=True)
    assert british == with_numeric_written(f"{day:%m/%d/%Y}", day_first=False)


def test_a_statement_takes_the_custom_of_its_conversation() -> None:
    assert told("the mooring costs £310 a year", "the survey of the hull is on 03/04/2026")[-1] == (
        "The survey of the hull is on 3 April 2026."
    )
