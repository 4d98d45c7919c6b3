"""What does an agent hear before the server is up? Asks a server of this version, and writes down what it says."""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
SHIPPED = ROOT / "quaidpy" / "interfaces" / "mcp" / "greetings.json"
PROTOCOLS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
LISTS = ("tools/list", "prompts/list", "resources/list", "resources/templates/list")


def main() -> None:
    """Run from anywhere, with the package and its dependencies installed."""
    SHIPPED.unlink(missing_ok=True)
    with TemporaryDirectory() as home:
        surroundings = os.environ | {"QUAID_HOME": home, "PYTHONPATH": f"{ROOT}:{ROOT / 'janitor'}"}
        for protocol in PROTOCOLS:
            _have_greeted(protocol, surroundings)
        subprocess.run([sys.executable, "-m", "quaidpy", "serve", "stop"], env=surroundings, check=True)
        known = json.loads((Path(home) / "mcp-greetings.json").read_text())
    SHIPPED.write_text(json.dumps(known, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


def _have_greeted(protocol: str, surroundings: dict[str, str]) -> None:
    """One session; the bridge keeps in the home what it is told."""
    opening = {
        "protocolVersion": protocol,
        "capabilities": {},
        "clientInfo": {"name": "write_greetings", "version": "1"},
    }
    messages = [
        {"id": 0, "method": "initialize", "params": opening},
        {"method": "notifications/initialized"},
        *({"id": number, "method": name} for number, name in enumerate(LISTS, start=1)),
    ]
    lines = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)
    command = [sys.executable, "-m", "quaidpy", "mcp"]
    subprocess.run(command, input=lines, text=True, env=surroundings, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
