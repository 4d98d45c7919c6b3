"""What is configured, and where does it come from?"""

import click

from quaidpy.errors import UsageError
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand, QuaidGroup
from quaidpy.interfaces.cli.terminal.session import Session, short_path


@click.group(cls=QuaidGroup)
def config() -> None:
    """List, read, set and check settings."""


@config.command(name="list", cls=QuaidCommand)
@click.option("--changed", is_flag=True, help="Only what differs from the defaults.")
@click.pass_obj
def list_(session: Session, changed: bool) -> None:
    """List every setting with its value and where it comes from."""
    from quaidpy.interfaces.cli.settings.settings_views import print_settings

    shown = [s for s in session.settings.provenance if not changed or s.origin != "default"]
    document = {"settings": [{"key": s.key, "value": s.value, "origin": s.origin} for s in shown]}
    session.answer(document, lambda: print_settings(session.console, document))


@config.command(cls=QuaidCommand)
@click.argument("key", metavar="KEY")
@click.pass_obj
def get(session: Session, key: str) -> None:
    """Print one setting, as in `quaid config get graph.engine`."""
    from quaidpy.settings import setting_called

    found = setting_called(session.settings, key)
    document = {"key": found.key, "value": found.value, "origin": found.origin}
    session.answer(document, lambda: click.echo(f"{found.value}"))


@config.command(name="set", cls=QuaidCommand)
@click.argument("key", metavar="KEY")
@click.argument("value", metavar="VALUE")
@click.pass_obj
def set_(session: Session, key: str, value: str) -> None:
    """Check one value and write it to config.toml in the home."""
    from quaidpy.settings import write_setting
    from quaidpy.wiring.syncing import require_one_store

    require_one_store(session.settings, {key: value})
    written = write_setting(session.settings, key, value)
    document = {"key": key, "value": value, "file": str(written)}
    session.answer(document, lambda: click.echo(f"{key} = {value} in {short_path(written)}"))


@config.command(cls=QuaidCommand)
@click.pass_obj
def check(session: Session) -> None:
    """Read all settings and say whether they are valid."""
    settings = session.settings
    files = sorted({s.origin for s in settings.provenance} - {"default"})
    document = {"valid": True, "settings": len(settings.provenance), "origins": files}
    told = f"; changed by {', '.join(files)}" if files else "; all are defaults"
    session.answer(document, lambda: click.echo(f"{len(settings.provenance)} settings are valid{told}"))


@config.command(cls=QuaidCommand)
@click.argument("tier", required=False, type=click.Choice(["deep", "fast"]), metavar="[deep|fast]")
@click.argument("model", required=False, metavar="[MODEL]")
@click.option("--base-url", metavar="URL", help="Address of the model's server, if it is your own.")
@click.option("--no-try", "is_untried", is_flag=True, help="Only set it; ask nothing.")
@click.pass_obj
def model(
    session: Session, tier: str | None, model: str | None, base_url: str | None, is_untried: bool
) -> int:
    """Set and try the language models.

    MODEL is none, PROVIDER/NAME as in ollama/qwen3, or command:PROGRAM. Trying costs one short call: it says whether
    the model answers, how fast, and whether it keeps to a JSON schema.
    """
    from quaidpy.domain.models.prompting import Tier
    from quaidpy.errors import ModelError
    from quaidpy.interfaces.cli.settings.model_trial import print_trials, set_model, trial_of

    if tier and model:
        set_model(session, Tier(tier), model, base_url)
    tiers = [Tier(tier)] if tier else list(Tier)
    trials = [trial_of(session, each, is_untried=is_untried) for each in tiers]
    document = {"models": trials}
    session.answer(document, lambda: print_trials(trials))
    return ModelError.exit_code if any(trial["works"] is False for trial in trials) else 0


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
