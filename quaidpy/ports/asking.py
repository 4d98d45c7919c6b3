"""What is asked of storage together, as no question needs the answer of another?"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, wait
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol, TypeVar, overload

_A = TypeVar("_A")
_B = TypeVar("_B")
_C = TypeVar("_C")
_D = TypeVar("_D")
_E = TypeVar("_E")


class Together(Protocol):
    """Makes all of these calls and gives what each gives, in order.

    Each reads storage and changes nothing: where storage is far, all of them wait for it at once, and a call may be
    made anew from its beginning for that. What one of them raises goes on; others may not have been made then.
    """

    @overload
    def __call__(self, one: Callable[[], _A], other: Callable[[], _B], /) -> tuple[_A, _B]: ...
    @overload
    def __call__(
        self, one: Callable[[], _A], other: Callable[[], _B], third: Callable[[], _C], /
    ) -> tuple[_A, _B, _C]: ...
    @overload
    def __call__(
        self,
        one: Callable[[], _A],
        other: Callable[[], _B],
        third: Callable[[], _C],
        fourth: Callable[[], _D],
        /,
    ) -> tuple[_A, _B, _C, _D]: ...
    @overload
    def __call__(
        self,
        one: Callable[[], _A],
        other: Callable[[], _B],
        third: Callable[[], _C],
        fourth: Callable[[], _D],
        fifth: Callable[[], _E],
        /,
    ) -> tuple[_A, _B, _C, _D, _E]: ...
    @overload
    def __call__(self, *calls: Callable[[], _A]) -> tuple[_A, ...]: ...


def one_by_one(*calls: Callable[[], Any]) -> Any:  # noqa: ANN401 - as many types as calls, see Together
    """See Together: where nobody waits."""
    return tuple([call() for call in calls])


class Foresee(Protocol):
    """Says that these calls will be made, or others that need what they read. Changes no answer.

    Where storage is far, they are made now, as Together makes them, and inside a view nobody waits for the same again.
    `costly`: what they compute takes longer than a wait or two; not made where what was asked so far was in memory.
    """

    def __call__(self, *calls: Callable[[], object], costly: bool = False) -> None: ...


class Alongside(Protocol):
    """Like Foresee, for what goes with whatever is waited for next, where all was in memory so far."""

    def __call__(self, *calls: Callable[[], object]) -> None: ...


def not_foreseen(*calls: Callable[[], object], costly: bool = False) -> None:
    """See Foresee and Alongside: where nobody waits."""


class Beside(Protocol):
    """For a call that takes a core while this thread does something else: lends what gives its result.

    Where storage is far and `call` lacks an answer of it, nobody waits on another thread: `alone` is called by whoever
    wants the result. Left when no thread reads any more, as the storage may be closed next.
    """

    def __call__(
        self, call: Callable[[], _A], alone: Callable[[], _A], /
    ) -> AbstractContextManager[Callable[[], _A]]: ...


def afterwards(_call: Callable[[], _A], alone: Callable[[], _A]) -> AbstractContextManager[Callable[[], _A]]:
    """See Beside: where there is no other thread."""
    return nullcontext(lru_cache(maxsize=1)(alone))


@contextmanager
def on_a_thread(
    threads: Executor, call: Callable[[], _A], _alone: Callable[[], _A]
) -> Iterator[Callable[[], _A]]:
    """See Beside: where nobody waits for storage."""
    made = threads.submit(call)
    try:
        yield made.result
    finally:
        wait([made])


@dataclass(frozen=True, slots=True)
class Asking:
    """How storage is asked, by what that costs there: a wait, or the time of a core.

    `whole_view`: around all that one recall asks, where one long view costs less than a few short ones.
    """

    together: Together = one_by_one
    foresee: Foresee = not_foreseen
    alongside: Alongside = not_foreseen
    beside: Beside = afterwards
    whole_view: Callable[[], AbstractContextManager[object]] = nullcontext
