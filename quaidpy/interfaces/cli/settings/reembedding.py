"""By which model are memories found?"""

import click

from quaidpy.errors import UsageError
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.session import Session


@click.command(cls=QuaidCommand)
@click.argument("model", required=False, metavar="[MODEL]")
@click.pass_obj
def reembed(session: Session, model: str | None) -> None:
    """Change the embedding model, or make its vectors anew.

    MODEL is embedded, multilingual, ollama:NAME, litellm:PROVIDER/NAME or sentence-transformers:NAME; without one the
    configured model is used. Searching goes on with the old vectors until all new ones are there; a run that was
    interrupted goes on where it stopped.
    """
    from quaidpy.settings import write_setting
    from quaidpy.wiring.models import chosen_embedder, closings

    embedder = chosen_embedder(session.settings, model=model)
    if embedder is None:
        raise UsageError(
            "without an embedding model there is nothing to make; `quaid reembed embedded` uses ours"
        )
    try:
        name = embedder.identity.name
        with session.writing() as memory:
            made = memory.reembed(embedder, progress=_told if session.may_show_progress else None)
    finally:
        for close in closings(None, None, embedder):
            close()
    if model is not None and model != session.settings.tuning.embedding.model:
        write_setting(session.settings, "embedding.model", model)
    document = {"embedder": name, "dimension": embedder.identity.dimension, "texts": made}
    session.answer(document, lambda: click.echo(f"{made:,} texts embedded; searching by {name}"))


def _told(done: int) -> None:
    click.echo(f"\r{done:,} texts", err=True, nl=False)
