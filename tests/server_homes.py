"""How does every home that a test opens get its memory on a server? For runs with `--storage postgres`.

Settings say where a memory is: whoever loads those of a home is told of the database of that home, as if
`QUAID_STORAGE_URL` named it. A program that a test starts has that of the home that was opened last.
"""

import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

from quaidpy import settings
from quaidpy.settings import Settings

_VARIABLE = "QUAID_STORAGE_URL"
_loaded_from_files: Callable[..., Settings] = settings.load_settings
_told: set[str] = set()
_is_on = False


def are_on_a_server() -> bool:
    return _is_on


def put_homes_on_a_server() -> None:
    """Before anything of quaidpy is imported that loads settings."""
    global _is_on  # noqa: PLW0603 - said once, when the run begins
    early = [name for name, module in sys.modules.items() if _loads_settings(name, module)]
    assert not early, f"{early} would load settings past this"
    settings.load_settings = _load_settings
    _is_on = True


def engine_of_rows() -> str:
    """What answers of homes call it."""
    return "postgres" if _is_on else "sqlite"


def _loads_settings(name: str, module: object) -> bool:
    is_ours = name.startswith("quaidpy") and name != "quaidpy.settings"
    return is_ours and getattr(module, "load_settings", None) is _loaded_from_files


def _load_settings(*, environment: Mapping[str, str] | None = None, **how: Any) -> Settings:
    from tests.postgres_server import used_address_of  # noqa: PLC0415 - other runs need no server

    given = dict(os.environ if environment is None else environment)
    if given.get(_VARIABLE) in _told:
        del given[_VARIABLE]  # of another home, perhaps
    loaded = _loaded_from_files(environment=given, **how)
    if loaded.tuning.storage.url or loaded.tuning.sync.url:
        return loaded
    address = used_address_of(loaded.home)
    _told.add(address)
    os.environ[_VARIABLE] = address
    return _loaded_from_files(environment={**given, _VARIABLE: address}, **how)
