"""Which instants from outside may come in? Every reader of a foreign timestamp asks here."""

from datetime import UTC, datetime

# A calendar has ends, and what is reckoned from an instant (a zone, a week before, "200 years ago") must stay within.
EARLIEST = datetime(1000, 1, 1, tzinfo=UTC)
LATEST = datetime(9000, 1, 1, tzinfo=UTC)


def admitted(at: datetime) -> datetime | None:
    """The instant in UTC, which is also meant where no zone is said; None before EARLIEST and from LATEST on."""
    try:
        found = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    except (OverflowError, ValueError):
        return None  # its zone carries it over the end of the calendar
    return found if EARLIEST <= found < LATEST else None


def admitted_seconds(seconds: float) -> datetime | None:
    """The instant so many seconds after 1970; None where `admitted` says none."""
    try:
        return admitted(datetime.fromtimestamp(seconds, tz=UTC))
    except (OverflowError, ValueError, OSError):
        return None  # no number, or none that the system's clock can tell
