"""Which memories does a session get, now? Those that answer the prompt, and at its beginning what it wakes with."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from quaidpy.domain.secrets.redaction import without_secrets
from quaidpy.domain.sources.sessions import HostSession
from quaidpy.domain.tuning import HooksTuning
from quaidpy.home.hook_states import HookStates
from quaidpy.hosts.foreign_json import Record, parts, word
from quaidpy.hosts.gemini import without_hook_context
from quaidpy.hosts.hook_events import CHECKED_SESSION, HookEvent, Moment, tells_of_beginnings
from quaidpy.hosts.injection import injection_of, question_in
from quaidpy.interfaces.asking import Asker
from quaidpy.interfaces.hooks.call import Asking, Call
from quaidpy.interfaces.hooks.invocation import GRACE_S
from quaidpy.settings import has_memory, load_settings

_MOST_GIVEN = 2000  # ids kept of a session
_TO_WRITE_S = 0.1
_LONGEST_PROMPT_KEPT = 500  # characters


def prepared(call: Call) -> tuple[HooksTuning, Asker]:
    """The [hooks] section in force, and whom to ask. Raises SettingsError."""
    tuning = load_settings(home=call.home).tuning
    may_serve = tuning.server.use != "never"
    return tuning.hooks, Asker(home=call.home, owner=call.owner, agent=call.host, may_serve=may_serve)


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The context block, empty when there is nothing to give.

    `follow_up`: the command of `quaid` that says so once the host has the block; empty where nothing hangs on it.
    """

    context: str = ""
    follow_up: tuple[str, ...] = ()


def give(event: HookEvent, bounds: HooksTuning, asker: Asking, *, until: float) -> Given:
    """Nothing when there is nothing new to say, when nothing is remembered, or when time is up.

    `until`: when the host must have its answer, of `time.monotonic`.
    """
    states = HookStates(asker.home)
    state = states.read(event.host, event.session)
    if set(event.moments).isdisjoint({Moment.START, Moment.PROMPT}):
        states.write(
            event.host, event.session, {**state, "given": [], "has_forgotten": True}
        )  # forgotten; told again when next asked
        return Given()
    before = [] if Moment.COMPACTED in event.moments else [str(each) for each in _listed(state.get("given"))]
    question = _question(event, state)
    found = _Found()
    if has_memory(asker.home):
        # A child process is a second that a prompt would wait for: only where nothing else tells of the beginning.
        may_wake = asker.may_serve or not tells_of_beginnings(event.host)
        wakes = Moment.START in event.moments or (may_wake and state.get("woken") is not True)
        found = _found(
            [
                *([_wake(event, bounds)] if wakes else []),
                *_asked(event, question, bounds, asker),
                *_notices(event, asker),
            ],
            asker,
            until=until,
        )
    made = injection_of(
        (
            each
            for each in found.results
            if word(each, "text") != question and not _was_said_here(each, event, state)
        ),
        given_before=before,
        budget_tokens=bounds.budget_tokens,
        most_characters=bounds.most_characters,
    )
    if time.monotonic() > until + GRACE_S:
        return Given()  # nobody hears it any more: it counts as not given
    kept = {
        "has_forgotten": Moment.COMPACTED in event.moments or state.get("has_forgotten") is True,
        "woken": found.has_woken or state.get("woken") is True,
        "given": [*before, *made.given][-_MOST_GIVEN:],
        "prompt": without_secrets(question or "")[:_LONGEST_PROMPT_KEPT],
    }
    states.write(event.host, event.session, kept)
    if Moment.START in event.moments:
        states.forget_older_than(bounds.remember_session_days)
    return Given(context=made.context, follow_up=found.confirmed(made.given))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """What the commands gave, the most telling first. `receiver`: who holds the notes `handoffs` and the `notices`.

    Of `notices` the last is the one that has a line; with it the others are settled.
    """

    results: tuple[Record, ...] = ()
    has_woken: bool = False
    receiver: str = ""
    handoffs: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()

    def confirmed(self, given: Sequence[str]) -> tuple[str, ...]:
        """The command that confirms those notes and notices that are in the block."""
        read = [each for each in self.handoffs if each in given]
        read += self.notices if self.notices and self.notices[-1] in given else []
        return ("handoff", "confirm", "--receiver", self.receiver, *read) if read else ()


