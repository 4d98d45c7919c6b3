"""What do several clients of one memory do at once? In as many processes as there are cores, each with its threads."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import perf_counter, process_time, time
from typing import Literal, Self

from quaidpy.domain.identity import Owner
from quaidpy.errors import BusyError, QuaidError, ServerError
from quaidpy.settings import Settings
from quaidpy.system.garbage import keep_what_was_loaded
from quaidpy.wiring.parts import Household

Doing = Literal["read in", "recall", "write"]


@dataclass(frozen=True, slots=True)
class Said:
    """A question of an owner, or what they want to have stored."""

    owner: Owner
    text: str


@dataclass(frozen=True, slots=True)
class _Job:
    doing: Doing
    clients: Sequence[Sequence[Said]]


@dataclass(slots=True)
class Done:
    """Of each thing its milliseconds, in no order. `begun`, `ended`: when the first one began and the last one ended.

    `processor_s`: of the clients' processes, all their threads together.
    """

    ms: list[float] = field(default_factory=list)
    busy: int = 0
    processor_s: float = 0.0
    begun: float = 0.0
    ended: float = 0.0

    @property
    def rate(self) -> float:
        """Things a second."""
        return len(self.ms) / (self.ended - self.begun)

    @property
    def processor_ms(self) -> float:
        """Of one thing."""
        return 1000 * self.processor_s / len(self.ms)


class Clients:
    """Of one home or server. Each process opens it once, and holds its own models and caches."""

    def __init__(self, settings: Settings, *, processes: int) -> None:
        context, self._workers = get_context("spawn"), []
        for _ in range(processes):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(settings, theirs), daemon=True)
            process.start()
            theirs.close()
            self._workers.append((process, ours))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process, connection in self._workers:
            if process.is_alive():
                connection.send(None)
            process.join()

    def read_in(self, owners: Sequence[Owner]) -> None:
        """As a server does when it rests, in every process."""
        self._done("read in", [[Said(owner, "") for owner in owners]] * len(self._workers))

    def recall(self, clients: Sequence[Sequence[Said]]) -> Done:
        return self._done("recall", clients)

    def write(self, clients: Sequence[Sequence[Said]]) -> Done:
        return self._done("write", clients)

    def _done(self, doing: Doing, clients: Sequence[Sequence[Said]]) -> Done:
        """Each client does one thing after the other, all clients at once. Raises the first error of any."""
        busy = self._workers[: len(clients)]
        for at, (_, connection) in enumerate(busy):
            connection.send(_Job(doing, clients[at :: len(busy)]))
        answers = [_received(connection) for _, connection in busy]
        failed = [each for each in answers if isinstance(each, QuaidError)]
        if failed:
            raise failed[0]
        done = [each for each in answers if isinstance(each, Done)]
        return Done(
            ms=[ms for each in done for ms in each.ms],
            busy=sum(each.busy for each in done),
            processor_s=sum(each.processor_s for each in done),
            begun=min(each.begun for each in done),
            ended=max(each.ended for each in done),
        )


def _received(connection: Connection) -> Done | QuaidError:
    try:
        answer: Done | QuaidError = connection.recv()
    except EOFError as err:
        raise ServerError("a measuring process ended; its error stands above") from err
    return answer


def _work(settings: Settings, connection: Connection) -> None:
    """Do what is sent, until nothing more is."""
    household = Household(settings)
    household.warm_up()
    keep_what_was_loaded()
    while True:
        job: _Job | None = connection.recv()
        if job is None:
            break
        connection.send(_answered(household, job))
    household.close()


def _answered(household: Household, job: _Job) -> Done | QuaidError:
    done, errors = Done(), list[QuaidError]()
    threads = [
        threading.Thread(target=_client, args=(household, job.doing, said, done, errors))
        for said in job.clients
    ]
    # Not the monotonic clock: the processes' times are compared.
    done.begun, used = time(), process_time()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    done.ended, done.processor_s = time(), process_time() - used
    if not errors and len(done.ms) < sum(map(len, job.clients)):
        return ServerError("a client ended before it was done; its error stands above")
    return errors[0] if errors else done


def _client(
    household: Household, doing: Doing, said: Sequence[Said], done: Done, errors: list[QuaidError]
) -> None:
    try:
        for each in said:
            begun = perf_counter()
            done.busy += _act(household, doing, each)
            done.ms.append((perf_counter() - begun) * 1000)
            done.busy += _written_behind(household)
    except QuaidError as err:
        errors.append(err)


def _act(household: Household, doing: Doing, said: Said) -> int:
    """How often it was told to try again."""
    memory, busy = household.memory_of(said.owner), 0
    while True:
        try:
            match doing:
                case "read in":
                    memory.parts.recalling.read_in()
                case "recall":
                    memory.recall(said.text)
                case "write":
                    memory.store(said.text)
        except BusyError:
            busy += 1
        else:
            return busy


def _written_behind(household: Household) -> int:
    """What recalls did to memories is written after the answer has left, as by a server. 1 where others wrote."""
    try:
        household.flush()
    except BusyError:
        return 1  # it waits, and is written after a later one
    return 0
