"""What is wrong with this installation or this home?"""

import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from quaidpy import __version__
from quaidpy.errors import DamagedError, ModelError, QuaidError, SettingsError
from quaidpy.interfaces.cli.home.findings import BAD, OK, WARN, Diagnosis, Finding
from quaidpy.interfaces.cli.home.server_findings import server_findings
from quaidpy.interfaces.cli.home.sync_diagnosis import sync_findings
from quaidpy.interfaces.cli.terminal.session import Session, short_path

if TYPE_CHECKING:
    from quaidpy.memory import Memory

_PRIVATE_FOLDER, _PRIVATE_FILE = 0o700, 0o600
_OTHERS = 0o077
_NIGHTS = 30  # among which the last finished one is looked for
_SHOWN_AT_MOST = 3  # differences named; the rest are counted


def diagnose(session: Session, *, is_fixing: bool) -> Diagnosis:
    """Everything looked at, in the order in which one thing depends on the other."""
    found = Diagnosis([_versions()])
    findings = found.findings
    try:
        settings = session.settings
    except SettingsError as error:
        remedy = "mend the file it names; `quaid config check` looks again"
        findings.append(Finding("settings", BAD, str(error), remedy))
        return found
    changed = sum(setting.origin != "default" for setting in settings.provenance)
    findings.append(Finding("settings", OK, f"{len(settings.provenance)} valid, {changed} changed"))
    findings.append(_embedder(session))
    if not session.has_database():
        text = f"no memory in {short_path(settings.home)} yet"
        findings.append(Finding("home", WARN, text, "`quaid init` or `quaid extract FILE` makes one"))
        return found
    if settings.home.is_dir():  # of a server's memory it is made when that is opened
        findings.append(_permissions(settings.home, is_fixing=is_fixing))
    findings.extend(_hooks(settings.home))
    findings.extend(_left_to_begin(session))
    try:
        with session.writing() as memory:
            found.server = memory.parts.files.server()
            if found.server is not None:
                findings.extend(server_findings(found.server))
            findings.extend(_memory(memory, is_fixing=is_fixing))
            findings.extend(_janitor(session, memory))
            findings.extend(sync_findings(memory))
    except QuaidError as error:
        is_lost = isinstance(error, DamagedError)
        remedy = "`quaid restore FILE` puts a backup in its place" if is_lost else "then `quaid doctor` again"
        findings.append(Finding("database", BAD, str(error), remedy))
    return found


def _versions() -> Finding:
    return Finding("quaidpy", OK, f"{__version__} on Python {platform.python_version()}, {sys.platform}")


def _embedder(session: Session) -> Finding:
    """Loads the model, which checks its weights, and embeds two words."""
    from quaidpy.wiring.models import chosen_embedder

    try:
        embedder = chosen_embedder(session.settings)
        if embedder is None:
            text = "switched off: recall finds words, not meaning"
            return Finding("embedder", WARN, text, "`quaid config set embedding.model embedded`")
        embedder.embed(["a probe"])
    except (ModelError, SettingsError, ImportError) as error:
        return Finding(
            "embedder", BAD, str(error), "install quaidpy again; its packages are incomplete or damaged"
        )
    identity = embedder.identity
    return Finding("embedder", OK, f"{identity.name}, {identity.dimension} dimensions, weights as expected")


def _permissions(home: Path, *, is_fixing: bool) -> Finding:
    """Nobody else may look in: folder 0700, files 0600."""
    files = [path for path in home.iterdir() if path.is_file()]
    open_ones = [path for path in (home, *files) if path.stat().st_mode & _OTHERS]
    if open_ones and is_fixing:
        for path in open_ones:
            path.chmod(_PRIVATE_FOLDER if path.is_dir() else _PRIVATE_FILE)
        return Finding("home", OK, f"{short_path(home)}: closed to others now")
    if open_ones:
        names = ", ".join(path.name for path in open_ones[:_SHOWN_AT_MOST])
        return Finding(
            "home", WARN, f"{short_path(home)}: others may read {names}", "`quaid doctor --fix` closes it"
        )
    megabytes = sum(path.stat().st_size for path in home.rglob("*") if path.is_file()) / 1_000_000
    return Finding("home", OK, f"{short_path(home)}, private, {megabytes:.1f} MB")


def _hooks(home: Path) -> Iterator[Finding]:
    """What hooks of agents' hosts kept, and what could not be read of it; nothing where none ever ran."""
    from quaidpy.home.inbox import FOLDER, SET_ASIDE, InboxFiles
    from quaidpy.interfaces.cli.terminal.printing import counted

    folder = home / FOLDER
    if not folder.is_dir():
        return
    waiting, aside = len(InboxFiles(home).waiting()), len(list((folder / SET_ASIDE).glob("*.reason")))
    if aside:
        remedy = (
            f"the reasons lie beside them in {short_path(folder / SET_ASIDE)}; take away what you do not miss"
        )
        yield Finding("inbox", WARN, f"{counted(aside, 'note')} of hooks could not be read", remedy)
    if waiting:
        yield Finding(
            "inbox",
            WARN,
            f"waiting: {counted(waiting, 'note')} of hooks",
            "`quaid extract --inbox` takes them in",
        )
    elif not aside:
        yield Finding("inbox", OK, "none waits")


