"""What does a command line mean, as far as a small process has to know: which home, and may a server answer it?

The standard library only, and little of it: every call of `quaid` loads this.
"""

import os
import sys
from collections.abc import Sequence

from quaidpy.errors import ServerError, UsageError
from quaidpy.interfaces.client import Client
from quaidpy.interfaces.server_address import home_folder, read_pointer

SERVED = frozenset(
    """
    aliases brief changes edit entity episodes extract feedback forget history link pin recall retire rollback search
    show signals stats store suppress undo unpin unsuppress wake why
    """.split()  # noqa: SIM905 - a word list reads as one
)
"""Commands that a server answers: those that do not ask back, and that may be done again."""
SERVED_PARTS = {
    "checkpoint": frozenset({"list", "restore", "save", "show"}),
    "docs": frozenset({"list", "search"}),
    "graph": frozenset({"central", "communities", "cypher", "export", "neighbours", "path", "picture"}),
    "projects": frozenset({"find", "list"}),
    "themes": frozenset({"list", "show"}),
    "handoff": frozenset({"confirm", "list"}),
    "notify": frozenset({"confirm", "line", "list"}),
    "scratch": frozenset({"list", "show"}),
}
"""The same, of groups of commands."""
_WITH_VALUE = {"--agent", "--home", "--owner"}
_REACH_S = 20.0
_LONGEST_CALL_S = 3600.0


def answered(arguments: Sequence[str]) -> int | None:
    """The exit code of the command, as a running server did it; None where none runs, or it is to be done here."""
    if os.environ.get("QUAID_SERVER") == "never" or not is_served(arguments):
        return None
    home = home_of(arguments)
    return None if read_pointer(home) is None else ask(home, arguments, may_start=False)


def ask(home: str, arguments: Sequence[str], *, may_start: bool) -> int | None:
    """Have the server run the command, print what it printed and write what it wrote.

    None when it cannot, with a word on stderr, or when a file cannot be written: done here, the command says why.
    """
    client = Client(home, may_start=may_start)
    call = _call(arguments)
    try:
        answer = client.call("POST", "/v1/command", call, timeout_s=_LONGEST_CALL_S, reach_s=_REACH_S)
    except ServerError as err:
        if client.is_there() or may_start:
            sys.stderr.write(f"done without the server: {err}\n")
        return None
    if not _are_written(answer.get("files", {})):  # a server of before gives none
        return None
    sys.stdout.write(answer["out"])
    sys.stderr.write(answer["err"])
    if answer.get("follow_up"):
        _follow_up(client, {**call, "arguments": answer["follow_up"], "stdin": ""})
    return int(answer["code"])


def _follow_up(client: Client, call: dict[str, object]) -> None:
    """What counts only once the answer is out: whoever reads it has it."""
    sys.stdout.flush()
    try:
        client.call("POST", "/v1/command", call, timeout_s=_REACH_S, reach_s=_REACH_S)
    except ServerError as err:
        sys.stderr.write(f"what was given may be given again: {err}\n")


def _are_written(files: dict[str, str]) -> bool:
    """Whether they could be; a command that writes some changes nothing else, so that it may be done again."""
    from quaidpy.interfaces.writing_files import write_text  # seldom

    try:
        for named, text in files.items():
            write_text(named, text)
    except (OSError, UsageError):
        return False
    return True


def home_of(arguments: Sequence[str]) -> str:
    """The home that a command line means."""
    return home_folder(value_of("--home", arguments))


def is_served(arguments: Sequence[str]) -> bool:
    """Whether a server may do it: help and progress bars belong to the process at the terminal."""
    words = _words(arguments)
    if not words or "--help" in arguments or "-h" in arguments:
        return False
    if words[0] == "extract" and sys.stderr.isatty() and "--quiet" not in arguments:
        return False
    if (
        words[0] in SERVED_PARTS
    ):  # of these none reads standard input: where they say "-", they mean another thing
        return len(words) > 1 and words[1] in SERVED_PARTS[words[0]] and "-" not in arguments
    return words[0] in SERVED


def is_bridge(arguments: Sequence[str]) -> bool:
    """`quaid mcp` as hosts run it."""
    return _words(arguments)[:1] == ["mcp"] and not {"-h", "--help"} & set(arguments)


def _words(arguments: Sequence[str]) -> list[str]:
    """The arguments that are neither options nor their values, as far as the first two go."""
    words, is_value = [], False
    for argument in arguments:
        if is_value:
            is_value = False
        elif argument in _WITH_VALUE:
            is_value = True
        elif not argument.startswith("-"):
            words.append(argument)
    return words


def value_of(option: str, arguments: Sequence[str]) -> str | None:
    for place, argument in enumerate(arguments):
        if argument == option and place + 1 < len(arguments):
            return arguments[place + 1]
        if argument.startswith(f"{option}="):
            return argument.partition("=")[2]
    return None


def _call(arguments: Sequence[str]) -> dict[str, object]:
    is_terminal = sys.stdout.isatty()
    return {
        "arguments": list(arguments),
        "folder": os.getcwd(),
        "stdin": sys.stdin.read() if "-" in arguments else "",
        "owner": value_of("--owner", arguments) or os.environ.get("QUAID_OWNER") or None,
        "agent": value_of("--agent", arguments) or os.environ.get("QUAID_AGENT") or None,
        "is_quiet": os.environ.get("QUAID_QUIET", "") not in {"", "0"},
        "is_out_terminal": is_terminal,
        "is_err_terminal": sys.stderr.isatty(),
        "is_coloured": not os.environ.get("NO_COLOR"),
        "columns": _columns(is_terminal=is_terminal),
    }


def _columns(*, is_terminal: bool) -> int | None:
    told = os.environ.get("COLUMNS", "")
    if told.isdigit():
        return int(told)
    return os.get_terminal_size(sys.stdout.fileno()).columns if is_terminal else None
