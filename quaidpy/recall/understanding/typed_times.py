"""Which instant does a person mean?"""

import re
from datetime import UTC, datetime, timedelta

import dateparser

from quaidpy.domain.time.instants import EARLIEST, LATEST, admitted
from quaidpy.domain.time.written_dates import SEASONS
from quaidpy.errors import UsageError
from quaidpy.regex import regex

_SEASON = regex(rf"\b(last|this|next)?\s*({'|'.join(SEASONS)})(?:\s+(?:of\s+)?(\d{{4}}))?\b", re.IGNORECASE)
_LONGEST = 100  # characters; no date has more, and reading one takes longer than its length


def instant(text: str, *, now: datetime) -> datetime:
    """An ISO date or time, or words like "yesterday", "3 days ago", "last summer"; UTC where no zone is said.

    Raises UsageError when it cannot be read.
    """
    bare = text.strip()
    try:
        iso = datetime.fromisoformat(bare)
    except ValueError:
        pass  # not ISO: the words are tried below, and an unreadable one raises
    else:
        return _admitted(iso, text)
    if found := _SEASON.fullmatch(bare):
        return _admitted(_season(found, now), text)
    parsed = None if len(bare) > _LONGEST else _in_words(bare, now)
    if parsed is None:
        raise UsageError(
            f"cannot read the date “{text[:_LONGEST]}”; write 2025-03-01, “yesterday” or “3 weeks ago”"
        )
    return _admitted(parsed, text)


def _in_words(bare: str, now: datetime) -> datetime | None:
    try:
        parsed: datetime | None = dateparser.parse(
            bare,
            settings={
                "RELATIVE_BASE": now.replace(tzinfo=None),
                "PREFER_DATES_FROM": "past",
                "PREFER_DAY_OF_MONTH": "first",
                "TIMEZONE": "UTC",
            },
        )
    except (ValueError, OverflowError):
        return None  # "99999999 years ago" is over the end of its calendar
    return parsed


def require_order(since: datetime | None, until: datetime | None) -> None:
    """Raises UsageError when the window ends before it begins."""
    if since is not None and until is not None and since > until:
        raise UsageError(f"since {since:%Y-%m-%d %H:%M} is after until {until:%Y-%m-%d %H:%M}; swap them")


def _admitted(at: datetime, text: str) -> datetime:
    found = admitted(at)
    if found is None:
        raise UsageError(
            f"the date “{text[:_LONGEST]}” is outside of the years {EARLIEST.year} to {LATEST.year - 1}"
        )
    return found


def _season(found: "re.Match[str]", now: datetime) -> datetime:
    which, name, year = found.group(1), found.group(2).lower(), found.group(3)
    start = datetime(max(int(year), 1) if year else now.year, SEASONS[name], 1, tzinfo=UTC)
    if year:
        return start
    if (which or "last").lower() == "last" and start > now - timedelta(days=92):
        return start.replace(year=start.year - 1)
    if (which or "").lower() == "next" and start <= now:
        return start.replace(year=start.year + 1)
    return start