def _left_to_begin(session: Session) -> Iterator[Finding]:
    """What `quaid init` asks for and nobody has answered; all goes without."""
    from quaidpy.interfaces.cli.hosts.installing import hosts_here, is_installed
    from quaidpy.interfaces.cli.night.scheduling import can_be_scheduled, scheduled

    if not session.settings.tuning.user.name:
        yield Finding("name", OK, "nobody has told whose memory this is", "`quaid config set user.name NAME`")
    for host in hosts_here():
        try:
            is_used = is_installed(session, host)
        except QuaidError as error:
            yield Finding("hosts", WARN, str(error), f"mend it, then `quaid install {host}`")
            continue
        text = "uses this memory" if is_used else "is here and does not use this memory"
        yield Finding("hosts", OK, f"{host} {text}", "" if is_used else f"`quaid install {host}`")
    if can_be_scheduled() and not scheduled(session.settings)[0]:
        yield Finding("night", OK, "the janitor does not run by itself", "`quaid janitor install`")


def _memory(memory: "Memory", *, is_fixing: bool) -> Iterator[Finding]:
    from quaidpy.interfaces.cli.terminal.printing import counted

    counts = memory.stats()
    yield Finding(
        "memory", OK, f"{counted(counts.get('memories', 0), 'memory', 'memories')} of {memory.owner}"
    )
    if is_fixing and (memory.check_files() or memory.check_graph()):
        memory.rebuild()
    remedy = "`quaid doctor --fix` makes anew what is derived"
    yield _agreement(
        "database", "whole, text and vector index agree with the rows", memory.check_files(), remedy
    )
    yield _agreement("graph", "agrees with the rows", memory.check_graph(), remedy)
    yield _waiting(memory, is_fixing=is_fixing)
    yield from _reading(memory)
    yield from _files(memory, is_fixing=is_fixing)


def _reading(memory: "Memory") -> Iterator[Finding]:
    """Whether the deep model reads what was said: its program is there, and nothing failed last."""
    from quaidpy.interfaces.cli.hosts.readers import missing_program, unread
    from quaidpy.interfaces.cli.terminal.printing import counted

    if not memory.has_reader:
        return
    missing = missing_program(memory.parts)
    waiting, error = unread(memory)
    if missing is not None:
        remedy = (
            "install it again, then `quaid install HOST --reader`, or `quaid config set models.deep none`"
        )
        yield Finding("reader", BAD, f"{missing} is not there: nothing is read by the deep model", remedy)
    elif error is not None:
        text = f"{counted(waiting, 'chunk')} wait for the deep model; the last one failed: {error}"
        yield Finding(
            "reader", WARN, text, "`quaid config model deep` tries it, `quaid extract --retry` reads"
        )
    elif waiting:
        yield Finding("reader", OK, f"{counted(waiting, 'chunk')} wait for the deep model")
    else:
        yield Finding("reader", OK, "the deep model has read all that was said")


def _files(memory: "Memory", *, is_fixing: bool) -> Iterator[Finding]:
    """Edits of files that a killed process left unwritten, or that could not be written; nothing when none is."""
    from quaidpy.interfaces.cli.terminal.printing import counted
    from quaidpy.learn.file_writing import write_waiting

    tools = memory.parts.learning
    failed: tuple[str, ...] = ()
    if is_fixing:
        with tools.files.held():
            failed = write_waiting(memory.owner, tools).failed
    waiting = tools.records.waiting_writes(memory.owner)
    if waiting:
        names = ", ".join(sorted({Path(each.edit.path).name for each in waiting}))
        remedy = "; ".join(failed) or "`quaid doctor --fix` writes them"
        yield Finding("files", WARN, f"{counted(len(waiting), 'edit')} not written yet: {names}", remedy)


def _janitor(session: Session, memory: "Memory") -> Iterator[Finding]:
    """When it last ran, where anybody asked for it; and whether there is a newer version, if one may ask."""
    from quaidpy.interfaces.cli.night.janitor_views import status_document
    from quaidpy.wiring.nights import night_tools

    status = status_document(memory, session.settings, limit=_NIGHTS)
    if status["warning"]:
        late, _, remedy = status["warning"].partition("; ")
        yield Finding("janitor", WARN, late, remedy)
    elif status["last"]:
        yield Finding("janitor", OK, f"last finished {status['last']:%Y-%m-%d %H:%M} UTC")
    newer = night_tools(session.settings, memory.parts).releases.newer()
    if newer:
        yield Finding("update", WARN, f"quaidpy {newer} is out", "install it as you installed this one")


def _agreement(name: str, well: str, differences: list[str], remedy: str) -> Finding:
    if not differences:
        return Finding(name, OK, well)
    more = f" … and {len(differences) - _SHOWN_AT_MOST} more" if len(differences) > _SHOWN_AT_MOST else ""
    return Finding(name, BAD, "; ".join(differences[:_SHOWN_AT_MOST]) + more, remedy)


def _waiting(memory: "Memory", *, is_fixing: bool) -> Finding:
    if memory.parts.remembering.embedder is None:
        return Finding("embeddings", OK, "none wanted: embedding.model is none")
    if is_fixing:
        memory.embed_waiting()
    waiting = memory.texts_without_vector()
    if not waiting:
        return Finding("embeddings", OK, "none waits")
    text = f"{waiting:,} texts wait; they are found by their words only"
    return Finding("embeddings", WARN, text, "`quaid doctor --fix` embeds them")
