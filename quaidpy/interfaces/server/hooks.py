"""How does the server answer an event of a host? As `quaid hook` by itself, over memories that are open already."""

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse

from quaidpy.errors import ServerError, UsageError
from quaidpy.home.hook_log import note_failure
from quaidpy.hosts.hook_answers import answer, answer_instead
from quaidpy.hosts.hook_events import HOSTS, HookEvent, hook_event
from quaidpy.interfaces.hooks.call import FAILURES, TOO_LATE, is_asking
from quaidpy.interfaces.hooks.chat import command_in, told_of
from quaidpy.interfaces.hooks.giving import Given, give
from quaidpy.interfaces.hooks.invocation import GRACE_S
from quaidpy.interfaces.hooks.keeping import TAKE_IN, is_to_be_taken_in, put
from quaidpy.interfaces.server.commands import CommandCall, Commands, run_command
from quaidpy.interfaces.server.lifecycle import Keeper


class EventCall(BaseModel):
    """An event as its host wrote it. `until`: when nobody waits for the answer any more.

    Of `time.monotonic`, which counts from the start of the machine for all of its processes.
    """

    model_config = ConfigDict(extra="forbid")

    host: str
    event: str
    owner: str | None = None
    commands: tuple[str, ...] = ()
    payload: str
    until: float


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnAsker:
    """See hooks.call.Asking: asks the memory that this process holds open."""

    home: Path
    owner: str | None
    agent: str
    commands: Commands
    may_serve: bool = True

    def ask(self, arguments: Sequence[str], *, timeout_s: float = 0.0) -> dict[str, Any]:
        del timeout_s  # who waits for the whole answer stops waiting in time
        words = ["--json", "--quiet", *arguments]
        command = CommandCall(arguments=words, folder=str(self.home), owner=self.owner, agent=self.agent)
        done = run_command(command, self.commands, None)
        if done["code"]:
            note_failure(self.home, f"{arguments[0]} ended with {done['code']}: {done['err']}")
        found = json.loads(done["out"] or "{}")
        return found if isinstance(found, dict) else {}


class Hooks:
    """Answers in time, whatever fails: that is noted in hooks.log of the home, and the host goes on without memory."""

    def __init__(self, keeper: Keeper, commands: Commands) -> None:
        self._keeper = keeper
        self._commands = commands
        self._home = keeper.household.settings.home
        self._bounds = keeper.household.settings.tuning.hooks

    async def answer(self, body: bytes) -> JSONResponse:
        """What the hook is to print, once what was said is on disk.

        Raises UsageError for what is no event, ServerError when it comes so late that its process has done it itself.
        """
        call = _checked(body)
        if time.monotonic() > call.until:
            raise ServerError("the event came too late; its host waits no longer")
        out, given, after = "", Given(), None
        try:
            event = hook_event(call.host, call.event, json.loads(call.payload or "{}"))
            command = command_in(event, call.commands)
            if command:
                done = await run_in_threadpool(
                    told_of, command, self._asker(call.owner, event), timeout_s=0.0
                )
                return JSONResponse({"out": f"{answer_instead(done)}\n"})
            if not event.is_side_talk:
                await run_in_threadpool(put, event, home=self._home, owner=call.owner)
                after = BackgroundTask(self._afterwards, event, call.owner)
            if is_asking(event):
                given = await self._given(event, call.owner, call.until)
            out = answer(call.host, event.name, given.context)
        except FAILURES as err:
            self._note(call.host, call.event, f"{type(err).__name__}: {err}")
        answered = {"out": f"{out}\n" if out else "", "follow_up": list(given.follow_up)}
        return JSONResponse(answered, background=after)

    async def _given(self, event: HookEvent, owner: str | None, until: float) -> Given:
        """In a thread that is left to itself past the deadline: it gives nothing then, and writes nothing down."""
        asker = self._asker(owner, event)
        giving = asyncio.get_running_loop().run_in_executor(
            None, partial(give, event, self._bounds, asker, until=until)
        )
        try:
            return await asyncio.wait_for(giving, until + GRACE_S - time.monotonic())
        except TimeoutError:
            self._note(event.host, event.name, TOO_LATE)
            return Given()

    def _afterwards(self, event: HookEvent, owner: str | None) -> None:
        try:
            if is_to_be_taken_in(event, self._home):
                self._asker(owner, event).ask(TAKE_IN)
        except FAILURES as err:
            self._note(event.host, event.name, f"{type(err).__name__}: {err}")
        self._keeper.household.flush()

    def _asker(self, owner: str | None, event: HookEvent) -> OwnAsker:
        return OwnAsker(home=self._home, owner=owner, agent=event.host, commands=self._commands)

    def _note(self, host: str, event: str, what: str) -> None:
        note_failure(self._home, f"{host} {event}: {what}")


def _checked(body: bytes) -> EventCall:
    try:
        call = EventCall.model_validate_json(body)
    except ValidationError as err:
        raise UsageError(f"this is no event of a host: {err.error_count()} faults") from err
    if call.host not in HOSTS:
        raise UsageError(f"{call.host!r} is no host; hosts: {', '.join(HOSTS)}")
    return call
