"""What happens in a round? First what others did comes here, then what was done here goes there.

In this order, so that what others have purged is gone before anything is sent. Each page is one commit on the side
that takes it, and the position is kept after it: a round that was cut is repeated, and changes nothing by that.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.operations import Cause
from quaidpy.ports.embedding import EmbedderIdentity
from quaidpy.ports.sync import Position, Taken
from quaidpy.services.parts import Side, SyncTools
from quaidpy.services.sync.following import lost_keys, wanted_keys

_TEXTS_AT_ONCE = 256
_MOST_TEXTS = 100_000  # looked at in one round; a first round of more leaves the rest to the next

Erased = Callable[[Owner, Taken], None]


@dataclass(slots=True)
class Round:
    """What a round did. `pulled`, `pushed`: rows that were not so before, here and there. `left`: spaces let go of."""

    pulled: int = 0
    pushed: int = 0
    vectors: int = 0
    followed: list[Owner] = field(default_factory=list)
    left: list[Owner] = field(default_factory=list)

    @property
    def moved(self) -> int:
        return self.pulled + self.pushed + len(self.left)


def run_round(tools: SyncTools, there: Side, *, erased: Erased) -> Round:
    """`erased`: told of what was purged elsewhere, and is now gone from this database."""
    done = Round()
    for key in lost_keys(tools.here, there, tools.owner):
        tools.here.rows.leave(key)
        done.left.append(key)
    for owner in wanted_keys(tools.here, there, tools.owner, tools.tuning.spaces):
        tools.here.rows.follow(owner)
        there.rows.follow(owner)
        done.followed.append(owner)
        done.pulled += _pull(owner, tools, there, erased)
        done.pushed += _push(owner, tools, there)
        done.vectors += _share_vectors(owner, tools, there)
    return done


def _pull(owner: Owner, tools: SyncTools, there: Side, erased: Erased) -> int:
    here, peer = tools.here.rows, there.rows.node
    position = here.position(owner, peer)
    if position.pulled > there.rows.last(owner):  # an older copy took the store's place: all is told anew
        position = Position()
    changed = 0
    while True:
        page = there.rows.after(owner, position.pulled, only_own=False, limit=tools.tuning.page_rows)
        if page.states:
            taken = here.take(owner, page.states)
            changed += taken.changed
            if taken.purged is not None:
                erased(owner, taken)
        if page.upto != position.pulled:
            position = replace(position, pulled=page.upto)
            here.keep_position(owner, peer, position)
        if page.is_last:
            return changed


def _push(owner: Owner, tools: SyncTools, there: Side) -> int:
    here, peer = tools.here.rows, there.rows.node
    position, changed = here.position(owner, peer), 0
    while True:
        page = here.after(owner, position.pushed, only_own=True, limit=tools.tuning.page_rows)
        pulled = position.pulled
        if page.states:
            taken = there.rows.take(owner, page.states)
            changed += taken.changed
            if taken.before == pulled and taken.is_as_given:  # nobody else wrote: there is nothing to hear of
                pulled = taken.after
        if (page.upto, pulled) != (position.pushed, position.pulled):
            position = Position(pulled=pulled, pushed=page.upto)
            here.keep_position(owner, peer, position)
        if page.is_last:
            return changed


def _share_vectors(owner: Owner, tools: SyncTools, there: Side) -> int:
    """Embeddings of the same model are taken from the other side, instead of being made again."""
    if tools.embedder is None:
        return 0
    identity = tools.embedder.identity
    taken = _take_vectors(owner, identity, tools.here, there)
    if there.search.identity() in {None, identity}:
        taken += _take_vectors(owner, identity, there, tools.here)
    return taken


def _take_vectors(owner: Owner, identity: EmbedderIdentity, to: Side, source: Side) -> int:
    taken = 0
    texts = to.search.texts_without_vector(owner, limit=_MOST_TEXTS, identity=identity)
    for some in _parts(texts):
        vectors = source.search.known_vectors(owner, identity, some)
        if vectors:
            cause = Cause(owner=owner, verb="sync", why=f"{len(vectors)} embeddings of the same model")
            with to.store.writing(cause) as writing:
                writing.put_vectors(identity, vectors)
            taken += len(vectors)
    return taken


def _parts(texts: list[str]) -> Iterable[list[str]]:
    return (texts[start : start + _TEXTS_AT_ONCE] for start in range(0, len(texts), _TEXTS_AT_ONCE))
