from datetime import UTC, datetime

import pytest

from quaidpy.remember.dates import resolve_dates

MONDAY = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("Ana left yesterday", "Ana left on 7 May 2023"),
        ("Ana came back last night", "Ana came back on the night of 7 May 2023"),
        ("Ana flies tomorrow morning", "Ana flies on the morning of 9 May 2023"),
        ("Ana met him last Friday", "Ana met him on Friday 5 May 2023"),
        ("Ana will call on Friday", "Ana will call on Friday 12 May 2023"),
        ("Ana fell on Friday", "Ana fell on Friday 5 May 2023"),
        ("Ana fell last Fri", "Ana fell on Friday 5 May 2023"),
        ("Ana moved two weeks ago", "Ana moved around 24 April 2023"),
        ("Ana moved three months ago", "Ana moved in February 2023"),
        ("Ana moved 5 years ago", "Ana moved in 2018"),
        ("Ana moved a few days ago", "Ana moved a few days before 8 May 2023"),
        ("Ana moved last week", "Ana moved in the week before 8 May 2023"),
        ("Ana moves next month", "Ana moves in June 2023"),
        ("Ana moved last year", "Ana moved in 2022"),
        ("Ana went hiking this weekend", "Ana went hiking on the weekend of 6 May 2023"),
        ("Ana will go hiking this weekend", "Ana will go hiking on the weekend of 13 May 2023"),
        ("Ana sailed last summer", "Ana sailed in the summer of 2022"),
        ("Ana will sail next summer", "Ana will sail in the summer of 2023"),
        ("Ana started in November", "Ana started in November 2022"),
        ("Ana decided to start in March", "Ana decided to start in March 2024"),
        ("Ana travels to Kyoto in April next year", "Ana travels to Kyoto in April 2024"),
        ("Ana has worked there since last month", "Ana has worked there since April 2023"),
        ("the wedding will be on 20 September", "the wedding will be on 20 September 2023"),
        (
            "Ana gave it to a shelter she helps at yesterday",
            "Ana gave it to a shelter she helps at on 7 May 2023",
        ),
    ],
)
def test_a_relative_date_is_written_out(said: str, written: str) -> None:
    assert resolve_dates(said, MONDAY).text == written


@pytest.mark.parametrize(
    "text",
    [
        "Ana's birthday is on 3 May",
        "Ana swims every Tuesday",
        "Ana was born on 3 May 1990",
        "Ana may come",
        "Ana read yesterday's paper",
        "Ana met him 31 February ago",
        "Ana stayed for two weeks",
    ],
)
def test_what_recurs_or_is_absolute_or_unclear_stays(text: str) -> None:
    assert resolve_dates(text, MONDAY).text == text


def test_the_start_is_the_earliest_time_spoken_of() -> None:
    assert resolve_dates("Ana left yesterday", MONDAY).starts == datetime(2023, 5, 7, tzinfo=UTC)
    assert resolve_dates("Ana has lived there since 2019", MONDAY).starts == datetime(2019, 1, 1, tzinfo=UTC)
    assert resolve_dates("Ana likes tea", MONDAY).starts is None


def test_last_summer_in_autumn_is_the_one_just_over() -> None:
    assert (
        resolve_dates("Ana sailed last summer", datetime(2023, 10, 1, tzinfo=UTC)).text
        == "Ana sailed in the summer of 2023"
    )


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("Max has to finish it by Friday.", "Max has to finish it by Friday 13 June 2025."),
        ("Max must cancel it before March.", "Max must cancel it before March 2026."),
        ("Max must pay by the first.", "Max must pay by 1 July 2025."),
        ("Max has it until the 12th.", "Max has it until 12 June 2025."),
        ("By October Pippin lost his popularity.", "By October Pippin lost his popularity."),
        ("It is produced by September Films.", "It is produced by September Films."),
        ("Max must get the cover by May Pang.", "Max must get the cover by May Pang."),
    ],
)
def test_the_day_by_which_is_the_next_one(said: str, written: str) -> None:
    assert resolve_dates(said, datetime(2025, 6, 9, 20, tzinfo=UTC)).text == written
