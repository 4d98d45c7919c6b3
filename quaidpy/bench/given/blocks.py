"""What does an agent read of a memory that took a world in as users do: a file a session, or one log of them all?"""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from quaidpy.bench.adapter import RecallAdapter, home_of
from quaidpy.bench.data.datasets import World
from quaidpy.bench.data.world_files import Form
from quaidpy.domain.recall.queries import Query
from quaidpy.recall.giving.rendering import context_block
from quaidpy.recall.pipeline import recall
from quaidpy.services.parts import Parts
from quaidpy.settings import Settings


@contextmanager
def memory_of(world: World, form: Form, settings: Settings, folder: Path) -> Iterator[Parts]:
    """The memory of a world, taken in by the ordinary way; one that is kept in `folder` is used as it is.

    A home is known by its documents and by the settings that shape memories, not by the program that made it.
    """
    home = home_of(world, settings, folder, form)
    with closing(RecallAdapter(settings, home=home, form=form)) as adapter:
        adapter.index(world.documents)
        yield adapter.parts


def blocks_of(parts: Parts, question: str, budgets: Sequence[int]) -> list[str]:
    """One for each budget."""
    return [block_of(parts, Query(text=question, budget_tokens=budget)) for budget in budgets]


def block_of(parts: Parts, query: Query) -> str:
    """What `quaid recall` prints; without what a recall does to memories, so that no question changes the next."""
    return context_block(recall(query, parts.recalling), budget_tokens=query.budget_tokens)
