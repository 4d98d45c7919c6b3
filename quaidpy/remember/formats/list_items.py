"""Which items of a list in a document are passages of their own? What a meeting noted on ten matters is ten things."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from quaidpy.domain.sources.transcripts import SourceLine
from quaidpy.regex import regex

_ITEM = regex(r"^ {0,1}[-*+•]\s+\S")
_LABEL = regex(r"^\s*[-*+•]\s+[*_]{0,2}(?P<label>[^\W\d_][\w ]{1,24}?)[*_]{0,2}:[*_]{0,2}\s")
_CLOCK = regex(r"^\s*[-*+•]\s+[*_\[(]{0,2}\d{1,2}[:.]\d\d\b")
_HEADING = regex(r"^#{1,6}\s+\S")
_LEAST_ITEMS = 3
_SHORT_LIST = 60  # words; a list of no more is read at a glance
_WORDS_OF_AN_ITEM = 5  # on average, at least; shorter ones are things to buy or to pack
_LONGEST_LEAD_IN = 8  # words over a list that say what its items are, up to a colon


@dataclass(frozen=True, slots=True)
class Passage:
    """`line`: how many lines of the text are before its own first."""

    text: str
    line: int


@dataclass(slots=True)
class _List:
    head: list[str] = field(default_factory=list)
    items: list[tuple[int, list[str]]] = field(default_factory=list)


def recurring_labels(lines: Iterable[SourceLine]) -> frozenset[str]:
    """What stands before a colon in more than one item: the fields of records, "status", "who", "why"."""
    labels = (found["label"].casefold() for line in lines if (found := _LABEL.match(line.text)))
    return frozenset(label for label, count in Counter(labels).items() if count > 1)


def listed_passages(text: str, labels: frozenset[str]) -> tuple[Passage, ...]:
    """Each item of a long list with its heading over it; nothing where the text is to be read as one.

    `labels`: `recurring_labels` of the document. A record of labelled fields, a timeline and a shopping list are one.
    """
    found = _list_of(text.splitlines())
    if found is None or not _are_matters(found, labels):
        return ()
    return tuple(_with_heading(found))


def _list_of(lines: Sequence[str]) -> _List | None:
    """A head and items to the end; None where something else stands behind a list."""
    found = _List()
    for number, line in enumerate(lines):
        if _ITEM.match(line):
            found.items.append((number, [line]))
        elif not found.items:
            found.head.append(line)
        elif line[:1].isspace():
            found.items[-1][1].append(line)
        else:
            return None
    return found


def _are_matters(found: _List, labels: frozenset[str]) -> bool:
    """Whether there are many, told in sentences, and not the fields or the hours of one matter."""
    firsts = [item[0] for _, item in found.items]
    words = sum(len(line.split()) for _, item in found.items for line in item)
    fields = sum(
        _CLOCK.match(line) is not None
        or ((label := _LABEL.match(line)) is not None and label["label"].casefold() in labels)
        for line in firsts
    )
    is_long = len(firsts) >= _LEAST_ITEMS and words > _SHORT_LIST
    return is_long and words >= _WORDS_OF_AN_ITEM * len(firsts) and fields * 2 <= len(firsts)


def _with_heading(found: _List) -> Iterator[Passage]:
    headings = [line for line in found.head if _HEADING.match(line)]
    leads = [line for line in found.head if line.strip() and not _HEADING.match(line)]
    is_lead_in = sum(len(line.split()) for line in leads) <= _LONGEST_LEAD_IN and "".join(leads)[-1:] in {
        "",
        ":",
    }
    if leads and not is_lead_in:
        yield Passage("\n".join(found.head).strip(), 0)
    over = found.head if is_lead_in else headings
    for number, item in found.items:
        yield Passage("\n".join([*over, *item]).strip(), number)
