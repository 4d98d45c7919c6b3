"""How fast are documents taken in, which step takes how long, and what was stored?

PYTHONPATH=. python tests/bench/taking_in.py docs.jsonl[.gz] [--limit N] [--profile] [--rows FILE]

`rows` is a hash of everything stored, with ids by order of birth and without the times of this run: equal before and
after a change that should only be faster. Each scope is a memory of its own.
"""

import argparse
import cProfile
import gzip
import hashlib
import json
import pstats
import shutil
import time
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

from quaidpy.bench.adapter import RecallAdapter
from tests.stored_rows import comparable_rows

STAGES = {
    "read and clean": ("transcripts.py:read_transcript", "cleaning.py:clean_turn"),
    "find statements (rules)": ("rules.py:extract",),
    "wait for vectors": ("embedding.py:wait",),
    "decide: each draft": ("deciding.py:decide",),
    "decide: nearest memories": ("known_memories.py:prepare",),
    "decide: known names": ("entity_resolution.py:prepare",),
    "write: rows": ("deciding.py:put_into",),
    "write: operations": ("tracked.py:changes", "writing.py:record"),
    "write: derived": ("derivation.py:follow", "derivation.py:refresh_vectors"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("--limit", type=int, help="documents, of each scope")
    parser.add_argument("--scopes", type=int, help="scopes taken in, of many")
    parser.add_argument("--profile", action="store_true", help="print a table of stages; slows it down")
    parser.add_argument("--rows", type=Path, help="write what was stored to this file, to compare it")
    parser.add_argument("--keep", type=Path, help="leave the homes in this folder")
    wanted = parser.parse_args()
    profiler = cProfile.Profile()
    count, wall_s, cpu_s, lines = 0, 0.0, 0.0, []
    for scope, docs in list(documents(wanted.path).items())[: wanted.scopes]:
        chosen = docs[: wanted.limit]
        adapter = RecallAdapter()
        started, busy = time.perf_counter(), time.process_time()
        if wanted.profile:
            profiler.runcall(adapter.index, chosen)
        else:
            adapter.index(chosen)
        wall_s, cpu_s = wall_s + time.perf_counter() - started, cpu_s + time.process_time() - busy
        count += len(chosen)
        lines += [f"{scope} {line}" for line in stored(adapter)]
        if wanted.keep:
            shutil.copytree(adapter._home, wanted.keep / scope.replace("/", "_"))
        adapter.close()
    print(f"{count} documents, {wall_s:.1f} s, {count / wall_s:.1f} a second; CPU {cpu_s:.1f} s")
    print(f"rows {hashlib.sha256(chr(10).join(lines).encode()).hexdigest()[:16]} ({len(lines)})")
    if wanted.rows:
        wanted.rows.write_text("\n".join(lines))
    if wanted.profile:
        print_stages(profiler)


def documents(path: Path) -> dict[str, list[dict]]:
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    docs = [json.loads(line) for line in text.splitlines()]
    return {scope: list(group) for scope, group in groupby(docs, key=lambda doc: doc["scope"])}


def stored(adapter: RecallAdapter) -> list[str]:
    return comparable_rows(adapter._memory.export(), year=datetime.now(UTC).year)


def print_stages(profiler: cProfile.Profile) -> None:
    times: dict[str, float] = {}
    for (file, _, name), (_, _, _, cumulative, _) in pstats.Stats(profiler).stats.items():
        key = f"{Path(file).name}:{name}"
        times[key] = max(times.get(key, 0.0), cumulative)
    for stage, functions in STAGES.items():
        print(f"{sum(times.get(function, 0.0) for function in functions):8.1f} s  {stage}")
    pstats.Stats(profiler).sort_stats("tottime").print_stats(25)


if __name__ == "__main__":
    main()
