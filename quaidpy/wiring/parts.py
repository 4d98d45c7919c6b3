"""Which adapters serve this home? The only chooser of them."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

from quaidpy import memory
from quaidpy.domain.identity import OPERATION_PREFIX, Owner
from quaidpy.domain.memories.operations import Caller, caller_named
from quaidpy.domain.recall.queries import Query
from quaidpy.learn.identity_files import IdentityFile, identity_files
from quaidpy.models.on_demand import ClosingEmbedder
from quaidpy.ports.hosts import HostFiles
from quaidpy.ports.machine import Calling, IdSource
from quaidpy.ports.models import LanguageModel
from quaidpy.recall.pipeline import recall
from quaidpy.remember.model.reading import Reader
from quaidpy.services.access_tokens import Tokens
from quaidpy.services.parts import Parts
from quaidpy.services.spaces.placing import parts_in
from quaidpy.settings import (
    DATABASE_FILE,
    Settings,
    load_settings,
)
from quaidpy.wiring.models import IN_PROCESS, reader_by

__all__ = ["DATABASE_FILE", "Memory", "host_files", "parts_for", "restore_home"]

_WAITS_FOR_HOME_S = 60.0  # while another restores, or a server leaves


class Memory(memory.Memory):
    """Your memory: `with Memory() as memory: …`.

    `home`: the folder of the database, default `$QUAID_HOME` or `~/.quaid`; made when missing. `owner`: whose memory,
    default `$QUAID_OWNER` or `default`. `agent`: who calls, default `$QUAID_AGENT`; every operation says so. `spaces`:
    those that are asked, and the one that is written in; default all that the caller may read, and their private one.
    """

    def __init__(
        self,
        *,
        home: Path | str | None = None,
        owner: str | None = None,
        agent: str | None = None,
        spaces: Sequence[str] = (),
    ) -> None:
        folder = Path(home) if home is not None else None
        super().__init__(parts_for(load_settings(home=folder, owner=owner, agent=agent)))
        placed = self.within(*spaces)
        super().__init__(placed.parts)


class Household:
    """The memories of all owners of one home, over one database, one graph and one set of models; for a server.

    Safe for many threads, as every Memory is.
    """

    def __init__(self, settings: Settings) -> None:
        from quaidpy.system.callers import Callers
        from quaidpy.system.fresh_ids import SortableIds

        self._ids = SortableIds()
        self._callers = Callers(caller_named(settings.agent))
        self._parts = parts_for(settings, ids=self._ids, callers=self._callers)
        self._own = memory.Memory(self._parts)
        self.settings = settings

    def memory_of(self, owner: Owner) -> memory.Memory:
        """Do not close it: it shares everything with the others."""
        if owner == self._parts.owner:
            return self._own
        parts = replace(self._parts, access=replace(self._parts.access, owner=owner))
        learning = replace(parts.learning, identity=self._identity_of(owner))
        return memory.Memory(replace(parts_in(parts, owner), learning=learning))

    def _identity_of(self, owner: Owner) -> tuple[IdentityFile, ...]:
        return identity_files(self.settings.tuning.learning, self.settings.home, owner)

    def request(self, name: str) -> AbstractContextManager[None]:
        """While a request changes memory in this thread: its first operation bears its name (16 hex digits)."""
        return self._ids.ending(OPERATION_PREFIX, name)

    def calling(self, caller: Caller | None) -> AbstractContextManager[None]:
        """While this caller is served: what it changes says so. None: nobody has said who calls."""
        return self._callers.being(caller)

    def done_for(self, name: str, owner: Owner) -> str | None:
        """The operation that a request of this name has committed; None when it has not."""
        found = self._parts.remembering.store.ids_like(owner, f"{OPERATION_PREFIX}{name}")
        return found[0] if found else None

    def reader_by(self, model: LanguageModel) -> Reader:
        """Reads by a model that is lent, with the prompts and settings of this home."""
        return reader_by(self.settings, model)

    @property
    def tokens(self) -> Tokens:
        """Who may come, where this is a shared server."""
        return self._parts.tokens

    def connections(self) -> tuple[int, int] | None:
        """To the server that has the database: how many are in use, of how many; None for a file."""
        return self._parts.files.connections()

    def owners(self) -> list[Owner]:
        """Everybody with a memory here."""
        return self._parts.remembering.store.owners()

    def warm_up(self) -> None:
        """Load the model that is in this process and read what recalls read, so that the first one need not."""
        if self.settings.tuning.embedding.model not in IN_PROCESS or self._parts.recalling.embedder is None:
            return
        self._parts.recalling.embedder.embed(
            ["warm", "up"]
        )  # two: for a server the optimised model is loaded
        for owner in self.owners()[:1]:
            recall(Query(text="who is warming up?"), replace(self._parts.recalling, owner=owner))

    def let_go(self) -> None:
        """Keep no embedding model in memory until somebody needs it again."""
        embedder: object = self._parts.recalling.embedder
        if isinstance(embedder, ClosingEmbedder):
            embedder.close()

    def flush(self) -> None:
        """Write what recalls did."""
        self._parts.effects.flush()

    def close(self) -> None:
        self._own.close()


def parts_for(
    settings: Settings,
    *,
    ids: IdSource | None = None,
    callers: Calling | None = None,
    mapped_mb: int | None = None,
) -> Parts:
    """Everything a Memory needs, for one home and owner. Opens the database, nothing else.

    `callers`: who calls; always the agent of the settings, when None.
    `mapped_mb`: how much of the database file may be mapped into memory; as much as can be, when None.
    """
    from quaidpy.wiring.opening import open_parts

    return open_parts(settings, ids=ids, callers=callers, mapped_mb=mapped_mb)


def host_files() -> HostFiles:
    """How files of other programs are looked at; needs no home."""
    from quaidpy.system.host_files import ForeignFiles

    return ForeignFiles()


def restore_home(settings: Settings, source: Path, *, within_s: float = _WAITS_FOR_HOME_S) -> Path | None:
    """Put a backup in the place of the home's database; returns where the replaced one is kept, None without one.

    Callers take turns. Raises UsageError when the source is not a sound quaidpy database, BusyError when a server or
    another process has the home for longer than `within_s`; then nothing is changed.
    """
    from quaidpy.home.ownership import sole_owner
    from quaidpy.storage.sqlite.file.restoring import require_backup, restore_database
    from quaidpy.system.clock import SystemClock

    require_backup(source)
    with sole_owner(str(settings.home), within_s=within_s):
        return restore_database(settings.home / DATABASE_FILE, source, clock=SystemClock())
