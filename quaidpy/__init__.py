"""Graph-native, local-first memory for AI agents."""

__version__ = "0.1.0"

__all__ = ["Memory", "__version__"]


def __getattr__(name: str) -> object:
    """Load the facade only when somebody asks for it: importing quaidpy stays instant."""
    if name == "Memory":
        from quaidpy.bootstrap import Memory  # noqa: PLC0415 - lazy on purpose, see docstring

        return Memory
    raise AttributeError(f"module 'quaidpy' has no attribute {name!r}")
