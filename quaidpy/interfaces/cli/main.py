"""What does `quaid …` do? Reads the command line, runs one command, answers with an exit code."""

import sys
from collections.abc import Callable, Sequence

import click

from quaidpy import __version__
from quaidpy.errors import QuaidError
from quaidpy.interfaces.cli.terminal.failures import INTERRUPTED, report
from quaidpy.interfaces.cli.terminal.lazy import LazyGroup
from quaidpy.interfaces.cli.terminal.session import Session
from quaidpy.interfaces.command_lines import is_served
from quaidpy.interfaces.standard_streams import PIPE_CLOSED, leave

Around = Callable[[Sequence[str], Callable[[], int]], int]

_HERE = "quaidpy.interfaces.cli"
SECTIONS = {
    "Remember": {
        "extract": f"{_HERE}.remembering.intake:extract",
        "store": f"{_HERE}.remembering.intake:store",
        "episodes": f"{_HERE}.remembering.intake:episodes",
    },
    "See it": {
        "ui": f"{_HERE}.serving.ui:ui",
    },
    "Find": {
        "recall": f"{_HERE}.recalling.finding:recall",
        "search": f"{_HERE}.recalling.finding:search",
        "brief": f"{_HERE}.recalling.finding:brief",
        "signals": f"{_HERE}.recalling.finding:signals",
        "why": f"{_HERE}.recalling.finding:why",
        "feedback": f"{_HERE}.recalling.finding:feedback",
    },
    "One memory": {
        "show": f"{_HERE}.managing.one_memory:show",
        "edit": f"{_HERE}.managing.changing:edit",
        "link": f"{_HERE}.managing.changing:link",
        "pin": f"{_HERE}.managing.changing:pin",
        "unpin": f"{_HERE}.managing.changing:unpin",
        "suppress": f"{_HERE}.managing.changing:suppress",
        "unsuppress": f"{_HERE}.managing.changing:unsuppress",
        "forget": f"{_HERE}.managing.changing:forget",
        "retire": f"{_HERE}.managing.changing:retire",
        "purge": f"{_HERE}.managing.changing:purge",
    },
    "Who may read it": {
        "space": f"{_HERE}.managing.spaces:space",
        "move": f"{_HERE}.managing.spaces:move",
        "sync": f"{_HERE}.managing.sync:sync",
    },
    "Tasks": {
        "todo": f"{_HERE}.managing.todos:todo",
    },
    "History": {
        "changes": f"{_HERE}.managing.history:changes",
        "history": f"{_HERE}.managing.versions:history",
        "rollback": f"{_HERE}.managing.versions:rollback",
        "undo": f"{_HERE}.managing.history:undo",
    },
    "From session to session": {
        "wake": f"{_HERE}.handing_over.waking:wake",
        "checkpoint": f"{_HERE}.handing_over.checkpoints:checkpoint",
        "handoff": f"{_HERE}.handing_over.handoffs:handoff",
        "scratch": f"{_HERE}.handing_over.scratch:scratch",
    },
    "Notices": {
        "notify": f"{_HERE}.night.notify:notify",
    },
    "The night": {
        "janitor": f"{_HERE}.night.janitor:janitor",
        "review": f"{_HERE}.night.review:review",
        "health": f"{_HERE}.night.health:health",
        "journal": f"{_HERE}.night.journal:journal",
    },
    "Who and what": {
        "entity": f"{_HERE}.graphs.entities:entity",
        "aliases": f"{_HERE}.graphs.entities:aliases",
        "graph": f"{_HERE}.graphs.graph:graph",
        "themes": f"{_HERE}.night.themes:themes",
    },
    "Documents": {
        "projects": f"{_HERE}.documents.projects:projects",
        "docs": f"{_HERE}.documents.docs:docs",
    },
    "The whole": {
        "init": f"{_HERE}.getting_started.init:init",
        "doctor": f"{_HERE}.home.doctor:doctor",
        "stats": f"{_HERE}.home.whole:stats",
        "config": f"{_HERE}.settings.configuring:config",
        "prompts": f"{_HERE}.settings.prompts:prompts",
        "export": f"{_HERE}.home.whole:export",
        "import": f"{_HERE}.home.importing:import_",
        "mirror": f"{_HERE}.home.mirror:mirror",
        "backup": f"{_HERE}.home.whole:backup",
        "restore": f"{_HERE}.home.whole:restore",
        "rebuild": f"{_HERE}.home.whole:rebuild",
        "move-to": f"{_HERE}.home.moving:move_to",
        "distribute": f"{_HERE}.home.distributing:distribute",
        "reembed": f"{_HERE}.settings.configuring:reembed",
    },
    "Agents": {
        "install": f"{_HERE}.hosts.installing:install",
        "uninstall": f"{_HERE}.hosts.installing:uninstall",
        "watch": f"{_HERE}.hosts.watching:watch",
        "hook": f"{_HERE}.hosts.hook:hook",
        "serve": f"{_HERE}.serving.serve:serve",
        "mcp": f"{_HERE}.serving.serve:mcp",
        "token": f"{_HERE}.serving.tokens:token",
    },
    "Measure": {
        "bench": f"{_HERE}.measuring.bench:bench",
    },
    "Getting started": {
        "demo": f"{_HERE}.getting_started.demo:demo",
        "completion": f"{_HERE}.getting_started.shell:completion",
        "version": f"{_HERE}.getting_started.shell:version",
    },
}


@click.group(
    cls=LazyGroup,
    sections=SECTIONS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    invoke_without_command=True,
)
@click.version_option(__version__, "--version", prog_name="quaid", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Memory for AI agents, on your machine: it shows the words each memory came from.

    \b
      quaid extract chat.jsonl                     take in a conversation
      quaid recall "where does Ana live now?"      the block for an agent
      quaid search "where does Ana live now?"      the list for a person
      quaid demo                                   see it work
    """  # noqa: D301 - \b keeps click from filling the lines
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(arguments: Sequence[str], *, session: Session | None = None, around: Around | None = None) -> int:
    """Run one command line. Returns the exit code; prints errors itself.

    `session`: what the commands share. `around`: what is done before and after it, given how to do it here.
    """
    as_json = "--json" in arguments

    def do_here() -> int:
        return _code_of(cli.main(args=list(arguments), prog_name="quaid", standalone_mode=False, obj=session))

    try:
        return around(arguments, do_here) if around else do_here()
    except (click.Abort, KeyboardInterrupt):
        click.echo(
            "interrupted; nothing is half-written, and the same command goes on where it stopped", err=True
        )
        return INTERRUPTED
    except BrokenPipeError:
        return PIPE_CLOSED
    except SystemExit as end:
        # click itself leaves by 0 after shell completion, and by 1 when its echo meets a closed pipe; no other way.
        return PIPE_CLOSED if end.code == 1 else _code_of(end.code)
    except (QuaidError, click.ClickException, OSError) as error:
        return report(error, as_json=as_json)


def run() -> None:
    """The command line in this process, for `quaid` where no server answers. Ends the process."""
    leave(main(sys.argv[1:], around=_with_a_server))


def _with_a_server(arguments: Sequence[str], do_here: Callable[[], int]) -> int:
    """Where the settings say so, by a server that is started for it; else here, leaving one to start."""
    if not is_served(arguments):
        return do_here()
    from quaidpy.interfaces.cli.terminal.server_use import done_by_started, leave_one_starting

    code = done_by_started(arguments)
    if code is None:
        code = do_here()
        sys.stdout.flush()
        leave_one_starting(arguments)
    return code


def _code_of(result: object) -> int:
    return result if isinstance(result, int) else 0
