"""Who reads a source: rules, a model, or both, and is anything stored?"""

from dataclasses import dataclass
from typing import Any

import click

from quaidpy.interfaces.cli.terminal.options import all_of


@dataclass(frozen=True)
class How:
    """The options of `quaid extract` about readers.

    `by_model` is None when nothing was said; `is_live`: the files still grow.
    """

    by_model: bool | None
    by_rules: bool
    is_preview: bool
    is_retried: bool
    is_of_inbox: bool
    user_name: str | None
    is_live: bool = False


reads = all_of(
    click.option(
        "--llm/--no-llm", default=None, help="Have the deep model read it, too [default: if one is set]."
    ),
    click.option("--rules/--no-rules", default=True, help="Find statements by rules [default: yes]."),
    click.option("--dry-run", is_flag=True, help="Show what would be stored; store nothing."),
    click.option("--compare", is_flag=True, help="Show rules and model side by side; store nothing."),
    click.option("--inbox", is_flag=True, help="Take in what hooks of agents' hosts have kept."),
    click.option(
        "--live", is_flag=True, help="The files are being written: half a last line is left for later."
    ),
    click.option("--retry", is_flag=True, help="Try again what a model could not read before."),
)
"""The options that say who reads."""


def taken_from(options: dict[str, Any]) -> How:
    """Takes the readers' options out of all others."""
    compares = options.pop("compare")
    by_model = options.pop("llm")
    return How(
        by_model=True if compares and by_model is None else by_model,
        by_rules=options.pop("rules"),
        is_preview=options.pop("dry_run") or compares,
        is_retried=options.pop("retry"),
        is_of_inbox=options.pop("inbox"),
        is_live=options.pop("live"),
        user_name=options.get("user_name"),
    )
