"""What is configured, and where did each value come from? The only reader of environment and config files.

config/default.toml < $QUAID_HOME/config.toml (or $QUAID_CONFIG) < environment < flags.
"""

import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, fields, is_dataclass, replace
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from quaidpy.domain.graph.relation_words import RelationWords
from quaidpy.domain.graph.relations import RelationMap
from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.attribute_names import AttributeNames
from quaidpy.domain.memories.sameness import Lexicon
from quaidpy.domain.ranges import Range, ReadBy, Shape
from quaidpy.domain.recall.calibration import Calibrations
from quaidpy.domain.recall.intents import IntentPatterns
from quaidpy.domain.spaces import is_owner_name
from quaidpy.domain.tuning import Tuning
from quaidpy.errors import SettingsError
from quaidpy.shipped.files import shipped_folder
from quaidpy.system.whole_files import write_whole

DATABASE_FILE = "memory.sqlite"
USER_FILE = "config.toml"
KEY_FILE = "keys.toml"
_ENVIRONMENT = {
    "QUAID_EMBEDDING_MODEL": "embedding.model",
    "QUAID_GRAPH_ENGINE": "graph.engine",
    "QUAID_DEEP_MODEL": "models.deep",
    "QUAID_FAST_MODEL": "models.fast",
    "QUAID_SERVER": "server.use",
    "QUAID_STORAGE_URL": "storage.url",
    "QUAID_SYNC_OWNER": "sync.owner",
    "QUAID_SYNC_URL": "sync.url",
}
"""Environment variables that stand for a key of the file."""
_GONE = frozenset(
    {
        "janitor.contradiction_similarity",
        "recall.opinion_count",
        "recall.second_pass_below",
        "recall.second_pass_terms",
    }
)
"""Keys of earlier versions that nothing reads any more; files of their users may still have them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One configured value and the file, variable or flag it came from."""

    key: str
    value: object
    origin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    home: Path
    owner: Owner
    is_quiet: bool
    tuning: Tuning
    provenance: tuple[Setting, ...]
    ollama_url: str | None = None
    agent: str | None = None


def load_settings(
    *,
    home: Path | None = None,
    owner: str | None = None,
    agent: str | None = None,
    environment: Mapping[str, str] | None = None,
    flags: Mapping[str, str] | None = None,
) -> Settings:
    """All settings, checked. Raises SettingsError naming the key, its file and the nearest known name.

    `agent`: who calls, "" for nobody.
    `flags`: values by key as typed on a command line; they win over every file and variable.
    """
    env = os.environ if environment is None else environment
    where = (home or Path(env.get("QUAID_HOME") or Path.home() / ".quaid")).expanduser().absolute()
    user_file = Path(env.get("QUAID_CONFIG") or where / USER_FILE)
    table = deepcopy(_defaults())
    origins = dict.fromkeys(_flat(table), "default")
    if user_file.exists():
        _overlay(table, origins, _read_toml(user_file), origin=str(user_file))
    elif "QUAID_CONFIG" in env:
        raise SettingsError(
            f"QUAID_CONFIG names {user_file}, which does not exist; create it or unset QUAID_CONFIG"
        )
    for variable, key in _ENVIRONMENT.items():
        if env.get(variable):
            _overlay(table, origins, _nested(key, env[variable]), origin=variable)
    for key, text in (flags or {}).items():
        known = _flat(table)
        if key not in known:
            raise SettingsError(_unknown(key, known, "the command line"))
        parsed = _parsed(text, like=known[key], key=key)
        _overlay(table, origins, _nested(key, parsed), origin="the command line")
    values = _flat(table)
    whose = owner or env.get("QUAID_OWNER") or "default"
    if not is_owner_name(whose):
        raise SettingsError(f"an owner cannot be called {whose!r}: // stands between an owner and a space")
    return Settings(
        home=where,
        owner=Owner(whose),
        is_quiet=env.get("QUAID_QUIET", "") not in {"", "0"},
        tuning=_tuned(table, origins),
        provenance=tuple(Setting(key=k, value=v, origin=origins[k]) for k, v in values.items()),
        ollama_url=env.get("OLLAMA_URL") or None,
        agent=(env.get("QUAID_AGENT") if agent is None else agent) or None,
    )


def has_memory(home: Path) -> bool:
    """Whether anything was ever kept here: a file of the home is there, or a server has it."""
    return (home / DATABASE_FILE).exists() or bool(load_settings(home=home).tuning.storage.url)


def watched_files(home: Path, environment: Mapping[str, str] | None = None) -> tuple[Path, ...]:
    """The user's files that settings come from; when one changes, they must be loaded again."""
    env = os.environ if environment is None else environment
    return (Path(env.get("QUAID_CONFIG") or home / USER_FILE), home / KEY_FILE)


