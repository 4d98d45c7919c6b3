"""What must the server be told before a statement: that a view begins, whose rows it may see, how it is planned?

Each of these is a statement of its own, so it is said when it has changed, and no sooner: the policies of the tables go
by the owners, see `row_security`. A plan is made for the owner asked of, as an average one would be slow for the
largest; making one takes five times as long as running it where a few rows are read by their keys, whoever asks. Such
a statement begins with `sql.engine.ALIKE`, and is planned once a connection.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import TypeAlias

from quaidpy.storage.postgres.server.row_security import BETWEEN, EVERY_OWNER
from quaidpy.storage.sql.engine import ALIKE

Said: TypeAlias = tuple[str, tuple[str, ...]]
"""A statement, and its values."""
FOR_ITS_OWNER = "force_custom_plan"
_ONCE = "force_generic_plan"
_WHOSE = "SELECT set_config('quaid.owners', %s, true)"
_WHOSE_AND_HOW = f"{_WHOSE}, set_config('plan_cache_mode', %s, true)"


class Preface:
    """Of one transaction: what was said in it, and what is to be said next."""

    def __init__(self, *, begin: str, admitted: Iterable[str] | None, plans_once: bool) -> None:
        """`begin`: what begins the transaction; empty where it has begun, and `admitted` may be seen in it already.

        `admitted`: None is everybody. `plans_once`: the server may use a plan again, as a cluster cannot.
        """
        self.is_of_everybody = admitted is None
        self._owners = set(admitted or ())
        self._own = BETWEEN.join(sorted(self._owners))
        self._begin = begin
        self._plans_once = plans_once
        self._said = None if begin else (self._whose(of_everybody=self.is_of_everybody), FOR_ITS_OWNER)

    def admit(self, owners: Collection[str]) -> None:
        """Rows of these owners may be seen from here on."""
        if not self._owners.issuperset(owners):
            self._owners.update(owners)
            self._own = BETWEEN.join(sorted(self._owners))

    def before(self, statement: str, *, of_everybody: bool) -> Iterator[Said]:
        """Once each is asked for, it counts as said."""
        if begin := self._begin:
            self._begin = ""
            yield begin, ()
        how = _ONCE if self._plans_once and statement.startswith(ALIKE) else FOR_ITS_OWNER
        saying = self._whose(of_everybody=of_everybody), how
        if saying != self._said:
            self._said = saying
            yield (_WHOSE_AND_HOW, saying) if self._plans_once else (_WHOSE, saying[:1])

    def _whose(self, *, of_everybody: bool) -> str:
        return EVERY_OWNER if of_everybody else self._own
