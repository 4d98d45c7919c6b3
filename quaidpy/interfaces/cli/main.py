"""What does `quaid …` do? Reads the command line, runs one command, answers with an exit code."""

import sys
from collections.abc import Callable, Sequence

import click

from quaidpy import __version__
from quaidpy.errors import QuaidError
from quaidpy.interfaces.cli.failures import INTERRUPTED, report
from quaidpy.interfaces.cli.lazy import LazyGroup
from quaidpy.interfaces.cli.session import Session
from quaidpy.interfaces.front import is_served
from quaidpy.interfaces.standard_streams import PIPE_CLOSED, leave

Around = Callable[[Sequence[str], Callable[[], int]], int]

_HERE = "quaidpy.interfaces.cli"
SECTIONS = {
    "Remember": {
        "extract": f"{_HERE}.intake:extract",
        "store": f"{_HERE}.intake:store",
        "episodes": f"{_HERE}.intake:episodes",
    },
    "Find": {
        "recall": f"{_HERE}.finding:recall",
        "search": f"{_HERE}.finding:search",
        "brief": f"{_HERE}.finding:brief",
        "signals": f"{_HERE}.finding:signals",
        "why": f"{_HERE}.finding:why",
        "feedback": f"{_HERE}.finding:feedback",
    },
    "One memory": {
        "show": f"{_HERE}.one_memory:show",
        "edit": f"{_HERE}.changing:edit",
        "link": f"{_HERE}.changing:link",
        "pin": f"{_HERE}.changing:pin",
        "unpin": f"{_HERE}.changing:unpin",
        "forget": f"{_HERE}.changing:forget",
        "retire": f"{_HERE}.changing:retire",
        "purge": f"{_HERE}.changing:purge",
    },
    "Tasks": {
        "todo": f"{_HERE}.todos:todo",
    },
    "History": {
        "changes": f"{_HERE}.history:changes",
        "undo": f"{_HERE}.history:undo",
    },
    "The night": {
        "janitor": f"{_HERE}.janitor:janitor",
        "review": f"{_HERE}.review:review",
        "health": f"{_HERE}.wellbeing:health",
        "journal": f"{_HERE}.journal:journal",
    },
    "Who and what": {
        "entity": f"{_HERE}.entities:entity",
        "aliases": f"{_HERE}.entities:aliases",
        "graph": f"{_HERE}.graph:graph",
    },
    "Documents": {
        "projects": f"{_HERE}.projects:projects",
        "docs": f"{_HERE}.docs:docs",
    },
    "The whole": {
        "init": f"{_HERE}.health:init",
        "doctor": f"{_HERE}.health:doctor",
        "stats": f"{_HERE}.whole:stats",
        "config": f"{_HERE}.configuring:config",
        "prompts": f"{_HERE}.prompts:prompts",
        "export": f"{_HERE}.whole:export",
        "import": f"{_HERE}.importing:import_",
        "backup": f"{_HERE}.whole:backup",
        "restore": f"{_HERE}.whole:restore",
        "rebuild": f"{_HERE}.whole:rebuild",
        "reembed": f"{_HERE}.reembedding:reembed",
    },
    "Agents": {
        "install": f"{_HERE}.installing:install",
        "uninstall": f"{_HERE}.installing:uninstall",
        "watch": f"{_HERE}.watching:watch",
        "hook": f"{_HERE}.hook:hook",
        "serve": f"{_HERE}.serving:serve",
        "mcp": f"{_HERE}.serving:mcp",
    },
    "Measure": {
        "bench": f"{_HERE}.bench:bench",
    },
    "Getting started": {
        "demo": f"{_HERE}.demo:demo",
        "completion": f"{_HERE}.shell:completion",
        "version": f"{_HERE}.shell:version",
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
    from quaidpy.interfaces.cli.served import done_by_started, leave_one_starting

    code = done_by_started(arguments)
    if code is None:
        code = do_here()
        sys.stdout.flush()
        leave_one_starting(arguments)
    return code


def _code_of(result: object) -> int:
    return result if isinstance(result, int) else 0
