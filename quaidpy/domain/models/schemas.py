"""Does this text hold the JSON that was asked for? Finds it, and says in sentences what is wrong with it."""

import json
from collections.abc import Iterator, Mapping

_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def json_in(text: str) -> object:
    """The first JSON object or list in a model's answer, whatever prose or code fence stands around it.

    Raises ValueError when there is none that is whole.
    """
    decoder = json.JSONDecoder()
    for start, sign in enumerate(text):
        if sign in "{[":
            try:
                value, _ = decoder.raw_decode(text, start)
            except ValueError:
                continue
            return value
    raise ValueError("no whole JSON object or list in the answer")


def violations(value: object, schema: Mapping[str, object], where: str = "the answer") -> Iterator[str]:
    """Each place where the value is not what the schema asks for, as a sentence; none when it fits.

    Understands type (one or several), enum, properties, required, items, minItems, maxItems, minimum, maximum. What
    a schema says besides binds the provider only.
    """
    kinds = schema.get("type")
    if kinds is not None and not _is_of(value, kinds):
        yield f"{where} must be {_named(kinds)}, not {_shown(value)}"
        return
    allowed = schema.get("enum")
    if isinstance(allowed, list) and value not in allowed:
        yield f"{where} must be one of {', '.join(map(str, allowed))}, not {_shown(value)}"
    if isinstance(value, dict):
        yield from _of_object(value, schema, where)
    elif isinstance(value, list):
        yield from _of_list(value, schema, where)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from _of_number(value, schema, where)


def _of_object(value: dict[str, object], schema: Mapping[str, object], where: str) -> Iterator[str]:
    required = schema.get("required")
    for name in required if isinstance(required, list) else ():
        if name not in value:
            yield f"{where} lacks {name}"
    inner = schema.get("properties")
    for name, part in inner.items() if isinstance(inner, Mapping) else ():
        if name in value:
            yield from violations(value[name], part, f"{where}.{name}")


def _of_list(value: list[object], schema: Mapping[str, object], where: str) -> Iterator[str]:
    least, most = schema.get("minItems"), schema.get("maxItems")
    if isinstance(least, int) and len(value) < least:
        yield f"{where} has {len(value)} items; at least {least} are needed"
    if isinstance(most, int) and len(value) > most:
        yield f"{where} has {len(value)} items; at most {most} are allowed"
    items = schema.get("items")
    if isinstance(items, Mapping):
        for place, item in enumerate(value):
            yield from violations(item, items, f"{where}[{place}]")


def _of_number(value: float, schema: Mapping[str, object], where: str) -> Iterator[str]:
    least, most = schema.get("minimum"), schema.get("maximum")
    if isinstance(least, int | float) and value < least:
        yield f"{where} is {value}; at least {least} is needed"
    if isinstance(most, int | float) and value > most:
        yield f"{where} is {value}; at most {most} is allowed"


def _is_of(value: object, kinds: object) -> bool:
    names = kinds if isinstance(kinds, list) else [kinds]
    if isinstance(value, bool):
        return "boolean" in names
    return any(isinstance(value, _TYPES.get(str(name), ())) for name in names)


def _named(kinds: object) -> str:
    return " or ".join(map(str, kinds)) if isinstance(kinds, list) else str(kinds)


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else f"{text[:40]}…"
