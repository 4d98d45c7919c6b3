"""How long does `quaid recall` take through a warm server, beside `python -c pass` in the same run?

    PYTHONPATH=. python tests/bench/serving.py [--home HOME] [--rounds 20] [--question "…"]

Prints milliseconds of wall time, p50 and least: an empty process, a recall through the server, one without. They take
turns, so that a busy machine burdens all of them alike. Without --home, the sample life of the demo is stored first.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from quaidpy.interfaces.cli.served import ask_to_leave
from quaidpy.interfaces.client import Client

ROOT = Path(__file__).resolve().parents[2]
ENTRY = "from quaidpy.interfaces.front import run; run()"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--home")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--question", default="where does Ana live now?")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="quaid-") as folder:
        home = chosen.home or folder
        if chosen.home is None:
            run(
                home,
                "-c",
                ENTRY,
                "extract",
                str(next((ROOT / "quaidpy/interfaces/demo").glob("*.txt"))),
                server="never",
            )
        Client(home).call("GET", "/v1/health")
        ways = {
            "python -c pass": (("-c", "pass"), "auto"),
            "quaid recall, warm server": (("-c", ENTRY, "recall", chosen.question), "auto"),
            "quaid recall, no server": (("-c", ENTRY, "recall", chosen.question), "never"),
        }
        for _ in range(2):
            run(home, *ways["quaid recall, warm server"][0], server="auto")
        times: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(chosen.rounds):
            for name, (arguments, server) in ways.items():
                times[name].append(run(home, *arguments, server=server))
        for name, found in times.items():
            print(f"{name:28} p50 {median(found):7.1f} ms   least {min(found):7.1f} ms")
        ask_to_leave(home, within_s=30)


def run(home: str, *arguments: str, server: str) -> float:
    """Milliseconds of a process from its start to its end."""
    environment = os.environ | {"QUAID_HOME": home, "QUAID_SERVER": server, "PYTHONPATH": str(ROOT)}
    began = perf_counter()
    subprocess.run([sys.executable, *arguments], env=environment, stdout=subprocess.DEVNULL, check=True)
    return (perf_counter() - began) * 1000


if __name__ == "__main__":
    main()
