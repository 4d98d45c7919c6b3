"""Which spaces are there, who is in them, and how does a memory come into another?"""

from typing import TYPE_CHECKING, Any

import click

from quaidpy.domain.spaces import ReadPolicy, Role
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand, QuaidGroup
from quaidpy.interfaces.cli.terminal.session import Session
from quaidpy.interfaces.json_forms.identities import memory_id
from quaidpy.interfaces.json_forms.spaces import space_document, spaces_document

if TYPE_CHECKING:
    from rich.console import Console

_POLICIES = [policy.value for policy in ReadPolicy]
_ROLES = [role.value for role in Role]


@click.group(cls=QuaidGroup)
def space() -> None:
    """Say who may read and write which memories.

    A space has a name, members, and memories of its own. Everybody has `private`; `global` is for all agents of an
    owner, `agent:NAME` for one of them. --space NAME on any other command asks or writes there.
    """


@space.command("create")
@click.argument("name")
@click.option(
    "--read", "policy", type=click.Choice(_POLICIES), default="members", show_default=True, help="Who reads."
)
@click.pass_obj
def create(session: Session, name: str, policy: str) -> None:
    """Make a space; who makes it is its owner."""
    with session.writing() as memory:
        made = memory.create_space(name, ReadPolicy(policy))
        document = space_document(made, memory)
    session.answer(
        document,
        lambda: click.echo(f"made {name}; `quaid space add {name} MEMBER` lets others in"),
    )


@space.command("list")
@click.pass_obj
def list_(session: Session) -> None:
    """List the spaces that you may use."""
    with session.reading() as memory:
        document = spaces_document(memory)
    session.answer(document, lambda: _print_all(session.console, document["spaces"]))


@space.command("show")
@click.argument("name")
@click.pass_obj
def show(session: Session, name: str) -> None:
    """Show who may do what in a space."""
    with session.reading() as memory:
        document = space_document(memory.access.called(name), memory)
    session.answer(document, lambda: _print_one(session.console, document))


@space.command("add")
@click.argument("name")
@click.argument("member")
@click.option(
    "--role", type=click.Choice(_ROLES), default="reader", show_default=True, help="What they may do."
)
@click.pass_obj
def add(session: Session, name: str, member: str, role: str) -> None:
    """Let somebody in, or give them another role.

    MEMBER is an owner (ana), or one agent: agent:codex is your own, ana/codex is Ana's.
    """
    with session.writing() as memory:
        document = space_document(memory.add_member(name, member, Role(role)), memory)
    session.answer(document, lambda: _print_one(session.console, document))


@space.command("remove")
@click.argument("name")
@click.argument("member")
@click.pass_obj
def remove(session: Session, name: str, member: str) -> None:
    """Take somebody out, from their next call on."""
    with session.writing() as memory:
        document = space_document(memory.remove_member(name, member), memory)
    session.answer(document, lambda: _print_one(session.console, document))


@space.command("policy")
@click.argument("name")
@click.argument("policy", type=click.Choice(_POLICIES))
@click.pass_obj
def policy(session: Session, name: str, policy: str) -> None:
    """Say who reads: its owners, its members, or everybody in this home."""
    with session.writing() as memory:
        document = space_document(memory.set_policy(name, ReadPolicy(policy)), memory)
    session.answer(document, lambda: _print_one(session.console, document))


@space.command("archive")
@click.argument("name")
@click.option("--back", is_flag=True, help="Open it again.")
@click.pass_obj
def archive(session: Session, name: str, back: bool) -> None:
    """Close a space: nothing is written there, and it answers only when it is named."""
    with session.writing() as memory:
        document = space_document(memory.archive_space(name, back=back), memory)
    session.answer(document, lambda: _print_one(session.console, document))


@click.command(cls=QuaidCommand)
@click.argument("memories", nargs=-1, required=True, metavar="MEMORY...")
@click.option("--to", "target", metavar="NAME", help="The space they go to; --space NAME says the same.")
@click.pass_obj
def move(session: Session, memories: tuple[str, ...], target: str | None) -> None:
    """Move memories to another space, with the words they came from.

    What recalls and graphs of the space they leave said of them is gone; its history still tells that they were there.
    """
    target = target or (session.space[0] if len(session.space) == 1 else None)
    if target is None:
        raise click.UsageError("to which space? give --space NAME")
    session.space = ()
    with session.writing() as memory:
        ids = [memory_id(each, memory) for each in memories]
        operation = memory.move(ids, target)
    told = f"moved {len(ids)} {'memory' if len(ids) == 1 else 'memories'} to {target}"
    session.answer_change(told, operation, {"ids": ids, "space": target})


def _print_all(console: "Console", spaces: list[dict[str, Any]]) -> None:
    from quaidpy.interfaces.cli.terminal.printing import plain_table

    rows = [
        [
            each["name"],
            each["role"] or "",
            each["read"],
            _count(each),
            "archived" if each["archived_at"] else "",
        ]
        for each in spaces
    ]
    console.print(plain_table(["space", "you are", "read by", "memories", ""], rows))


def _print_one(console: "Console", document: dict[str, Any]) -> None:
    from quaidpy.interfaces.cli.terminal.printing import pairs

    members = ", ".join(f"{each['member']} ({each['role']})" for each in document["members"])
    console.print(
        pairs(
            iter(
                [
                    ("space", document["name"]),
                    ("you are", document["role"] or "no member"),
                    ("read by", document["read"] + (", archived" if document["archived_at"] else "")),
                    ("members", members or "none"),
                    ("memories", _count(document)),
                ]
            )
        )
    )


def _count(document: dict[str, Any]) -> str:
    return "" if document["memories"] is None else f"{document['memories']:,}"
