"""How is the API described to machines? One OpenAPI document, made of the table."""

from functools import cache
from typing import Any

from pydantic import BaseModel, create_model
from pydantic.json_schema import models_json_schema

from quaidpy import __version__
from quaidpy.interfaces.api.responses import Fault, Health
from quaidpy.interfaces.api.table import ENDPOINTS, Endpoint

_REFERENCE = "#/components/schemas/{model}"
_IN_QUERY = {"GET", "DELETE"}
_FAULTS = {
    "400": "wrong input",
    "401": "token missing or wrong (on a port)",
    "404": "not found",
    "409": "meets a later change",
    "412": "the server runs under other settings",
    "422": "cannot be read as a conversation",
    "424": "a stage was skipped, and `strict` forbids that",
    "500": "the server failed",
    "502": "a model failed",
    "503": "busy, or leaving: ask again",
}


def openapi_document() -> dict[str, Any]:
    """OpenAPI 3.1, with every address, input, answer and error."""
    gives: list[type[BaseModel]] = list(dict.fromkeys([Fault, Health, *(each.gives for each in ENDPOINTS)]))
    asks = list(dict.fromkeys(_body_model(each) for each in ENDPOINTS if each.method not in _IN_QUERY))
    schemas: list[tuple[type[BaseModel], Any]] = [(model, "serialization") for model in gives]
    schemas += [(model, "validation") for model in asks]
    names, definitions = models_json_schema(schemas, ref_template=_REFERENCE)
    paths: dict[str, dict[str, Any]] = {"/v1/health": {"get": _health(names)}}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, names)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "quaidpy",
            "version": __version__,
            "description": "Memory for AI agents: remembers conversations, recalls what matters, shows the words.",
        },
        "servers": [{"url": "/", "description": "a socket of the user's own, or 127.0.0.1"}],
        "security": [{}, {"token": []}],
        "paths": paths,
        "components": {
            "schemas": definitions["$defs"],
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "stands in server.json of the home",
                }
            },
        },
    }


def _operation(endpoint: Endpoint, names: Any) -> dict[str, Any]:
    document: dict[str, Any] = {
        "operationId": f"{endpoint.tag}_{endpoint.name}",
        "summary": endpoint.about,
        "tags": [endpoint.tag],
        "parameters": _parameters(endpoint),
        "responses": _responses(endpoint.status, names[endpoint.gives, "serialization"], names),
    }
    if endpoint.method not in _IN_QUERY:
        schema = names[_body_model(endpoint), "validation"]
        document["requestBody"] = {
            "required": any(field.is_required() for field in _body_model(endpoint).model_fields.values()),
            "content": {"application/json": {"schema": schema}},
        }
    return document


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    schema = endpoint.asks.model_json_schema(ref_template=_REFERENCE)
    shown = endpoint.in_path if endpoint.method not in _IN_QUERY else tuple(schema.get("properties", {}))
    return [
        {
            "name": name,
            "in": "path" if name in endpoint.in_path else "query",
            "required": name in endpoint.in_path or name in schema.get("required", ()),
            "description": schema["properties"][name].get("description", name),
            "schema": _inlined(schema["properties"][name], schema),
        }
        for name in shown
    ]


def _inlined(schema: Any, whole: dict[str, Any]) -> Any:
    """Without references: what a parameter may be, in one piece."""
    if isinstance(schema, list):
        return [_inlined(each, whole) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _inlined(whole["$defs"][schema["$ref"].rpartition("/")[2]], whole)
    return {name: _inlined(each, whole) for name, each in schema.items()}


@cache
def _body_of(asked: type[BaseModel], in_path: tuple[str, ...]) -> type[BaseModel]:
    """What the body may hold: all but what stands in the path."""
    if not in_path:
        return asked
    kept: dict[str, Any] = {
        name: (field.annotation, field) for name, field in asked.model_fields.items() if name not in in_path
    }
    return create_model(f"{asked.__name__}Body", __config__=asked.model_config, **kept)


def _body_model(endpoint: Endpoint) -> type[BaseModel]:
    return _body_of(endpoint.asks, endpoint.in_path)


def _responses(status: int, schema: Any, names: Any) -> dict[str, Any]:
    fault = {"application/json": {"schema": names[Fault, "serialization"]}}
    answers: dict[str, Any] = {
        str(status): {"description": "done", "content": {"application/json": {"schema": schema}}}
    }
    return answers | {number: {"description": about, "content": fault} for number, about in _FAULTS.items()}


def _health(names: Any) -> dict[str, Any]:
    return {
        "operationId": "whole_health",
        "summary": "Whether the server is well, and how long it has been there.",
        "tags": ["whole"],
        "responses": _responses(200, names[Health, "serialization"], names),
    }
