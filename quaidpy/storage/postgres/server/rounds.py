"""Which statements of a view does one wait for the server answer?

A wait costs as much as a few statements, and most of what a recall asks needs no answer to anything else that it
asks. Calls that are made together go on until each lacks an answer; what they lack is sent as one, and the calls are
made anew from their beginning, where all that was answered before is known. That is right because nothing changes in a
view, and it needs no second thread, connection or snapshot.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from quaidpy.domain.identity import Owner


class Asked(NamedTuple):
    """A statement as quaidpy writes it, with what it binds, and whether it may see rows of all."""

    statement: str
    bound: Mapping[str, Any]
    is_of_everybody: bool = False

    @property
    def key(self) -> tuple[Any, ...]:
        values = (tuple(value) if type(value) is list else value for value in self.bound.values())
        return (self.statement, self.is_of_everybody, *values)


class Answer(NamedTuple):
    """The names of the columns, and the rows."""

    names: Sequence[str]
    rows: list[tuple[Any, ...]]


class UnansweredError(Exception):
    """A call cannot go on before these are answered; for `together` alone."""

    def __init__(self, asked: Sequence[Asked]) -> None:
        super().__init__(f"{len(asked)} statements are to be answered first")
        self.asked = asked


class NotKnownError(Exception):
    """Another thread than the one that asks lacks an answer."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a view has answered, for a thread beside the one that asks it.

    Raises NotKnownError where that is too little.
    """

    answers: Mapping[tuple[Any, ...], Answer]
    waits: int = 0

    def answer(self, asked: Asked) -> Answer | None:
        self.ahead([asked])
        return self.answers[asked.key]

    def ahead(self, asked: Sequence[Asked]) -> None:
        if any(each.key not in self.answers for each in asked):
            raise NotKnownError

    def together(self, calls: Sequence[Callable[[], Any]]) -> tuple[Any, ...]:
        return tuple([call() for call in calls])


@dataclass(slots=True)
class Rounds:
    """What a view has answered so far. `ask`: sends statements as one and waits once."""

    ask: Callable[[Sequence[Asked]], Sequence[Answer]]
    _first: Callable[[Owner | None], Iterable[tuple[str, Mapping[str, Any]]]] | None = None
    _met: set[Owner | None] = field(default_factory=set)
    _known: dict[tuple[Any, ...], Answer] = field(default_factory=dict)
    _alongside: list[Callable[[], object]] = field(default_factory=list)
    _is_held: bool = False
    waits: int = 0

    def answer(self, asked: Asked) -> Answer | None:
        """None: nobody waits for others with it, ask it by itself."""
        if self._first is not None or self._is_held:
            self.ahead([asked])
        return self._known.get(asked.key) if self._known else None

    def ahead(self, asked: Sequence[Asked]) -> None:
        """Have all of these answered; they are asked next."""
        missing = self._unknown(asked)
        if not missing:
            return
        if self._is_held:
            raise UnansweredError([*missing.values()])
        missing |= self._unknown([Asked(*each) for each in self._asked_anyhow(missing.values())])
        alongside, self._alongside = self._alongside, []
        for call in alongside:
            _, lacking = self._tried(call)
            missing |= self._unknown(lacking)
        self.waits += 1
        self._known.update(zip(missing, self.ask([*missing.values()]), strict=True))
        for call in alongside:
            self._tried(call)  # what it reads is kept for others that ask for a part of it

    def begin_with(self, first: Callable[[Owner | None], Iterable[tuple[str, Mapping[str, Any]]]]) -> None:
        """Ask these with the first statement (None), and with the first one of each owner; keep every answer."""
        self._first = first

    def together(self, calls: Sequence[Callable[[], Any]]) -> tuple[Any, ...]:
        """See ports.asking.Together."""
        done: dict[int, Any] = {}
        while True:
            missing: list[Asked] = []
            for place, call in enumerate(calls):
                if place not in done:
                    found, lacking = self._tried(call)
                    missing += lacking
                    if not lacking:
                        done[place] = found
            if not missing:
                return tuple([done[place] for place in range(len(calls))])
            self.ahead(missing)

    def alongside(self, calls: Sequence[Callable[[], object]]) -> None:
        """Ask what these lack with what is asked next."""
        self._alongside += calls

    def known(self) -> Known:
        """To be read while this thread asks for more."""
        return Known(self._known)

    def _unknown(self, asked: Iterable[Asked]) -> dict[tuple[Any, ...], Asked]:
        return {each.key: each for each in asked if each.key not in self._known}

    def _asked_anyhow(self, asked: Iterable[Asked]) -> Iterator[tuple[str, Mapping[str, Any]]]:
        if self._first is None:
            return
        for owner in (None, *(each.bound.get("owner") or None for each in asked)):
            if owner not in self._met:
                self._met.add(owner)
                yield from self._first(owner)

    def _tried(self, call: Callable[[], Any]) -> tuple[Any, Sequence[Asked]]:
        """What it gives, or what it lacks."""
        try:
            with self._held():
                return call(), ()
        except UnansweredError as err:
            return None, err.asked

    @contextmanager
    def _held(self) -> Iterator[None]:
        before, self._is_held = self._is_held, True
        try:
            yield
        finally:
            self._is_held = before
