"""How does a home's memory move from its file to a server, and back? In steps, each of which can be cut off.

A note in the home names the move, a mark in the target says whose rows are of it. First all rows are there and
compared, then `storage.url` says so, then what is over is put aside; the same call again goes on where it stopped.
"""

import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from quaidpy.domain.memories.operations import caller_named
from quaidpy.errors import ConflictError, NotFoundError, StorageError, UsageError
from quaidpy.settings import (
    DATABASE_FILE,
    USER_FILE,
    Settings,
    load_settings,
    setting_called,
    watched_files,
    write_setting,
)
from quaidpy.storage.moving.whole import Held, Moved, Side, Told, held_by, marked_owners, move_all, unmark
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.restoring import move_aside
from quaidpy.system.callers import Callers
from quaidpy.system.clock import SystemClock
from quaidpy.system.fresh_ids import SortableIds
from quaidpy.system.whole_files import write_whole
from quaidpy.wiring.engines import OpenedEngine
from quaidpy.wiring.opening import GRAPH_FOLDER, opened_engine, place_of
from quaidpy.wiring.syncing import require_one_store

FILE = ""
"""In place of a URL: the home's own file."""
KEY = "storage.url"
_NOTE = "moves.json"
_GROWING = "moving"
_KEPT = "memory.moved-{at:%Y%m%dT%H%M%S}.sqlite"
_MOVE_PREFIX = "mv"


@dataclass(frozen=True, slots=True)
class MoveReport:
    """`moved`: None when only what was left over of an earlier call was done. `kept`: the file of before."""

    source: str
    target: str
    moved: Moved | None
    kept: Path | None


@dataclass(frozen=True, slots=True)
class MovePlan:
    """What a move would take along. `bytes`: of the file; None where a server has it."""

    source: str
    held: Held
    bytes: int | None
    is_resumed: bool


@dataclass(frozen=True, slots=True)
class _Note:
    """Of an unfinished move. `kept`: how the file that is left will be called."""

    move: str
    kept: str | None = None


def require_settable(settings: Settings) -> None:
    """Raises UsageError where the home's config.toml does not say where memory is kept."""
    origin = setting_called(settings, KEY).origin
    if origin == "QUAID_STORAGE_URL":
        raise UsageError(f"{origin} says where memory is kept, and would go on doing so; unset it, then move")
    if watched_files(settings.home)[0] != settings.home / USER_FILE:
        raise UsageError(
            "QUAID_CONFIG names the settings, and a move writes those of the home; unset it, then move"
        )


def planned_move(settings: Settings, url: str) -> MovePlan:
    """Changes nothing, and opens no target."""
    _require_source(settings, url)
    with _opened(settings) as engine:
        file = engine.care.file
        return MovePlan(
            source=engine.name,
            held=held_by(engine.database),
            bytes=file.stat().st_size if file else None,
            is_resumed=url in _notes(settings.home),
        )


def move_home(settings: Settings, url: str, told: Told) -> MoveReport:
    """Move everything of everybody, compare it, and use it from then on. The home must be the caller's alone.

    `url`: of a PostgreSQL database, or FILE. Raises ConflictError where the target has other rows of these owners,
    BusyError while somebody else writes, StorageError when rows differ in the end; then the home stays as it was.
    """
    require_settable(settings)
    notes = _notes(settings.home)
    if url == settings.tuning.storage.url and url in notes:
        return MoveReport(place_of(settings), place_of(settings), None, _finish(settings, url, notes[url]))
    _require_source(settings, url)
    note = notes.get(url) or _begun(settings)
    try:
        source, target, moved = _moved(settings, url, note, told)
    except ConflictError:
        _write_notes(settings.home, notes)  # nothing was begun
        raise
    settings = load_settings(home=settings.home, owner=settings.owner)
    return MoveReport(source, target, moved, _finish(settings, url, note))


def _moved(settings: Settings, url: str, note: _Note, told: Told) -> tuple[str, str, Moved]:
    """Up to where the target is in use. Returns the names of both sides, and what was moved."""
    with _opened(settings) as source, source.database.writing(durable=False) as held:
        # From here on nobody else writes in the source.
        with _opened(_growing(settings, url), named="URL") as target:
            name = target.name if url else str(settings.home / DATABASE_FILE)
            _write_notes(settings.home, {**_notes(settings.home), url: note})
            moved = move_all(note.move, _side(source), _side(target), told)
        # A server ends connections that are silent for too long: then somebody may have written.
        held.values("SELECT 1")
        _switch(settings, url)
        if sys.platform != "win32":  # there no open file can be renamed
            _put_aside(settings, note)
        return source.name, name, moved


