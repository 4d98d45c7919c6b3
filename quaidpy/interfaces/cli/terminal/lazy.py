"""Which command is meant, without loading the others?"""

import importlib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from gettext import gettext
from typing import Any

import click

from quaidpy.interfaces.cli.terminal.session import Session

_NAME_WIDTH = 10
_LONGEST_HELP = 400  # characters of a first sentence: it wraps, and is never cut


class QuaidCommand(click.Command):
    """A command that also takes the options every command takes."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        own = {option for param in self.params for option in param.opts}
        self.params += [option for option in common_options() if own.isdisjoint(option.opts)]


class QuaidGroup(click.Group):
    """A group whose members are QuaidCommands; an unknown name is answered with the nearest one."""

    command_class = QuaidCommand
    group_class = type

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise click.UsageError(self._unknown(ctx, args[0]), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for heading, names in self.sections_of(ctx).items():
            found = {name: self.get_command(ctx, name) for name in names}
            rows = [
                (name.ljust(_NAME_WIDTH), command.get_short_help_str(_LONGEST_HELP))
                for name, command in found.items()
                if command
            ]
            with formatter.section(gettext(heading)):
                formatter.write_dl(rows, col_max=14)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write(f"\n`{ctx.command_path} COMMAND --help` says more of each.\n")

    def sections_of(self, ctx: click.Context) -> Mapping[str, Iterable[str]]:
        """The names of its commands by the heading they stand under."""
        return {"Commands": self.list_commands(ctx)}

    def _unknown(self, ctx: click.Context, name: str) -> str:
        near = get_close_matches(name, self.list_commands(ctx), n=1, cutoff=0.5)
        hint = f"did you mean `{near[0]}`?" if near else f"`{ctx.command_path} --help` lists them all"
        return f"no command `{name}`; {hint}"


class LazyGroup(QuaidGroup):
    """Commands known by name and module; a module is loaded when its command is used or its help is shown."""

    def __init__(
        self, *arguments: Any, sections: Mapping[str, Mapping[str, str]] | None = None, **settings: Any
    ) -> None:
        """`sections`: heading → command name → "module:attribute"."""
        super().__init__(*arguments, **settings)
        self.params = [*self.params, *common_options()]
        self._sections = sections or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return [name for members in self._sections.values() for name in members]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        for members in self._sections.values():
            if cmd_name in members:
                module, _, attribute = members[cmd_name].partition(":")
                command: click.Command = getattr(importlib.import_module(module), attribute)
                return command
        return None

    def sections_of(self, ctx: click.Context) -> Mapping[str, Iterable[str]]:
        del ctx
        return self._sections


def common_options() -> list[click.Option]:
    """What every command takes, before or after its name. Kept out of subcommands' values: they set the session."""
    return [
        _setting("home", click.Path(), "FOLDER", "The memory's folder [default: $QUAID_HOME or ~/.quaid]."),
        _setting("owner", str, "NAME", "Whose memory [default: $QUAID_OWNER or default]."),
        _setting("agent", str, "NAME", "Who calls, kept with every change [default: $QUAID_AGENT]."),
        _setting("space", str, "NAME", "The space, for reading several [default: all].", is_many=True),
        _switch(["--json"], "is_json", "Print one JSON document, nothing else."),
        _switch(["--quiet", "-q"], "is_quiet", "Print results only: no hints, no progress."),
    ]


def _setting(name: str, kind: Any, metavar: str, text: str, *, is_many: bool = False) -> click.Option:
    return click.Option(
        [f"--{name}", f"common_{name}"],
        type=kind,
        metavar=metavar,
        multiple=is_many,
        help=text,
        expose_value=False,
        callback=_keep,
    )


def _switch(flags: list[str], name: str, text: str) -> click.Option:
    return click.Option(
        [*flags, f"common_{name}"], is_flag=True, default=None, help=text, expose_value=False, callback=_keep
    )


def _keep(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    session = ctx.ensure_object(Session)
    if value not in (None, ()) and param.name is not None:
        setattr(session, param.name.removeprefix("common_"), value)
