"""What takes longer than it should, told by what ordinary text of the same size takes beside it."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from quaidpy.errors import UsageError

ATTEMPTS = 3  # a busy machine makes something slow now and then, but not again and again
TIMES_AS_LONG = 5  # what grew with the square of its size took 50 times as long as prose and more
NOISE_S = 0.1  # a collection of garbage, a module read for the first time
SAYS = "I bought a kitchen number {0} for my garden last week, and Maria said it costs {0} euros. "


def seconds(work: Callable[[], object]) -> float:
    """Of this process, whatever runs beside it."""
    begun = time.process_time()
    with suppress(UsageError):  # nothing but noise: told so, and in time as well
        work()
    return time.process_time() - begun


def slow_of(units: Sequence[str], size: int, work: Callable[[str], object]) -> Sequence[str]:
    """Which of these, repeated to `size` bytes, are slower than prose at every attempt."""

    def takes(text: str) -> float:
        return seconds(lambda: work(text))

    for attempt in range(ATTEMPTS):
        least = size - 100 * attempt  # another text: one known already is not taken in again
        allowed = TIMES_AS_LONG * takes(prose(least)) + NOISE_S
        units = [unit for unit in units if takes(repeated(unit, least)) > allowed]
    return units


def prose(size: int) -> str:
    return "".join(SAYS.format(number) for number in range(size // len(SAYS)))


def repeated(unit: str, size: int) -> str:
    return unit * (size // len(unit.encode()))
