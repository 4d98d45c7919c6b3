"""With which settings, where, and how visibly is something measured?"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from quaidpy.errors import UsageError
from quaidpy.interfaces.cli.terminal.progress import progress_bars
from quaidpy.interfaces.cli.terminal.session import Session

if TYPE_CHECKING:
    from quaidpy.bench.data.datasets import Dataset
    from quaidpy.bench.progress import Report
    from quaidpy.settings import Settings


def kept(folder: str | None) -> Path | None:
    return Path(folder).expanduser().absolute() if folder else None


_NOWHERE_ELSE = {"storage.url": "", "sync.url": ""}
"""What is made to be measured stays in files of its own, wherever the user's memory is."""


def settings_with(session: Session, changes: tuple[str, ...]) -> "Settings":
    """For homes that are made to be measured: the session's, with KEY=VALUE changes.

    Raises UsageError for one without `=`.
    """
    return _settings(session, changes, _NOWHERE_ELSE)


def settings_of_home(session: Session, changes: tuple[str, ...]) -> "Settings":
    """For the user's own memory, which is read and no more. Raises UsageError for a change without `=`."""
    return _settings(session, changes, {})


def _settings(session: Session, changes: tuple[str, ...], others: Mapping[str, str]) -> "Settings":
    from quaidpy.settings import load_settings

    flags = dict(others)
    for change in changes:
        key, equals, value = change.partition("=")
        if not equals:
            raise UsageError(f"--set {change} lacks its value; write --set {change}=VALUE")
        flags[key.strip()] = value.strip()
    return load_settings(home=Path(session.home) if session.home else None, owner=session.owner, flags=flags)


def datasets(paths: tuple[str, ...], *, split: str, limit: int | None, form: str | None) -> "list[Dataset]":
    from quaidpy.bench.data.converters import read_dataset

    folders = [Path(path).expanduser() for path in paths]
    return [read_dataset(folder, split=split, form=form).limited(limit) for folder in folders]


@contextmanager
def folder_for(keep: str | None) -> Iterator[Path]:
    """The folder to keep homes in, or one that is gone afterwards."""
    folder = kept(keep)
    if folder:
        yield folder
        return
    with TemporaryDirectory(prefix="quaid-bench-") as temporary:
        yield Path(temporary)


@contextmanager
def progress(title: str, session: Session) -> "Iterator[Report]":
    """A bar for each kind of thing on a terminal's stderr; nothing elsewhere."""
    from quaidpy.bench.progress import silent

    with progress_bars(session) as tell:
        yield (lambda things, done, total: tell(f"{title}, {things}", done, total)) if tell else silent


tuned = click.option(
    "--set",
    "changes",
    multiple=True,
    metavar="KEY=VALUE",
    help="Measure with this setting; may be repeated.",
)
"""The option by which a measurement tries other settings."""
