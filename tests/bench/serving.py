"""How long do `quaid recall` and the prompt hook take through a warm server, beside `python -c pass` in the same run?

    PYTHONPATH=. python tests/bench/serving.py [--home HOME] [--rounds 20] [--question "…"]

Prints milliseconds of wall time, p50 and least: an empty process, a recall through the server, the same question as a
prompt of Claude Code in a session of its own, a recall without a server; then what the hook takes of the recall's time,
and the same of their processes' own time. They take turns, so that a busy machine burdens all of them alike. Without
--home, the sample life of the demo is stored first.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from quaidpy.interfaces.cli.terminal.server_use import ask_to_leave
from quaidpy.interfaces.client import Client

ROOT = Path(__file__).resolve().parents[2]
ENTRY = "from quaidpy.interfaces.front import run; run()"
_RECALL, _HOOK = "quaid recall, warm server", "prompt hook, warm server"


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
                str(next((ROOT / "quaidpy/shipped/sample_life").glob("*.txt"))),
                server="never",
            )
        Client(home).call("GET", "/v1/health")
        ways = {
            "python -c pass": (("-c", "pass"), "auto"),
            _RECALL: (("-c", ENTRY, "recall", chosen.question), "auto"),
            _HOOK: (("-c", ENTRY, "hook", "claude-code", "UserPromptSubmit"), "auto"),
            "quaid recall, no server": (("-c", ENTRY, "recall", chosen.question), "never"),
        }
        for _ in range(2):
            run(home, *ways[_RECALL][0], server="auto")
        times: dict[str, list[float]] = {name: [] for name in ways}
        own: dict[str, list[float]] = {name: [] for name in ways}
        for number in range(chosen.rounds):
            event = json.dumps({"session_id": f"session {number}", "prompt": chosen.question})
            for name, (arguments, server) in ways.items():
                before = own_time()
                times[name].append(run(home, *arguments, server=server, stdin=event))
                own[name].append(own_time() - before)
        for name, found in times.items():
            print(f"{name:28} p50 {median(found):7.1f} ms   least {min(found):7.1f} ms")
        ratio, of_own = (median(kind[_HOOK]) / median(kind[_RECALL]) for kind in (times, own))
        print(f"hook over recall, warm server: {ratio:.2f}; in their processes' own time {of_own:.2f}")
        ask_to_leave(home, within_s=30)


def own_time() -> float:
    """Processor seconds of all children that have ended."""
    spent = os.times()
    return spent.children_user + spent.children_system


def run(home: str, *arguments: str, server: str, stdin: str = "") -> float:
    """Milliseconds of a process from its start to its end."""
    environment = os.environ | {"QUAID_HOME": home, "QUAID_SERVER": server, "PYTHONPATH": str(ROOT)}
    began = perf_counter()
    subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        input=stdin,
        text=True,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return (perf_counter() - began) * 1000


if __name__ == "__main__":
    main()
