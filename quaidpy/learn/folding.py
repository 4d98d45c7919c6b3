"""How do lines get into an identity file, or out of it, with every other byte of it left alone?"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from quaidpy.learn.blocks import newline_of
from quaidpy.learn.protection import fenced_lines, lines_of, protected_lines
from quaidpy.regex import regex

LEARNT = "Learnt"
_HEADING = regex(r"^\ufeff?(#{1,6})\s++(.*+)$")
_BULLET = regex(r"^\s*[-*]\s+\S")
_TOP_BULLET = regex(r"^[-*]\s+\S")


@dataclass(frozen=True, slots=True)
class Folding:
    """A line to add, and under which heading; None is our own."""

    text: str
    under: str | None = None


def headings_in(text: str | None) -> list[str]:
    """The titles of a file's sections, in order; those in protected regions left out."""
    shut = protected_lines(text or "")
    return [title for number, title in _headings(lines_of(text or "")).items() if number not in shut]


def with_lines(text: str | None, foldings: Iterable[Folding], *, title: str) -> str:
    """The file with a bullet for each, at the end of its section; a section that is not there is begun at the end.

    Nothing is put between the marks of a protected region. `title`: the head of a file that is not there yet.
    """
    whole = f"# {title}\n" if text is None else text
    for folding in foldings:
        whole = _with_line(whole, folding)
    return whole


def without_lines(text: str, gone: Collection[int]) -> str:
    """The file without these lines, counted from 0; none of them may be protected."""
    return "".join(line for number, line in enumerate(lines_of(text)) if number not in gone)


def learnt_lines(text: str) -> list[int]:
    """The bullets of our own section, oldest first: they were added at its end."""
    lines, shut = lines_of(text), protected_lines(text)
    head = _section(lines, shut, LEARNT)
    if head is None:
        return []
    return [n for n in range(head + 1, _end(lines, head)) if n not in shut and _BULLET.match(lines[n])]


def repeated_lines(text: str) -> list[int]:
    """Bullets that say word for word what a bullet of their section says before them; none that others hang under."""
    lines, found = lines_of(text), []
    kept, heads = protected_lines(text) | fenced_lines(lines), _headings(lines)
    seen: set[str] = set()
    for number, line in enumerate(lines):
        if number in heads:
            seen = set()
        elif _TOP_BULLET.match(line):
            said = " ".join(line.split()).casefold()
            below = lines[number + 1] if number + 1 < len(lines) else ""
            if said in seen and number not in kept and not (below[:1].isspace() and below.strip()):
                found.append(number)
            seen.add(said)
    return found


def blank_lines(text: str, *, gone: Collection[int] = ()) -> list[int]:
    """Empty lines after an empty line once those `gone` are; outside of fences of code, in which they count."""
    lines, found, was_blank = lines_of(text), [], False
    kept = protected_lines(text) | fenced_lines(lines)
    for number, line in enumerate(lines):
        if number in gone:
            continue
        is_blank = not line.strip()
        if is_blank and was_blank and number not in kept:
            found.append(number)
        was_blank = is_blank
    return found


def _with_line(text: str, folding: Folding) -> str:
    end = newline_of(text)
    lines, shut = lines_of(text), protected_lines(text)
    bullet = f"- {folding.text}{end}"
    wanted = folding.under or LEARNT
    head = _section(lines, shut, wanted)
    if head is None and folding.under:
        head, wanted = _section(lines, shut, LEARNT), LEARNT
    if head is not None:
        place = _last_written(lines, shut, head)
        between = [end] if place == head + 1 else []
        return _inserted(lines, place, [*between, bullet])
    place = len(lines)
    while place - 1 in shut:  # what is protected to the end stays at the end
        place -= 1
    if place == len(lines):
        while place and not lines[place - 1].strip() and place - 1 not in shut:
            place -= 1
    gap = [end] if place and lines[place - 1].strip() else []
    after = [end] if place < len(lines) and lines[place].strip() else []
    return _inserted(lines, place, [*gap, f"## {LEARNT}{end}", end, bullet, *after])


def _inserted(lines: Sequence[str], place: int, new: Sequence[str]) -> str:
    """A file whose last line has no end keeps it so."""
    before, after = list(lines[:place]), list(lines[place:])
    added = list(new)
    if before and not before[-1].endswith("\n"):
        end = "\r\n" if added[-1].endswith("\r\n") else "\n"
        before[-1] += end
        if not after:
            added[-1] = added[-1].removesuffix("\n").removesuffix("\r")
    return "".join([*before, *added, *after])


def _headings(lines: Sequence[str]) -> dict[int, str]:
    """Titles by the number of their line."""
    code = fenced_lines(lines)
    found = {number: _HEADING.match(line) for number, line in enumerate(lines) if number not in code}
    return {number: match[2].rstrip().rstrip("#").rstrip() for number, match in found.items() if match}


def _section(lines: Sequence[str], shut: Collection[int], title: str) -> int | None:
    wanted = title.strip("# ").casefold()
    found = _headings(lines).items()
    return next((n for n, each in found if n not in shut and each.casefold() == wanted), None)


def _end(lines: Sequence[str], head: int) -> int:
    """Where the next section of any level begins: what is under a sub-heading belongs to that."""
    return next((number for number in _headings(lines) if number > head), len(lines))


def _last_written(lines: Sequence[str], shut: Collection[int], head: int) -> int:
    """Behind the last line of the section that is neither empty nor protected, nor behind what is protected."""
    place = head + 1
    for number in range(head + 1, _end(lines, head)):
        if number in shut:
            break
        if lines[number].strip():
            place = number + 1
    return place
