"""What is one page of the mirror? Statements as list items under a heading for each kind, between two marks.

What stands outside of the marks is the reader's own: it is neither read nor changed.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.memories.memory import Kind, Memory
from quaidpy.regex import regex

ENDING = ".md"
REST = "Other"
"""The page of what belongs to nobody in particular; always there, so that there is a place for new statements."""

_BEGIN = (
    "<!-- quaid: change, tick or delete items, or add “- …” items of your own; then `quaid mirror sync` -->"
)
_END = "<!-- quaid: your own notes may stand below this line, and above the first mark -->"
_BEGIN_OF = regex(r"^<!-- quaid: change\b.*-->[ \t]*$", re.MULTILINE)
_END_OF = regex(r"^<!-- quaid: your own\b.*-->[ \t]*$", re.MULTILINE)
_HEADINGS: Mapping[Kind, str] = {
    Kind.TODO: "To do",
    Kind.PROFILE: "Profile",
    Kind.FACT: "Facts",
    Kind.PREFERENCE: "Preferences",
    Kind.BELIEF: "Beliefs",
    Kind.DECISION: "Decisions",
    Kind.EVENT: "Events",
    Kind.EXPERIENCE: "Experiences",
    Kind.LESSON: "Lessons",
    Kind.PROCEDURE: "Procedures",
    Kind.CASE: "Cases",
}
_KIND_OF = {heading.casefold(): kind for kind, heading in _HEADINGS.items()}
_HEADING = regex(r"#{1,6}[ \t](?P<name>.+)$")
_ITEM = regex(r"[-*+][ \t]+(?:\[(?P<box>[ xX])\](?:[ \t]+|$))?(?P<text>.*)")
_ID = regex(r"<!-- ?(?P<id>m_\w{1,64})\b[^<>]{0,64}-->\Z")
_BOX, _UNBOXED = regex(r"^\[[ xX]\]"), regex(r"^\\(?=\[[ xX]\])")
_COMMENT, _ESCAPED = "<!--", "&lt;!--"
_NO_NAME = regex(r'[\x00-\x1f\x7f<>:"/\\|?*\u2028\u2029]+')
_RESERVED = regex(r"(?i)^(?:con|prn|aux|nul|com\d|lpt\d)$")
_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One list item as it stands on a page. `id`: None for one that somebody added; `kind`: of its heading."""

    text: str
    id: MemoryId | None = None
    kind: Kind | None = None
    is_ticked: bool = False

    @property
    def digest(self) -> str:
        """The same for the same words, however they are wrapped."""
        return sha256(" ".join(self.text.split()).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page as it was read. `items` None: its marks are not as we set them, so nothing of it can be told."""

    items: tuple[Item, ...] | None
    above: str = ""
    below: str = ""


def read_page(text: str) -> Page | None:
    """None for a file that never was a page of ours."""
    begins, ends = list(_BEGIN_OF.finditer(text)), list(_END_OF.finditer(text))
    if not begins and not ends:
        return None
    if len(begins) != 1 or len(ends) != 1 or ends[0].start() < begins[0].end():
        return Page(items=None)
    return Page(
        items=tuple(_items(text[begins[0].end() : ends[0].start()].splitlines())),
        above=text[: begins[0].start()],
        below=text[ends[0].end() :],
    )


def without_items(text: str, gone: Collection[MemoryId]) -> str:
    """A page, or anything else that is written so, without the items of these memories."""
    kept = (group for group in _groups(text.splitlines(keepends=True)) if _id_of("".join(group)) not in gone)
    return "".join(line for group in kept for line in group)


def _groups(lines: Iterable[str]) -> Iterator[list[str]]:
    """An item with the lines that go on with it; any other line by itself."""
    group: list[str] = []
    for line in lines:
        is_more = group and _ITEM.match(group[0]) and line[:1] in {" ", "\t"} and line.strip()
        if group and not is_more:
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _items(lines: Iterable[str]) -> Iterator[Item]:
    kind: Kind | None = None
    for first, *more in _groups(lines):
        if heading := _HEADING.match(first):
            kind = _KIND_OF.get(heading["name"].strip(" \t#").casefold())
        elif found := _ITEM.match(first):
            yield from _item("\n".join(line.strip() for line in (found["text"], *more)), found["box"], kind)


def _item(whole: str, box: str | None, kind: Kind | None) -> Iterator[Item]:
    text = _UNBOXED.sub("", _ID.sub("", whole.rstrip()).strip().replace(_ESCAPED, _COMMENT))
    if text:
        yield Item(
            text=text,
            id=_id_of(whole),
            kind=Kind.TODO if box is not None else kind,
            is_ticked=box not in {None, " "},
        )


def _id_of(item: str) -> MemoryId | None:
    named = _ID.search(item.rstrip())
    return MemoryId(named["id"]) if named else None


def digest_of(memory: Memory) -> str:
    """Of its words as its item will be read again: no empty lines, for these would end it."""
    (item,) = _items(_written_item(memory).splitlines())
    return item.digest


def written_page(memories: Sequence[Memory], *, above: str, below: str) -> str:
    """The page's text, by kind and then by when it was said."""
    sections = []
    for kind, heading in _HEADINGS.items():
        of_kind = sorted((m for m in memories if m.kind is kind), key=lambda m: (m.stated_at, m.id))
        if of_kind:
            sections.append("\n".join([f"## {heading}", "", *map(_written_item, of_kind)]))
    return f"{above}{_BEGIN}\n\n" + "".join(f"{section}\n\n" for section in sections) + f"{_END}{below}"


def _written_item(memory: Memory) -> str:
    box = "[ ] " if memory.kind is Kind.TODO else ""
    lines = (line.strip() for line in memory.text.replace(_COMMENT, _ESCAPED).splitlines())
    words = _BOX.sub(r"\\\g<0>", "\n  ".join(filter(None, lines)))
    return f"- {box}{words} <!-- {memory.id} said {memory.stated_at:%Y-%m-%d} -->"


def opening_of(name: str) -> str:
    """What stands above the first mark of a new page."""
    return f"# {name}\n\n"


def is_bare(name: str, page: Page) -> bool:
    """Whether its reader has written nothing of their own on it."""
    return not page.below.strip() and page.above.strip() in {"", opening_of(name).strip()}


def page_name(name: str) -> str:
    """A name that every file system takes, whatever somebody is called."""
    safe = " ".join(_NO_NAME.sub(" ", name).split())[:_LONGEST_NAME].strip(" .")
    return f"{safe} _" if _RESERVED.match(safe) else safe or REST
