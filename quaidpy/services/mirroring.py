"""How do memory and its mirror, a folder of Markdown, come to say the same? Taken in first, then written."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from quaidpy.domain.identity import EntityId, MemoryId, RunId
from quaidpy.domain.memories.memory import Kind, Memory
from quaidpy.domain.memories.todos import TodoState, state_of
from quaidpy.domain.mirror.changes import Changes, Line, changes_in
from quaidpy.domain.mirror.pages import (
    ENDING,
    REST,
    Page,
    digest_of,
    is_bare,
    opening_of,
    page_name,
    read_page,
    without_items,
    written_page,
)
from quaidpy.domain.recall.queries import Filter
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.errors import NotFoundError, UnreadableError, UsageError
from quaidpy.home.mirror_state import Mirrored
from quaidpy.remember.changing.mirrored import take_in
from quaidpy.services.parts import Parts

_T = TypeVar("_T")
_AT_ONCE = 1000
_FEWEST_ON_A_PAGE = 3  # memories of one subject; who has fewer stands on the page of the rest
_MOST_ON_A_PAGE = 500
_MANY_STRUCK, _MANY_SHARE = 10, 1 / 3


@dataclass(frozen=True, slots=True, kw_only=True)
class MirrorReport:
    """What one look at the mirror did, or with `is_dry` would do.

    `before`: the texts of memories that are changed. `run`: of what was taken in, None where nothing was. `notes`: what
    was left, and why, as sentences.
    """

    folder: str
    changes: Changes = field(default_factory=Changes)
    before: Mapping[MemoryId, str] = field(default_factory=dict)
    run: RunId | None = None
    memories: int = 0
    pages: int = 0
    written: int = 0
    is_dry: bool = False
    notes: tuple[str, ...] = ()


def mirror_to(folder: Path, parts: Parts) -> MirrorReport:
    """Mirror into this folder from now on. Raises UsageError for one that has other Markdown and no page of ours."""
    place = str(folder.expanduser().absolute())
    files = parts.learning.files
    if folder.expanduser().exists() and not folder.expanduser().is_dir():
        raise UsageError(f"{place} is a file; name a folder for the mirror")
    others = files.names_in(place, beginning="", ending=ENDING)
    if others and not _pages_in(place, parts)[0]:
        raise UsageError(
            f"{place} has Markdown of its own ({others[0]}); name a folder that is empty or not there yet"
        )
    folder.expanduser().mkdir(mode=0o700, parents=True, exist_ok=True)
    with files.held():
        before = parts.mirror.read(parts.owner)
        lines = before.lines if before and before.folder == place else {}
        parts.mirror.write(parts.owner, Mirrored(folder=place, lines=lines))
    return mirror(parts)


def mirror(parts: Parts, *, is_dry: bool = False, is_sure: bool = False) -> MirrorReport:
    """Take in what was changed in the folder, then write what memory says now.

    Raises NotFoundError where nothing is mirrored or its folder is gone, UsageError when very many items are gone and
    nobody is sure of it; then nothing is changed.
    """
    with _in_hand(parts) as mirrored:
        pages, notes = _pages_in(mirrored.folder, parts)
        memories = _current(parts)
        changes = changes_in(pages, mirrored.lines, memories)
        report = MirrorReport(
            folder=mirrored.folder,
            changes=changes,
            before={identity: memories[identity].text for identity in changes.memories},
            memories=len(memories),
            is_dry=is_dry,
            notes=(*notes, *_races(changes, memories)),
        )
        if is_dry:
            return replace(report, pages=len(pages))
        if not is_sure:
            _require_few_struck(changes, mirrored)
        run = None
        if changes.is_any:
            run, refused = take_in(changes, memories, parts.owner, parts.remembering)
            report = replace(report, notes=(*report.notes, *refused))
            memories = _current(parts)
        return _written(replace(report, run=run, memories=len(memories)), pages, mirrored, memories, parts)


@contextmanager
def _in_hand(parts: Parts) -> Iterator[Mirrored]:
    """What is mirrored, while nobody else of ours changes files."""
    with parts.learning.files.held():
        mirrored = parts.mirror.read(parts.owner)
        if mirrored is None:
            raise NotFoundError("nothing is mirrored; `quaid mirror to FOLDER` begins")
        if not Path(mirrored.folder).is_dir():
            raise NotFoundError(
                f"{mirrored.folder} is not there; bring it back, or name another folder: `quaid mirror to FOLDER`"
            )
        yield mirrored


def _require_few_struck(changes: Changes, mirrored: Mirrored) -> None:
    gone = len(changes.struck)
    if gone > _MANY_STRUCK and gone > len(mirrored.lines) * _MANY_SHARE:
        raise UsageError(
            f"{gone} of {len(mirrored.lines)} items are gone from {mirrored.folder}; `quaid mirror sync --yes` "
            "forgets them, `--dry-run` lists them"
        )


def _races(changes: Changes, memories: Mapping[MemoryId, Memory]) -> list[str]:
    return [
        f"{each.memory} had become “{memories[each.memory].text}” meanwhile; what the page says stands, "
        f"`quaid history {each.memory}` has both"
        for each in changes.reworded
        if each.is_race
    ]


def _pages_in(folder: str, parts: Parts) -> tuple[dict[str, Page], list[str]]:
    """Pages by name, and what cannot be read of them as sentences."""
    pages: dict[str, Page] = {}
    notes: list[str] = []
    for name in parts.learning.files.names_in(folder, beginning="", ending=ENDING):
        try:
            page = read_page(parts.learning.files.read(_path(folder, name[: -len(ENDING)])) or "")
        except UnreadableError as error:
            notes.append(str(error))
            continue
        if page is None:
            continue
        pages[name[: -len(ENDING)]] = page
        if page.items is None:
            notes.append(
                f"{name} is left as it is: one of its two lines that begin with “<!-- quaid:” is gone or doubled; "
                "mend it, or delete the file to have it written anew"
            )
    return pages, notes


def _path(folder: str, name: str) -> str:
    return str(Path(folder) / f"{name}{ENDING}")


def _current(parts: Parts) -> dict[MemoryId, Memory]:
    """What holds now, oldest first; of tasks the open ones."""
    store, now = parts.remembering.store, parts.remembering.clock.now()
    keep = Filter(owner=parts.owner, moment=Moment(as_of=now, known_at=now))
    found: dict[MemoryId, Memory] = {}
    last: MemoryId | None = None
    while some := store.memories_where(keep, limit=_AT_ONCE, after=last):
        last = some[-1].id
        found |= {each.id: each for each in some if _is_open(each, parts)}
    return found


def _is_open(memory: Memory, parts: Parts) -> bool:
    now = parts.remembering.clock.now()
    return memory.kind is not Kind.TODO or state_of(memory, now) not in {TodoState.DONE, TodoState.CANCELLED}


def _written(
    report: MirrorReport,
    pages: Mapping[str, Page],
    before: Mirrored,
    memories: Mapping[MemoryId, Memory],
    parts: Parts,
) -> MirrorReport:
    """Every page as memory is now. A page that changed as it was to be written is left for the next time."""
    wanted = _wanted(memories.values(), pages, parts)
    lines: dict[MemoryId, Line] = {}
    notes, written = list(report.notes), 0
    for name in sorted({*pages, *wanted}):
        page, of_page = pages.get(name), wanted.get(name, [])
        if page is not None and page.items is None:
            lines |= {key: line for key, line in before.lines.items() if line.page == name}
            continue
        made = _is_made(name, page, of_page, before.folder, parts)
        if made is None:
            notes.append(f"{name}{ENDING} was changed just now; the next `quaid mirror sync` takes it in")
            lines |= {key: line for key, line in before.lines.items() if line.page == name}
            continue
        written += made
        lines |= {each.id: Line(page=name, digest=digest_of(each), kind=each.kind) for each in of_page}
    parts.mirror.write(parts.owner, Mirrored(folder=before.folder, lines=lines))
    return replace(report, pages=len(wanted), written=written, notes=tuple(notes))


def _is_made(
    name: str, page: Page | None, memories: Sequence[Memory], folder: str, parts: Parts
) -> bool | None:
    """Whether the file had to be written, or taken away; None when it changed meanwhile."""
    files, path = parts.learning.files, _path(folder, name)
    now = files.read(path)
    if (read_page(now) if now is not None else None) != page:
        return None
    if not memories and page is not None and name != REST and is_bare(name, page):
        text: str | None = None
    else:
        above, below = (page.above, page.below) if page else (opening_of(name), "\n")
        text = written_page(memories, above=above, below=below)
    if text == now:
        return False
    return True if files.replace(path, text, expected=now) else None


def _wanted(memories: Iterable[Memory], pages: Mapping[str, Page], parts: Parts) -> dict[str, list[Memory]]:
    """What belongs on which page: one a subject, in the spelling that a page of it has already."""
    by_subject: dict[str, list[Memory]] = {}
    subjects = _subjects(memories := list(memories), parts)
    for memory in memories:
        by_subject.setdefault(subjects.get(memory.id, REST), []).append(memory)
    spelt = {name.casefold(): name for name in pages}
    found: dict[str, list[Memory]] = {REST: []}
    for subject, several in sorted(by_subject.items()):
        place = subject if len(several) >= _FEWEST_ON_A_PAGE else REST
        found.setdefault(spelt.get(place.casefold(), place), []).extend(several)
    return dict(_cut(found))


def _cut(wanted: Mapping[str, list[Memory]]) -> Iterator[tuple[str, list[Memory]]]:
    for name, several in wanted.items():
        first, *others = _slices(sorted(several, key=lambda memory: memory.id), _MOST_ON_A_PAGE) or [[]]
        yield name, first
        for number, more in enumerate(others, start=2):
            yield f"{name} {number}", more


def _subjects(memories: Sequence[Memory], parts: Parts) -> dict[MemoryId, str]:
    """The page of each memory that is about somebody or something: of several the one most is known of."""
    store, owner = parts.remembering.store, parts.owner
    mentions = [
        each
        for some in _slices([memory.id for memory in memories], _AT_ONCE)
        for each in store.mentions_of(owner, some)
    ]
    known = Counter(each.entity for each in mentions)
    about: dict[MemoryId, tuple[float, int, EntityId]] = {}
    for each in mentions:
        memory, rank = MemoryId(each.node), (each.weight, known[each.entity], each.entity)
        about[memory] = max(about.get(memory, rank), rank)
    names = {
        entity.id: page_name(entity.name)
        for some in _slices(sorted(known), _AT_ONCE)
        for entity in store.entities(owner, some)
    }
    return {memory: names[entity] for memory, (*_, entity) in about.items() if entity in names}


def _slices(values: Sequence[_T], size: int) -> list[list[_T]]:
    return [list(values[start : start + size]) for start in range(0, len(values), size)]


def mirror_no_more(parts: Parts) -> str:
    """Leaves the pages where they are. The folder. Raises NotFoundError."""
    with parts.learning.files.held():
        mirrored = parts.mirror.read(parts.owner)
        if mirrored is None:
            raise NotFoundError("nothing is mirrored; `quaid mirror to FOLDER` begins")
        parts.mirror.write(parts.owner, None)
    return mirrored.folder


def erase_from_mirror(gone: Sequence[MemoryId], parts: Parts) -> tuple[list[str], list[str]]:
    """Take what was purged off the pages: those that were rewritten, and those that could not be."""
    mirrored = parts.mirror.read(parts.owner)
    if mirrored is None:
        return [], []
    files, rewritten, left = parts.learning.files, list[str](), list[str]()
    with files.held():
        for name in files.names_in(mirrored.folder, beginning="", ending=ENDING):
            path = str(Path(mirrored.folder) / name)
            try:
                text = files.read(path)
            except UnreadableError:
                left.append(path)
                continue
            kept = without_items(text or "", gone)
            if kept != text:
                (rewritten if files.replace(path, kept, expected=text) else left).append(path)
        lines = {key: line for key, line in mirrored.lines.items() if key not in gone}
        parts.mirror.write(parts.owner, replace(mirrored, lines=lines))
    return rewritten, left
