"""How is a model asked for JSON, and what if its answer is none?"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from quaidpy.domain.models.prompting import Reply, Request
from quaidpy.domain.models.prompts import filled
from quaidpy.domain.models.schemas import json_in, violations
from quaidpy.errors import ModelError
from quaidpy.ports.models import LanguageModel, PromptBook

_FAULTS_SHOWN = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTools:
    """The deep model, what it is told, and how long one call may take."""

    model: LanguageModel
    prompts: PromptBook
    timeout_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """JSON that fits the prompt's schema. `prompt` is id and version."""

    value: Mapping[str, object]
    prompt: str


class CutAnswerError(ModelError):
    """The answer ran into its limit of tokens before it was whole."""


def ask(
    prompt_id: str,
    values: Mapping[str, str],
    tools: ModelTools,
    *,
    spare: Mapping[str, object] = MappingProxyType({}),
) -> Answer:
    """One call, and one more to repair an answer that is not of the schema.

    `spare`: what stands for fields that an answer leaves out, as older recordings do. Values that the prompt has no
    place for, such as an own copy from before they were added, are not told.

    Raises CutAnswerError when the answer was cut off, ModelError when the repair did not help or a call failed.
    """
    prompt = tools.prompts.prompt(prompt_id)
    told = {name: value for name, value in values.items() if name in prompt.variables}
    request = filled(prompt, told)
    reply = tools.model.complete(request, timeout_s=tools.timeout_s)
    value, faults = _read(reply, request, spare)
    if faults and reply.is_cut:
        raise CutAnswerError(f"{reply.model} was cut off after {request.max_tokens} tokens")
    if faults:
        repaired = tools.model.complete(_repair(request, reply, faults, tools), timeout_s=tools.timeout_s)
        value, faults = _read(repaired, request, spare)
    if faults:
        raise ModelError(
            f"{reply.model} did not answer {prompt_id} in the form asked for, not even when told so: {faults[0]}; "
            "`quaid config model` says whether it keeps to schemas"
        )
    return Answer(value=value, prompt=request.prompt)


def _read(
    reply: Reply, request: Request, spare: Mapping[str, object]
) -> tuple[Mapping[str, object], list[str]]:
    """The object in the answer, and what is wrong with it."""
    try:
        value = json_in(reply.text)
    except ValueError as err:
        return {}, [str(err)]
    if isinstance(value, dict):
        value = {**spare, **value}
    faults = list(violations(value, request.schema or {}))
    return (value, faults) if isinstance(value, dict) else ({}, faults or ["the answer is no object"])


def _repair(request: Request, reply: Reply, faults: list[str], tools: ModelTools) -> Request:
    repair = filled(
        tools.prompts.prompt("repair"),
        {
            "schema": str(dict(request.schema or {})),
            "faults": "\n".join(faults[:_FAULTS_SHOWN]),
            "answer": reply.text,
        },
        max_tokens=request.max_tokens,
    )
    return replace(repair, schema=request.schema)
