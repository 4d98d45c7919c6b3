"""Make the virtual environment of this checkout from the lock file: with uv when it is on the PATH, else with pip."""

import argparse
import shutil
import subprocess
import sys
import venv
from pathlib import Path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--dev", action="store_true", help="with the tools of development")
    wanted = parser.parse_args()
    if sys.version_info < (3, 11):  # noqa: UP036 - `python3` may be any version here
        print(
            f"quaidpy needs Python 3.11 or newer; this is {sys.version.split()[0]}. Try: make PYTHON=python3.12"
        )
        return 1
    python = wanted.folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not python.exists():
        venv.create(wanted.folder, with_pip=True)
    lock = "requirements-dev.lock" if wanted.dev else "requirements.lock"
    install = _installer(python)
    # The lock is whole, so nothing is resolved: pip would take "pydantic[email]" of a dependency for unpinned.
    for step in (["--require-hashes", "-r", lock], ["--editable", "."]):
        done = subprocess.run([*install, "--no-deps", *step], check=False)
        if done.returncode:
            return done.returncode
    return 0


def _installer(python: Path) -> list[str]:
    uv = shutil.which("uv")
    if uv:
        return [uv, "pip", "install", "--quiet", "--python", str(python)]
    return [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]


if __name__ == "__main__":
    raise SystemExit(main())
