"""Where do the files lie that ship with the package? One answer for a wheel and for a checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def shipped_folder(name: str) -> Path:
    """The folder `config`, `prompts` or `examples`, inside an installed wheel or beside the package in a checkout."""
    installed = _PACKAGE / "_shipped" / name
    return installed if installed.is_dir() else _PACKAGE.parent / name


def integration_folder(name: str) -> Path:
    """The folder of files that a host itself loads."""
    return _PACKAGE / "integrations" / name
