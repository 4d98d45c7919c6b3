"""Write the development set of documents: our own, and those of permissively licensed packages that are installed here.

    python tests/bench/documents_set.py FOLDER
    quaid bench docs FOLDER tests/bench/documents_gold.jsonl

Nothing of the packages is kept in this repository; only the questions are.
"""

import importlib.metadata
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = (  # MIT, BSD, Apache-2.0, Unlicense; the last few are there to be in the way
    "pytest-timeout", "python-dotenv", "email-validator", "keyring", "pytz", "tqdm", "dateparser", "sse-starlette",
    "pyrate-limiter", "openai", "rapidfuzz", "watchfiles", "rich", "typer", "huggingface-hub", "fsspec",
    "sortedcontainers", "pathspec", "cyclopts", "click", "attrs", "authlib", "more-itertools", "fastmcp", "pydantic",
    "yarl", "frozenlist", "propcache", "charset-normalizer", "sse-starlette", "uvicorn", "starlette", "httpcore",
)  # fmt: skip


def main() -> None:
    folder = Path(sys.argv[1])
    for path in subprocess.check_output(["git", "ls-files", "*.md"], cwd=ROOT, text=True).split():
        copied(ROOT / path, folder / path)
    for name in PACKAGES:
        try:
            about = importlib.metadata.metadata(name)
        except importlib.metadata.PackageNotFoundError:
            print(f"not installed: {name}; its questions are left out")
            continue
        suffix = "md" if "markdown" in str(about.get("Description-Content-Type", "")) else "rst"
        target = folder / "packages" / f"{name}.{suffix}"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(str(about.get_payload() or about.get("Description") or ""), encoding="utf-8")
    litellm = importlib.metadata.distribution("litellm").locate_file("litellm")
    for path in sorted(Path(str(litellm)).rglob("*.md")):
        if "enterprise" not in path.parts:
            copied(path, folder / "litellm" / path.relative_to(str(litellm)))


def copied(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


if __name__ == "__main__":
    main()
