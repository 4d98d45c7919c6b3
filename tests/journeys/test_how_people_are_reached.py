"""Numbers, mail addresses and addresses become attributes of the person they are said of; new ones end old ones."""

from typing import Any

from tests.journeys.conftest import Quaid


def _attributes(quaid: Quaid, name: str) -> list[tuple[str, str, bool]]:
    """What is known of somebody: attribute, value, whether it holds."""
    found: list[dict[str, Any]] = quaid("entity", name, "--json").json["attributes"]
    return sorted((each["attribute"], each["value"], each["until"] is None) for each in found)


def _told(quaid: Quaid, day: str, *lines: str) -> None:
    quaid("extract", "--text", f"date: {day} June 2025 20:15\n\n" + "\n".join(lines), "--user-name", "Ana")


def test_numbers_and_addresses_are_of_whom_they_are_said(quaid: Quaid) -> None:
    _told(
        quaid,
        "2",
        "Ana: Nina and Tom came by yesterday.",
        "Ana: Nina's number is 0170 1234567. Reach Tom at tom@example.org.",
        "Ana: Mum lives at 12 Elm Road, Bath.",
        "Ana: My number is 0170 7654321.",
        "Ana: Nina's order number is 20240001234.",
    )
    assert _attributes(quaid, "Nina") == [("phone", "0170 1234567", True)]
    assert _attributes(quaid, "Tom") == [("email", "tom@example.org", True)]
    assert _attributes(quaid, "Ana's mum") == [("address", "12 Elm Road, Bath", True)]
    assert _attributes(quaid, "Ana") == [("phone", "0170 7654321", True)]


def test_a_new_address_of_mum_ends_her_old_one(quaid: Quaid) -> None:
    _told(quaid, "2", "Ana: Mum lives at 12 Elm Road, Bath.")
    _told(quaid, "20", "Ana: Mum moved to 3 Quay Street, Hull.")
    assert _attributes(quaid, "Ana's mum") == [
        ("address", "12 Elm Road, Bath", False),
        ("address", "3 Quay Street, Hull", True),
    ]


def test_what_an_assistant_says_of_a_number_is_nobodys(quaid: Quaid) -> None:
    _told(
        quaid,
        "2",
        "Ana: Nina came by.",
        "Assistant: Nina's number is 0170 1234567. My number is 0170 999888777.",
    )
    assert _attributes(quaid, "Nina") == []
