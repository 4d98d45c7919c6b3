"""How is independent work done by several processes at a time?"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

Task = TypeVar("Task")
Done = TypeVar("Done")


def done_in_order(work: Callable[[Task], Done], tasks: Sequence[Task], *, jobs: int) -> Iterator[Done]:
    """What each task gives, in the order of the tasks; one task, or one job, needs no other process."""
    if min(jobs, len(tasks)) <= 1:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as processes:
        yield from processes.map(work, tasks)
