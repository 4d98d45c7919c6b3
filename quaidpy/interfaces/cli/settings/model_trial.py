"""Does a language model work here? One short call tells."""

from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from quaidpy.domain.models.prompting import Request, Tier
from quaidpy.domain.models.schemas import json_in, violations
from quaidpy.errors import ModelError, UsageError
from quaidpy.interfaces.cli.terminal.session import Session

if TYPE_CHECKING:
    from quaidpy.ports.models import LanguageModel

_SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "is_capital": {"type": "boolean"}},
    "required": ["city", "is_capital"],
    "additionalProperties": False,
}
_TRIAL = Request(
    system="You turn a sentence into JSON with the keys city (text) and is_capital (true or false). Only JSON.",
    user="Lisbon is the capital of Portugal.",
    max_tokens=200,
    schema=_SCHEMA,
)
_TIMEOUT_S = 60.0  # a local model may have to be loaded first


def set_model(session: Session, tier: Tier, model: str, base_url: str | None) -> None:
    """Write it to the home's configuration; the address is kept when none is given."""
    from quaidpy.settings import write_setting

    if model != "none" and not model.startswith("command:") and "/" not in model:
        raise UsageError(
            f"{model!r} names no provider; write PROVIDER/NAME as in ollama/{model}, command:PROGRAM, or none"
        )
    write_setting(session.settings, f"models.{tier.value}", model)
    if base_url is not None:
        write_setting(session.settings, f"models.{tier.value}_base_url", base_url)
    del session.settings


def trial_of(session: Session, tier: Tier, *, is_untried: bool) -> dict[str, Any]:
    """`works` is None when there is nothing to try, or it was not wanted."""
    from quaidpy.wiring.models import chosen_model

    tuning = session.settings.tuning.models
    trial: dict[str, Any] = {
        "tier": tier.value,
        "model": tuning.deep if tier is Tier.DEEP else tuning.fast,
        "works": None,
    }
    language_model = chosen_model(session.settings, tier)
    return trial if language_model is None or is_untried else trial_by(language_model, trial)


def trial_by(
    language_model: "LanguageModel", trial: dict[str, Any], *, timeout_s: float | None = None
) -> dict[str, Any]:
    """The trial with what came of one call."""
    try:
        language_model.prepare()
        begun = perf_counter()
        reply = language_model.complete(_TRIAL, timeout_s=timeout_s or _TIMEOUT_S)
    except ModelError as error:
        return trial | {"works": False, "reason": str(error)}
    finally:
        language_model.close()
    latency_ms = round((perf_counter() - begun) * 1000)
    spent = reply.spending
    return trial | {
        "works": True,
        "latency_ms": latency_ms,
        "keeps_schema": _keeps_schema(reply.text),
        "input_tokens": spent.input_tokens,
        "output_tokens": spent.output_tokens,
        "cost_usd": None if spent.unpriced else spent.cost_usd,
    }


def print_trials(trials: list[dict[str, Any]]) -> None:
    for trial in trials:
        click.echo(f"{trial['tier']}: {trial['model']}{_told(trial)}")
    if all(trial["model"] == "none" for trial in trials):
        click.echo("No language model is needed. To use one: `quaid config model deep ollama/qwen3`.")


def _told(trial: dict[str, Any]) -> str:
    if trial["works"] is None:
        return ""
    if not trial["works"]:
        return f" does not work: {trial['reason']}"
    schema = (
        "keeps to a JSON schema"
        if trial["keeps_schema"]
        else "does not keep to a JSON schema: expect repairs"
    )
    tokens = f"{trial['input_tokens']} + {trial['output_tokens']} tokens"
    return f" answers in {trial['latency_ms'] / 1000:.1f} s ({tokens}), {schema}"


def _keeps_schema(text: str) -> bool:
    try:
        return not list(violations(json_in(text), _SCHEMA))
    except ValueError:
        return False
