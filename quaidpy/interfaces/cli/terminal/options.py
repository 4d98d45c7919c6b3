"""What do several commands take, and from what can be chosen?"""

from collections.abc import Callable
from typing import Any

import click

from quaidpy.domain.memories.memory import Kind

KINDS = tuple(kind.value for kind in Kind)
AGENT = click.option("--agent", metavar="NAME", help="Which agent this is [default: $QUAID_AGENT or user].")
SESSION = click.option("--session", "conversation", metavar="NAME", help="The session of the host.")
CONTEXT = click.option(
    "--context",
    "contexts",
    multiple=True,
    metavar="NAME",
    help="What session this is: work, project:shop, ….",
)
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def all_of(*options: Decorator) -> Decorator:
    """Several options as one; help shows them in this order."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate
