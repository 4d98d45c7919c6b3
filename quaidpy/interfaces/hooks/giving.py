"""Which memories does a session get, now? Those that answer the prompt, and at its beginning what always matters."""

import time
from dataclasses import replace

from quaidpy.domain.secrets.redaction import without_secrets
from quaidpy.domain.sources.sessions import HostSession
from quaidpy.domain.tuning import HooksTuning
from quaidpy.home.hook_states import HookStates
from quaidpy.hosts.foreign_json import Record, parts, word
from quaidpy.hosts.gemini import without_hook_context
from quaidpy.hosts.hook_events import HookEvent, Moment
from quaidpy.hosts.injection import injection_of, question_in
from quaidpy.interfaces.asking import Asker
from quaidpy.interfaces.hooks.call import Asking, Call
from quaidpy.interfaces.hooks.invocation import GRACE_S
from quaidpy.settings import DATABASE_FILE, load_settings

_MOST_GIVEN = 2000  # ids kept of a session
_LONGEST_PROMPT_KEPT = 500  # characters


def prepared(call: Call) -> tuple[HooksTuning, Asker]:
    """The [hooks] section in force, and whom to ask. Raises SettingsError."""
    tuning = load_settings(home=call.home).tuning
    return tuning.hooks, Asker(home=call.home, owner=call.owner, may_serve=tuning.server.use != "never")


def give(event: HookEvent, bounds: HooksTuning, asker: Asking, *, until: float) -> str:
    """The context block; empty when there is nothing new to say, when nothing is remembered, or when time is up.

    `until`: when the host must have its answer, of `time.monotonic`.
    """
    states = HookStates(asker.home)
    state = states.read(event.host, event.session)
    if set(event.moments).isdisjoint({Moment.START, Moment.PROMPT}):
        states.write(
            event.host, event.session, {**state, "given": [], "has_forgotten": True}
        )  # forgotten; told again when next asked
        return ""
    before = [] if Moment.COMPACTED in event.moments else [str(each) for each in _listed(state.get("given"))]
    question = _question(event, state)
    found: list[Record] = []
    if (asker.home / DATABASE_FILE).exists():
        asked = _asked(event, question, bounds)
        if asked and asker.may_serve:  # one more call of a warm server; a child process would be late
            asked.append(["signals", f"{event.host}:{event.session}", "--session", event.session])
        for arguments in asked:
            left = until - time.monotonic()
            found += parts(asker.ask(arguments, timeout_s=left).get("results"))
    made = injection_of(
        (each for each in found if word(each, "text") != question and not _was_said_here(each, event, state)),
        given_before=before,
        budget_tokens=bounds.budget_tokens,
        most_characters=bounds.most_characters,
    )
    if time.monotonic() > until + GRACE_S:
        return ""  # nobody hears it any more: it counts as not given
    has_forgotten = Moment.COMPACTED in event.moments or state.get("has_forgotten") is True
    kept = {
        "has_forgotten": has_forgotten,
        "given": [*before, *made.given][-_MOST_GIVEN:],
        "prompt": without_secrets(question or "")[:_LONGEST_PROMPT_KEPT],
    }
    states.write(event.host, event.session, kept)
    if Moment.START in event.moments:
        states.forget_older_than(bounds.remember_session_days)
    return made.context


def _was_said_here(result: Record, event: HookEvent, state: Record) -> bool:
    """Whether the model has the words before it anyway: said in this very session, and not compacted away."""
    if Moment.COMPACTED in event.moments or state.get("has_forgotten") is True:
        return False
    return any(word(each, "session") == event.session for each in parts(result.get("evidence")))


def _question(event: HookEvent, state: Record) -> str | None:
    if Moment.PROMPT in event.moments:
        return question_in(without_hook_context(event.prompt))
    return word(state, "prompt")  # what the session was about when it was compacted


def _asked(event: HookEvent, question: str | None, bounds: HooksTuning) -> list[list[str]]:
    """The commands whose results are given, the most telling first."""
    asked: list[list[str]] = []
    is_again = Moment.COMPACTED in event.moments
    if question and (Moment.PROMPT in event.moments or is_again):
        asked.append(["recall", "--limit", str(bounds.most_results), "--", question])
    if Moment.START in event.moments and bounds.start_memories:
        project = _project(event)
        of_project = ["--project", project] if project else []
        asked.append(["brief", "--limit", str(bounds.start_memories), *of_project])
    return asked


def _project(event: HookEvent) -> str | None:
    return replace(HostSession(host=event.host, session=event.session), cwd=event.cwd).project


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []
