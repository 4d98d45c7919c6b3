"""What stands in the identity files and beside them, and where does it speak of something?"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from quaidpy.domain.identity import Owner
from quaidpy.domain.language.text import stem, words
from quaidpy.domain.memories.file_edits import EditState
from quaidpy.learn.blocks import Bullet, Entry, bullets_in, entries_in
from quaidpy.learn.file_writing import read_or_none
from quaidpy.learn.identity_files import IdentityFile
from quaidpy.learn.learning_tools import LearnTools


@dataclass(frozen=True, slots=True, kw_only=True)
class FileState:
    """An identity file with what lies beside it. `text`: None where there is no file yet."""

    file: IdentityFile
    text: str | None
    bullets: tuple[Bullet, ...]
    entries: tuple[Entry, ...]
    archives: tuple[Path, ...]
    proposed: int

    @property
    def lines(self) -> int:
        return len((self.text or "").splitlines())


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A line or paragraph that has all the words, and the file it stands in, by `line` from 1."""

    path: Path
    line: int
    text: str


def state_of(file: IdentityFile, owner: Owner, tools: LearnTools) -> FileState:
    proposed = tools.records.file_edits(owner, state=EditState.PROPOSED)
    return FileState(
        file=file,
        text=read_or_none(str(file.path), tools),
        bullets=tuple(bullets_in(read_or_none(str(file.snippets), tools))),
        entries=tuple(entries_in(read_or_none(str(file.journal), tools))),
        archives=tuple(_archives(file, tools)),
        proposed=sum(each.path == str(file.path) for each in proposed),
    )


def found_in_files(query: str, tools: LearnTools, *, limit: int) -> list[Found]:
    """Lines that have every word of the query, whatever its form; identity files first, then what lies beside them."""
    wanted = {stem(word) for word in words(query)}
    found: list[Found] = []
    for path in _all_paths(tools) if wanted else ():
        text = read_or_none(str(path), tools)
        for number, line in enumerate((text or "").splitlines(), start=1):
            if wanted <= {stem(word) for word in words(line)}:
                found.append(Found(path=path, line=number, text=line.strip()))
    return found[:limit]


def lines_taught_by(sources: Collection[str], owner: Owner, tools: LearnTools) -> list[Found]:
    """Lines that still say what was learnt from these memories or episodes; for words that are to be erased."""
    taught = [
        each.text
        for each in tools.records.learnings(owner, limit=_EVERY)
        if not {each.memory, each.episode}.isdisjoint(sources)
    ]
    return [
        Found(path=path, line=number, text=line.strip())
        for path in (_all_paths(tools) if taught else ())
        for number, line in enumerate((read_or_none(str(path), tools) or "").splitlines(), start=1)
        if any(text in line for text in taught)
    ]


_EVERY = 1_000_000


def _all_paths(tools: LearnTools) -> Iterator[Path]:
    for file in tools.identity:
        yield file.path
    for file in tools.identity:
        yield from (file.snippets, file.journal)
        yield from _archives(file, tools)


def _archives(file: IdentityFile, tools: LearnTools) -> list[Path]:
    """Newest month first."""
    folder = str(file.archive("").parent)
    found = tools.files.names_in(folder, beginning=f"{file.path.stem}-", ending=".md")
    return [Path(folder) / name for name in reversed(found)]
