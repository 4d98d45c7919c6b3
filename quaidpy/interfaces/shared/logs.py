"""What does a shared server write down of each request, and of what goes wrong? Fields, and never what was said.

Words of memories stand in the arguments of log calls and in messages of errors, so neither is written: of an error its
class and where it was raised, and the message only of those that tell of the storage or of settings.
"""

import json
import logging
import re
import sys
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Literal

from quaidpy.errors import ServerError, SettingsError, StorageError
from quaidpy.regex import regex

Format = Literal["text", "json"]
FIELDS = "fields"
"""The attribute of a record that has what is to be written of it."""
_TELLING = (StorageError, SettingsError, ServerError)
_PLACES = regex(r":? ?%[\w.]+")
_FRAMES = 12


class Lines(logging.Formatter):
    """Each record as one line."""

    def __init__(self, form: Format) -> None:
        super().__init__()
        self._form = form

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        row = {"time": at.replace("+00:00", "Z"), "level": record.levelname.lower(), **_told(record)}
        if self._form == "json":
            return json.dumps(row, ensure_ascii=False)
        words = (f"{name}={_word(value)}" for name, value in list(row.items())[2:])
        return f"{row['time']} {row['level']} {' '.join(words)}"


def set_up(form: Format) -> None:
    """For the whole process: all goes to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines(form))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("quaidpy").setLevel(logging.INFO)


def take_over() -> None:
    """From libraries that write lines of their own: what they log goes the way of all other records."""
    for logger in list(logging.root.manager.loggerDict.values()):
        if isinstance(logger, logging.Logger):
            logger.handlers.clear()
            logger.propagate = True


def event(name: str, **fields: object) -> Mapping[str, Any]:
    """What to give a log call as `extra`, beside the name of the event."""
    return {FIELDS: {"event": name, **fields}}


def _told(record: logging.LogRecord) -> dict[str, Any]:
    fields = getattr(record, FIELDS, None)
    if isinstance(fields, dict):
        return fields
    name = (
        f"line {record.lineno} of {record.module}"  # some put words into their messages before they log them
    )
    if record.name.startswith(("quaidpy", "uvicorn")):
        name = _PLACES.sub("", str(record.msg)).strip()
    row: dict[str, Any] = {"event": name, "logger": record.name}
    arguments = record.args if isinstance(record.args, tuple) else ()
    errors = [each for each in arguments if isinstance(each, BaseException)]
    if record.exc_info and record.exc_info[1] is not None:
        errors.append(record.exc_info[1])
    if errors:
        row |= _error(errors[-1])
    return row


def _error(error: BaseException) -> dict[str, Any]:
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    where = [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames]
    told = {"error": type(error).__name__, "at": where}
    return {**told, "why": str(error)} if isinstance(error, _TELLING) else told


def _word(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if re.fullmatch(r"[\w./:@+{}-]+", text) else json.dumps(text, ensure_ascii=False)
