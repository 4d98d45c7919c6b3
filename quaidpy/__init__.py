"""Graph-native, local-first memory for AI agents."""

from importlib import import_module

from quaidpy.library_telemetry import silence_libraries

__version__ = "0.2.0"

__all__ = ["Edit", "Filter", "Intake", "Memory", "Note", "Query", "__version__"]

_HOMES = {
    "Edit": "quaidpy.remember.changing.editing",
    "Filter": "quaidpy.domain.recall.queries",
    "Intake": "quaidpy.remember.pipeline",
    "Memory": "quaidpy.wiring.parts",
    "Note": "quaidpy.remember.changing.noting",
    "Query": "quaidpy.domain.recall.queries",
}

silence_libraries()  # here, for this is run before any module of ours that loads a library, whichever way one comes in


def __getattr__(name: str) -> object:
    """Load a public name only when somebody asks for it: importing quaidpy stays instant."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'quaidpy' has no attribute {name!r}")
