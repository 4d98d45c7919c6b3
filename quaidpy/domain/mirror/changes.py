"""What did somebody change in the mirror since it was written? Lines then, lines now, and what memory says by now."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.memories.memory import Kind, Memory
from quaidpy.domain.mirror.pages import Item, Page, digest_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What was written of a memory, and where."""

    page: str
    digest: str
    kind: Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Reworded:
    """`text` or `kind` None: as it is. `is_race`: memory said something else by then, too."""

    memory: MemoryId
    text: str | None = None
    kind: Kind | None = None
    is_race: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """`ticked`: todos that are done; `struck`: whose items are gone from a page that is there; `added`: new items."""

    reworded: tuple[Reworded, ...] = ()
    ticked: tuple[MemoryId, ...] = ()
    struck: tuple[MemoryId, ...] = ()
    added: tuple[Item, ...] = ()

    @property
    def memories(self) -> frozenset[MemoryId]:
        """Those that are changed."""
        return frozenset((*(each.memory for each in self.reworded), *self.ticked, *self.struck))

    @property
    def is_any(self) -> bool:
        return bool(self.memories or self.added)


def changes_in(
    pages: Mapping[str, Page], written: Mapping[MemoryId, Line], memories: Mapping[MemoryId, Memory]
) -> Changes:
    """`pages`: as they are now, by name; `written`: when it was last written; `memories`: what holds now, by id.

    A page that is gone, or whose marks are, says nothing of its memories: they are written again. An item whose memory
    is gone is dropped, unless it was changed: then its words are new ones.
    """
    standing, added = _standing(pages, written, memories)
    reworded = [each for item in standing.values() if (each := _reworded(item, written, memories))]
    sound = {name for name, page in pages.items() if page.items is not None}
    return Changes(
        reworded=tuple(reworded),
        ticked=tuple(
            identity
            for identity, item in standing.items()
            if item.is_ticked and memories[identity].kind is Kind.TODO
        ),
        struck=tuple(
            identity
            for identity, line in written.items()
            if identity in memories and identity not in standing and line.page in sound
        ),
        added=tuple(added),
    )


def _standing(
    pages: Mapping[str, Page], written: Mapping[MemoryId, Line], memories: Mapping[MemoryId, Memory]
) -> tuple[dict[MemoryId, Item], list[Item]]:
    """The item of each memory, and items that are nobody's. Of a line that was copied, one is the memory's."""
    found: dict[MemoryId, Item] = {}
    added: list[Item] = []
    for item in _all_items(pages):
        if item.id is None:
            added.append(item)
        elif item.id not in memories:
            if not _is_as_written(item, written):
                added.append(item)
        elif item.id not in found:
            found[item.id] = item
        elif item.digest != found[item.id].digest:
            # Whichever still has the words is the memory's; the other is a new statement that began as its copy.
            first = found[item.id]
            is_first_changed = not _is_as_written(first, written) and _is_as_written(item, written)
            found[item.id] = item if is_first_changed else first
            added.append(first if is_first_changed else item)
    return found, added


def _all_items(pages: Mapping[str, Page]) -> Iterable[Item]:
    return (item for name in sorted(pages) for item in pages[name].items or ())


def _is_as_written(item: Item, written: Mapping[MemoryId, Line]) -> bool:
    line = written.get(item.id) if item.id else None
    return line is not None and line.digest == item.digest


def _reworded(
    item: Item, written: Mapping[MemoryId, Line], memories: Mapping[MemoryId, Memory]
) -> Reworded | None:
    assert item.id is not None, "only what stands for a memory is held against it"
    memory, line = memories[item.id], written.get(item.id)
    now = digest_of(memory)
    is_other = item.digest != now and (line is None or item.digest != line.digest)
    was = line.kind if line else memory.kind
    kind = item.kind if item.kind not in {None, was, memory.kind} else None
    if not is_other and kind is None:
        return None
    return Reworded(
        memory=item.id,
        text=item.text if is_other else None,
        kind=kind,
        is_race=is_other and line is not None and line.digest != now,
    )
