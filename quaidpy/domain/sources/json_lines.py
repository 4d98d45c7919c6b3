"""What does a piece of JSON of somebody else say, and if nothing, why?"""

import json
from collections.abc import Mapping


def json_value(data: str | bytes) -> object:
    """None for what is no JSON."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def json_object(data: str | bytes) -> Mapping[str, object] | None:
    """None for what is no JSON, or no object."""
    found = json_value(data)
    return found if isinstance(found, dict) else None


def why_broken(data: str | bytes) -> str:
    """Of what `json_object` cannot read."""
    try:
        json.loads(data)
    except json.JSONDecodeError as err:
        return f"broken JSON: {err.msg} at column {err.colno}"
    except UnicodeDecodeError as err:
        return f"not UTF-8 at byte {err.start}"
    except (ValueError, RecursionError) as err:
        return f"unreadable JSON: {err}"
    return "a JSON value that is no object"
