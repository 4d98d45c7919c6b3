"""What of a warm recall does each step take, stage by stage and function by function?

    PYTHONPATH=. python tests/bench/shares.py HOME [--owner bench] [--questions 200] [--least 0.02]

HOME: best a copy of one that `quaid bench scale --keep FOLDER` made; of any other the questions are the first words of
what it remembers. Everything is read in first, as a server does when it rests. The processor's timer stops the process
every four milliseconds of its own time and the stack is noted, so that nothing is slowed by being looked at; what is
done in other threads is done where it is asked for. Printed are milliseconds and the share of a recall with its block,
callers above what they call, down to `--least`; then how often Python's functions are called. Shares hold on a busy
machine, milliseconds do not.
"""

import argparse
import cProfile
import json
import pstats
import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import process_time
from types import FrameType
from typing import Any

from quaidpy.bench.speed.latency import questions_about
from quaidpy.bench.speed.synthetic import SyntheticLife
from quaidpy.domain.identity import Owner
from quaidpy.domain.recall.queries import Query
from quaidpy.memory import Memory
from quaidpy.ports.asking import Asking
from quaidpy.recall.giving.rendering import context_block
from quaidpy.recall.pipeline import recall
from quaidpy.recall.state import RecallTools
from quaidpy.settings import Settings, load_settings
from quaidpy.system.garbage import keep_what_was_loaded
from quaidpy.wiring.parts import parts_for

EVERY_S = 0.004
WARM_UPS = 10
MOST_CALLED = 25
Stack = tuple[str, ...]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("home", type=Path)
    parser.add_argument("--owner", default="bench")
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--least", type=float, default=0.02)
    chosen = parser.parse_args()
    settings = replace(load_settings(home=chosen.home), home=chosen.home, owner=Owner(chosen.owner))
    questions = asked_of(settings, 2 * chosen.questions + WARM_UPS)
    parts = parts_for(settings)
    with Memory(parts):
        tools = replace(parts.recalling, asking=Asking())
        tools.read_in()
        keep_what_was_loaded()
        for question in questions[:WARM_UPS]:
            answer(question, tools)
        sampled, counted = questions[WARM_UPS::2], questions[WARM_UPS + 1 :: 2]
        stacks: Counter[Stack] = Counter()
        begun = process_time()
        with sampling(stacks):
            for question in sampled:
                answer(question, tools)
        each_ms = 1000 * (process_time() - begun) / len(sampled)
        total = stacks.total()
        print(
            f"{each_ms:.1f} ms of processor time a recall with its block; {total} samples of {len(sampled)}"
        )
        for depth, name, share in tree(stacks, total=total, least=chosen.least):
            print(f"{each_ms * share:7.2f} {share:6.1%} {'  ' * depth}{name}")
        print_calls(counted, tools)


def answer(question: str, tools: RecallTools) -> None:
    query = Query(text=question)
    context_block(recall(query, tools), budget_tokens=query.budget_tokens)


def asked_of(settings: Settings, count: int) -> list[str]:
    """Of a synthetic home its own questions."""
    mark = settings.home / "synthetic.json"
    if not mark.exists():
        return questions_about(settings, count)
    parts = parts_for(settings)
    with Memory(parts):
        embedder = parts.remembering.embedder
        assert embedder is not None, "a synthetic home was built with one"
        size = json.loads(mark.read_text(encoding="utf-8"))["size"]
        return SyntheticLife(settings.owner, embedder, size=size).questions(count)


@contextmanager
def sampling(stacks: Counter[Stack]) -> Iterator[None]:
    """Counts stacks of our own functions, the outermost first."""

    def note(_signal: int, frame: FrameType | None) -> None:
        names = []
        while frame is not None:
            file, code = frame.f_code.co_filename, frame.f_code
            if "quaidpy/" in file:
                names.append(f"{file.rpartition('quaidpy/')[2]}:{code.co_name}")
            frame = frame.f_back
        stacks[tuple(reversed(names))] += 1

    before = signal.signal(signal.SIGPROF, note)
    signal.setitimer(signal.ITIMER_PROF, EVERY_S, EVERY_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def tree(
    stacks: Counter[Stack], *, total: int, least: float, depth: int = 0
) -> Iterator[tuple[int, str, float]]:
    """Depth, name and share of each function at this depth and below, the dearest first."""
    below: dict[str, Counter[Stack]] = {}
    for stack, times in stacks.items():
        if len(stack) > depth:
            below.setdefault(stack[depth], Counter())[stack] += times
    for name, own in sorted(below.items(), key=lambda item: (-item[1].total(), item[0])):
        share = own.total() / total
        if share >= least:
            yield depth, name, share
            yield from tree(own, total=total, least=least, depth=depth + 1)


def print_calls(questions: Sequence[str], tools: RecallTools) -> None:
    """Counts do not depend on what else the machine does."""
    profile = cProfile.Profile()
    for question in questions:
        profile.runcall(partial(answer, question, tools))
    stats: Any = pstats.Stats(profile)  # its table of functions has no types
    called = sorted(((found[1], where) for where, found in stats.stats.items()), reverse=True)
    print(f"\n{sum(times for times, _ in called) / len(questions):,.0f} calls a recall, most often of:")
    for times, (file, line, name) in called[:MOST_CALLED]:
        print(f"{times / len(questions):9.1f} {file.rpartition('quaidpy/')[2]}:{line} {name}")


if __name__ == "__main__":
    main()