@cache
def load_attributes() -> AttributeNames:
    """The attributes that are listed. Raises SettingsError naming the attribute and key."""
    return AttributeNames.from_table(_read_toml(shipped_folder("config") / "attributes.toml"))


@cache
def load_relations() -> RelationMap:
    words = RelationWords.from_table(_read_toml(shipped_folder("config") / "relation_words.toml"))
    return RelationMap.from_table(_read_toml(shipped_folder("config") / "relations.toml"), words)


@cache
def load_lexicon() -> Lexicon:
    return Lexicon.from_table(_read_toml(shipped_folder("config") / "synonyms.toml"))


@cache
def load_intents() -> IntentPatterns:
    return IntentPatterns.from_table(_read_toml(shipped_folder("config") / "intents.toml"))


@cache
def load_kinds() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """What other systems call a kind: system → name there → `kind` here and, where that loses something, `tag`."""
    return _read_toml(shipped_folder("config") / "kinds.toml")


@cache
def load_calibrations() -> Calibrations:
    return Calibrations.from_table(_read_toml(shipped_folder("config") / "calibration.toml"))


def provider_key(
    settings: Settings, model: str, *, environment: Mapping[str, str] | None = None
) -> str | None:
    """The API key of a model's provider: `GROQ_API_KEY` for `groq/…`, from the environment or the home's keys.toml.

    Raises SettingsError when the file can be read by others, or is no list of names and texts.
    """
    env = os.environ if environment is None else environment
    name = f"{model.partition('/')[0].removesuffix('_chat').upper()}_API_KEY"
    path = settings.home / KEY_FILE
    if env.get(name) or not path.exists():
        return env.get(name)
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise SettingsError(f"{path} can be read by others; `chmod 600 {path}` makes it yours alone")
    key = _read_toml(path).get(name)
    if key is not None and not isinstance(key, str):
        raise SettingsError(f'{name} in {path} is not text; write {name} = "…"')
    return key


def setting_called(settings: Settings, key: str) -> Setting:
    """Raises SettingsError with the nearest name for an unknown key."""
    known = {setting.key: setting for setting in settings.provenance}
    if key not in known:
        raise SettingsError(_unknown(key, known, "the command line"))
    return known[key]


def write_setting(settings: Settings, key: str, text: str) -> Path:
    """Check one value and write it to the user's file, keeping the rest of the file as it is."""
    value = _parsed(text, like=setting_called(settings, key).value, key=key)
    table = deepcopy(_defaults())
    origins: dict[str, str] = {}
    _overlay(table, origins, _nested(key, value), origin="the command line")
    _tuned(table, origins)
    target = settings.home / USER_FILE
    lines = target.read_text(encoding="utf-8").splitlines() if target.exists() else []
    settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(target, "\n".join(_with_line(lines, key, value)) + "\n")
    return target


@cache
def _defaults() -> dict[str, Any]:
    """Read once in a process, as the word lists above: parsing them took most of the time to open a memory."""
    return _read_toml(shipped_folder("config") / "default.toml")


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except UnicodeDecodeError as err:
        raise SettingsError(
            f"the configuration {path} is not UTF-8 (byte {err.start}); save it as UTF-8"
        ) from err
    except (OSError, tomllib.TOMLDecodeError) as err:
        raise SettingsError(f"cannot read the configuration {path}: {err}") from err


def _flat(table: Mapping[str, Any], path: str = "") -> dict[str, object]:
    flat: dict[str, object] = {}
    for name, value in table.items():
        key = f"{path}{name}"
        flat.update(_flat(value, f"{key}.") if isinstance(value, dict) else {key: value})
    return flat


def _nested(key: str, value: object) -> dict[str, Any]:
    section, _, name = key.rpartition(".")
    inner = {name: value}
    return _nested(section, inner) if section else inner


def _overlay(table: dict[str, Any], origins: dict[str, str], over: Mapping[str, Any], *, origin: str) -> None:
    known = _flat(table)
    for key, value in _flat(over).items():
        if key not in known:
            raise SettingsError(_unknown(key, known, origin))
        if not _is_like(value, known[key]):
            raise SettingsError(
                f"{key} = {value!r} in {origin} is not a {_type_name(known[key])}; the default is {known[key]!r}"
            )
        *sections, name = key.split(".")
        target = table
        for section in sections:
            target = target[section]
        target[name] = value
        origins[key] = origin


def _unknown(key: str, known: Iterable[str], origin: str) -> str:
    if key in _GONE:
        return f"setting {key} in {origin} is gone, and nothing takes its place; delete its line"
    near = get_close_matches(key, known, n=1, cutoff=0.4)
    hint = f"; did you mean {near[0]}?" if near else "; `quaid config` lists all keys"
    return f"unknown setting {key} in {origin}{hint}"