def _found(commands: Sequence[Sequence[str]], asker: Asking, *, until: float) -> _Found:
    """Where a session stopped, and notes for it, come before what answers; notices come after, and then what holds."""
    first: list[Record] = []
    answers: list[Record] = []
    last: list[Record] = []
    woken: Record = {}
    noticed: Record = {}
    for arguments in commands:
        if arguments[0] == "notify":
            noticed = _in_time(arguments, asker, until - _TO_WRITE_S)
            continue
        document = asker.ask(arguments, timeout_s=until - time.monotonic())
        if arguments[0] != "wake":
            answers += parts(document.get("results"))
            continue
        woken = document
        for each in parts(document.get("results")):
            (last if word(each, "part") == "memory" else first).append(each)
    return _Found(
        results=(*first, *answers, *parts(noticed.get("results")), *last),
        has_woken="results" in woken,
        receiver=word(woken, "receiver") or word(noticed, "receiver") or "",
        handoffs=tuple(str(each) for each in _listed(woken.get("handoffs"))),
        notices=tuple(str(each) for each in _listed(noticed.get("notices"))),
    )


def _in_time(arguments: Sequence[str], asker: Asking, until: float) -> Record:
    """Nothing when time is up: what was found by then must not wait. The thread is left to itself."""
    pool = ThreadPoolExecutor(1)
    try:
        left = until - time.monotonic()
        return pool.submit(asker.ask, arguments, timeout_s=left).result(timeout=max(left, 0.0))
    except TimeoutError:
        return {}
    finally:
        pool.shutdown(wait=False)


def _was_said_here(result: Record, event: HookEvent, state: Record) -> bool:
    """Whether the model has the words before it anyway: said in this very session, and not compacted away."""
    if Moment.COMPACTED in event.moments or state.get("has_forgotten") is True:
        return False
    return any(word(each, "session") == event.session for each in parts(result.get("evidence")))


def _question(event: HookEvent, state: Record) -> str | None:
    if Moment.PROMPT in event.moments:
        return question_in(without_hook_context(event.prompt))
    return word(state, "prompt")  # what the session was about when it was compacted


def _wake(event: HookEvent, bounds: HooksTuning) -> list[str]:
    """What a session begins with. Where no hook said that it begins, its first prompt does; it needs no more then."""
    is_start = Moment.START in event.moments
    project = _project(event)
    parts_of_it = [] if is_start else ["--only", "handoff", "--only", "checkpoint"]
    if event.session == CHECKED_SESSION:
        parts_of_it = ["--only", "memory"]  # notes are for those who read them
    return [
        *("wake", "--hold", "--agent", event.host, "--session", event.session),
        *("--budget", str(bounds.budget_tokens), "--limit", str(bounds.start_memories)),
        *(["--project", project] if project else []),
        *(["--same-session"] if Moment.COMPACTED in event.moments else []),
        *parts_of_it,
    ]


def _asked(event: HookEvent, question: str | None, bounds: HooksTuning, asker: Asking) -> list[list[str]]:
    """The commands whose results answer, the most telling first."""
    asked: list[list[str]] = []
    if question and (Moment.PROMPT in event.moments or Moment.COMPACTED in event.moments):
        asked.append(["recall", "--limit", str(bounds.most_results), *_context(event), "--", question])
    # One more call of a warm server; a child process would be late. A session that wakes hears of them as it does.
    if asked and asker.may_serve and Moment.START not in event.moments:
        asked.append(
            ["signals", f"{event.host}:{event.session}", "--session", event.session, *_context(event)]
        )
    return asked


def _notices(event: HookEvent, asker: Asking) -> list[list[str]]:
    """Last, and of a warm server only: nothing that answers waits for them."""
    if not asker.may_serve or not event.session or event.session == CHECKED_SESSION:
        return []
    return [["notify", "line", "--agent", event.host, "--session", event.session]]


def _project(event: HookEvent) -> str | None:
    return replace(HostSession(host=event.host, session=event.session), cwd=event.cwd).project


def _context(event: HookEvent) -> list[str]:
    """What is kept out of sessions of the project is not given."""
    project = _project(event)
    return ["--context", f"project:{project}"] if project else []


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []
