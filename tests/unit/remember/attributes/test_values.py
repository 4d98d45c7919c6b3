"""Which dates, days, hours, amounts and codes stand in a text?"""

import pytest

from quaidpy.domain.memories.value_kinds import CODE, DATE, HOURS, MONEY, NUMBER, PHONE, TIME, WEEKDAYS, YEAR
from quaidpy.remember.attributes.values import are_comparable, find_values, is_same


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("recital on 3 June 2027", [(DATE, "06-3")]),
        ("recital on June 3rd", [(DATE, "06-3")]),
        ("the ninth of february", [(DATE, "02-9")]),
        ("rowing camp 4 to 6 September", [(DATE, "09-4-6")]),
        ("on mondays, wednesdays and fridays", [(WEEKDAYS, "mon,wed,fri")]),
        ("tues to sat", [(WEEKDAYS, "tue,wed,thu,fri,sat")]),
        ("open 9 to 5", [(HOURS, "9:00-5:00")]),
        ("at 14:30", [(TIME, "14:30")]),
        ("at 2 pm", [(TIME, "14:00")]),
        ("£1,250 a month", [(MONEY, "1250")]),
        ("640 a week", [(MONEY, "640")]),
        ("take 20 mg", [("mg", "20")]),
        ("for 90 days", [("day", "90")]),
        ("port 9090", [(NUMBER, "9090")]),
        ("since 2019", [(YEAR, "2019")]),
        ("run `npm test`", [(CODE, "npm test")]),
        ("call 0171 555 0199", [(PHONE, "01715550199")]),
        ("we may march on", []),
    ],
)
def test_values_are_found_with_their_kind(text: str, found: list[tuple[str, str]]) -> None:
    assert [(value.kind, value.key) for value in find_values(text)] == found


def test_one_value_in_two_spellings_is_the_same() -> None:
    (one,), (other,) = find_values("on 3 June"), find_values("on June 3, 2027")
    assert is_same(one, other)
    (day,) = find_values("on the 3rd")
    assert is_same(day, one)


def test_a_bare_number_takes_the_place_of_any_amount_but_units_do_not_mix() -> None:
    assert are_comparable(NUMBER, "mg")
    assert not are_comparable("mg", "day")
    assert not are_comparable(DATE, TIME)