def kept_files(home: Path) -> list[Path]:
    """Files of before a move, that were put aside."""
    return sorted(home.glob(_KEPT.partition("{")[0] + "*.sqlite"))


def delete_kept(home: Path) -> list[Path]:
    found = kept_files(home)
    for path in found:
        for suffix in ("", "-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
    return found


def _require_source(settings: Settings, url: str) -> None:
    require_one_store(settings, {KEY: url})
    home, current = settings.home, settings.tuning.storage.url
    if url == current:
        raise UsageError(f"memory is in {place_of(settings)} already; nothing is to be moved")
    file = home / DATABASE_FILE
    if current == FILE and not file.exists():
        raise NotFoundError(
            f"no memory in {home}; `quaid config set {KEY} URL` begins one on a server, --home names another"
        )
    if url == FILE and file.exists() and url not in _notes(home):
        raise UsageError(f"{file} is there already, and not of this move; rename it, then move")


@contextmanager
def _opened(settings: Settings, *, named: str = KEY) -> Iterator[OpenedEngine]:
    """`named`: what errors call the address."""
    callers = Callers(caller_named(settings.agent))
    engine = opened_engine(settings, SystemClock(), SortableIds(), callers, mapped_mb=None, setting=named)
    try:
        yield engine
    finally:
        engine.database.close()


def _side(engine: OpenedEngine) -> Side:
    return Side(engine.name, engine.rows, engine.search, engine.documents)


def _at(settings: Settings, url: str) -> Settings:
    tuning = settings.tuning
    return replace(settings, tuning=replace(tuning, storage=replace(tuning.storage, url=url)))


def _growing(settings: Settings, url: str) -> Settings:
    """Where the target is until it is whole: a file grows in a folder of its own."""
    if url != FILE:
        return _at(settings, url)
    folder = settings.home / _GROWING
    folder.mkdir(mode=0o700, exist_ok=True)
    growing, placed = folder / DATABASE_FILE, settings.home / DATABASE_FILE
    if placed.exists():  # an earlier call was cut off right before the switch
        if growing.exists():
            raise StorageError(
                f"{placed} and {growing} are both there; rename the one that is not of this move"
            )
        move_aside(placed, growing)
    return replace(_at(settings, url), home=folder)


def _switch(settings: Settings, url: str) -> None:
    """From here on the target is in use."""
    if url == FILE:
        move_aside(settings.home / _GROWING / DATABASE_FILE, settings.home / DATABASE_FILE)
    write_setting(settings, KEY, url)


def _put_aside(settings: Settings, note: _Note) -> Path | None:
    """The file that is not in use any more, under a name of its own."""
    if note.kept is None:
        return None
    kept = settings.home / note.kept
    move_aside(settings.home / DATABASE_FILE, kept)
    return kept


def _finish(settings: Settings, url: str, note: _Note) -> Path | None:
    """What is left to do once the target is in use; each step may have been done already."""
    kept = _put_aside(settings, note)
    if kept is not None and kept.exists():
        Database(kept, clock=SystemClock()).close()  # what its log holds comes into the file
    # Graphs follow the numbers of another change log; they are made anew.
    shutil.rmtree(settings.home / GRAPH_FOLDER, ignore_errors=True)
    with suppress(OSError):
        (settings.home / _GROWING).rmdir()
    with _opened(settings) as engine:
        if marked_owners(note.move, engine.database):
            unmark(note.move, engine.database)
    notes = {target: each for target, each in _notes(settings.home).items() if target != url}
    _write_notes(settings.home, notes)
    return kept


def _begun(settings: Settings) -> _Note:
    clock = SystemClock()
    is_file = settings.tuning.storage.url == FILE
    kept = _KEPT.format(at=clock.now()) if is_file else None
    return _Note(SortableIds().new(_MOVE_PREFIX), kept)


def _notes(home: Path) -> dict[str, _Note]:
    """Unfinished moves of this home, by where they lead to."""
    path = home / _NOTE
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return {url: _Note(**each) for url, each in found.items()}
    except FileNotFoundError:
        return {}
    except (ValueError, TypeError, AttributeError) as err:
        raise StorageError(f"{path} cannot be read ({err}); delete it to begin a move anew") from err


def _write_notes(home: Path, notes: dict[str, _Note]) -> None:
    path = home / _NOTE
    if notes:
        write_whole(path, json.dumps({url: asdict(note) for url, note in notes.items()}, indent=2))
    else:
        path.unlink(missing_ok=True)
