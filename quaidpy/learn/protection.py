"""May this file be changed so? Protected regions stay, half of it stays, and it does not outgrow its room."""

import re
from collections.abc import Sequence

from quaidpy.domain.tuning import LearningTuning
from quaidpy.regex import regex

_MARK = regex(r"^[ \t]*<!--[ \t]*(/?)protected[ \t]*-->[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)


def protected_spans(text: str) -> list[tuple[int, int]]:
    """Each `<!-- protected -->` line, all up to its `<!-- /protected -->` line, and that; without one, to the end."""
    spans: list[tuple[int, int]] = []
    start: int | None = None
    for mark in _MARK.finditer(text):
        if not mark[1] and start is None:
            start = mark.start()
        elif mark[1] and start is not None:
            spans.append((start, mark.end()))
            start = None
    if start is not None:
        spans.append((start, len(text)))
    return spans


def lines_of(text: str) -> list[str]:
    """With their ends, so that they join to the text again; cut where a line ends for an editor, nowhere else."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def fenced_lines(lines: Sequence[str]) -> set[int]:
    """The numbers of lines that are code between fences; a `#` there is no heading."""
    found, fence = set(), ""
    for number, line in enumerate(lines):
        mark = line.lstrip()[:3]
        if fence or mark in _FENCES:
            found.add(number)
        if fence:
            fence = "" if mark == fence else fence
        elif mark in _FENCES:
            fence = mark
    return found


_FENCES = ("```", "~~~")


def protected_lines(text: str) -> set[int]:
    """The numbers, from 0, of lines that are in a protected region, as `lines_of` cuts them."""
    spans, found, position = protected_spans(text), set(), 0
    for number, line in enumerate(lines_of(text)):
        end = position + len(line)
        if any(start < end and position < stop for start, stop in spans):
            found.add(number)
        position = end
    return found


def reason_against(before: str | None, after: str, tuning: LearningTuning) -> str | None:
    """Why an identity file must not be changed so; None when it may."""
    old = before or ""
    kept = [old[start:end] for start, end in protected_spans(old)]
    if kept != [after[start:end] for start, end in protected_spans(after)]:
        return "it would touch a protected region"
    if len(after.strip()) < tuning.kept_share * len(old.strip()):
        return f"it would leave less than {tuning.kept_share:.0%} of the file"
    lines = len(after.splitlines())
    if lines > tuning.most_lines and lines > len(old.splitlines()):
        return f"the file would have {lines} lines, over its {tuning.most_lines}"
    return None
