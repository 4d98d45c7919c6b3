"""Which day a bare number, a spoken time or a date beside a thing means, by what the talk told before."""

from tests.unit.remember.hearing import heard
from tests.unit.remember.test_whole_statements import noted


def texts(*said: tuple[str, str]) -> str:
    return " ".join(draft.text for draft in heard(*said).drafts)


def test_a_bare_day_is_of_the_month_it_was_told_with() -> None:
    found = texts(
        ("Tova", "The proofs have to be with us on 9 June at the latest."),
        ("Kasimir", "I'd like to deliver on 19 June instead of the 9th."),
        ("Tova", "I spoke to Zdeňka at the printer's and she can hold the press until the 19th."),
    )

    assert "instead of 9 June 2026" in found
    assert "until 19 June 2026" in found


def test_a_bare_day_nobody_told_with_a_month_is_the_next_one() -> None:
    assert "19 March 2026" in texts(("Tova", "The printer can hold the press for us until the 19th."))


def test_a_day_that_is_over_gives_no_month_to_what_is_planned() -> None:
    found = texts(
        ("Tova", "I moved to Ghent on 19 February."),
        ("Tova", "My new desk has to be paid by the 19th."),
    )

    assert "by 19 March 2026" in found


def test_the_day_of_a_thing_that_was_spoken_of_is_ahead() -> None:
    found = texts(("Tova", "I spoke to Ivo at the depot about the inspection on 4 May."))

    assert "4 May 2026" in found


def test_what_was_done_on_a_day_stays_over() -> None:
    assert "4 May 2025" in texts(("Tova", "I spoke to Ivo at the depot on 4 May."))


def test_a_time_that_is_spoken_is_not_cut() -> None:
    memo = (
        "right so the choir has forty two members now and the new hall costs ninety pounds an evening um "
        "my bus is at seven oh five from the bridge and Wanda brings the scores on the ninth of May"
    )

    assert "seven oh five" in " ".join(noted(memo))