def _is_like(value: object, default: object) -> bool:
    if isinstance(default, float):
        return isinstance(value, int | float) and not isinstance(value, bool)
    return type(value) is type(default)


def _type_name(default: object) -> str:
    names = {bool: "true or false", int: "whole number", float: "number", str: "text", list: "list"}
    return names.get(type(default), type(default).__name__)


def _parsed(text: str, *, like: object, key: str) -> object:
    if isinstance(like, str):
        return text
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError as err:
        raise SettingsError(f"{key} wants a {_type_name(like)}, not {text!r}; now it is {like!r}") from err


def _with_line(lines: list[str], key: str, value: object) -> list[str]:
    section, _, name = key.rpartition(".")
    header, line = f"[{section}]", f"{name} = {_toml(value)}"
    if header not in lines:
        return [*lines, *([""] if lines else []), header, line]
    start = lines.index(header) + 1
    end = next((i for i in range(start, len(lines)) if lines[i].startswith("[")), len(lines))
    for i in range(start, end):
        if lines[i].split("=")[0].strip() == name:
            return [*lines[:i], line, *lines[i + 1 :]]
    return [*lines[:start], line, *lines[start:]]


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if isinstance(value, list):
        return f"[{', '.join(_toml(item) for item in value)}]"
    return repr(value)


def _tuned(table: Mapping[str, Any], origins: Mapping[str, str]) -> Tuning:
    """The defaults, with those sections made anew in which something is set."""
    is_set = {key.partition(".")[0] for key, origin in origins.items() if origin != "default"}
    hints = _hints_of(Tuning)
    sections = [name for name in table if name in is_set]
    anew: dict[str, Any] = {
        name: _field_value(hints[name], table[name], key=name, origins=origins) for name in sections
    }
    return replace(_default_tuning(), **anew)


@cache
def _default_tuning() -> Tuning:
    return _built(Tuning, _defaults(), path="", origins={})


_Section = TypeVar("_Section")


def _built(
    kind: type[_Section], table: Mapping[str, Any], *, path: str, origins: Mapping[str, str]
) -> _Section:
    """The tuning dataclass filled from the table, everything checked that is said beside its fields."""
    hints = _hints_of(kind)  # type: ignore[arg-type]  # a class is hashable
    values: dict[str, object] = {}
    for field in fields(kind):  # type: ignore[arg-type]  # every section is a dataclass
        if field.name not in table:
            raise SettingsError(f"config/default.toml lacks {path}{field.name}; the installation is damaged")
        key = f"{path}{field.name}"
        values[field.name] = _field_value(hints[field.name], table[field.name], key=key, origins=origins)
    return kind(**values)


@cache
def _hints_of(kind: type) -> dict[str, object]:
    return get_type_hints(kind, include_extras=True)


def _field_value(hint: object, value: object, *, key: str, origins: Mapping[str, str]) -> object:
    if is_dataclass(hint) and isinstance(hint, type):
        assert isinstance(value, dict)
        return _built(hint, value, path=f"{key}.", origins=origins)
    plain, *limits = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    for limit in limits:
        if isinstance(limit, Range) and not limit.low <= float(str(value)) <= limit.high:
            raise SettingsError(f"{key} = {value} is out of range: {limit.low:g} to {limit.high:g}")
        if isinstance(limit, ReadBy):
            _require_readable(value, limit, f"{key} in {origins.get(key, 'default')}")
    if isinstance(value, list):
        return _list_value(plain, value, limits, key=key)
    if get_origin(plain) is Literal and value not in get_args(plain):
        raise SettingsError(f'{key} = "{value}" is none of {", ".join(get_args(plain))}')
    if isinstance(value, dict):
        return dict(value)
    return float(str(value)) if plain is float else value


def _list_value(plain: object, values: list[Any], limits: list[Any], *, key: str) -> tuple[object, ...]:
    """The values as a tuple; where it is said which or of what shape they may be, only such."""
    known = get_args(get_args(plain)[0]) if get_args(plain) else ()
    shapes = [limit for limit in limits if isinstance(limit, Shape)]
    for value in values:
        for shape in shapes:
            if not re.fullmatch(shape.pattern, str(value)):
                raise SettingsError(f'{key} has "{value}", which is not of the form "{shape.shown}"')
        if known and value not in known:
            raise SettingsError(f'{key} has "{value}", which is none of {", ".join(known)}')
    return tuple(values)


def _require_readable(value: object, limit: ReadBy, where: str) -> None:
    for text in value if isinstance(value, list) else [value]:
        try:
            limit.read(str(text))
        except ValueError as err:
            raise SettingsError(f"{where}: {err}") from err
