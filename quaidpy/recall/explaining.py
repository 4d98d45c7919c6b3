"""Why did it recall this? The trace as a tree of plain lines."""

from collections.abc import Iterator, Sequence

from quaidpy.domain.traces import ResultTrace, Trace

_HEAD = 3  # hits of each lane that are shown
_REJECTED = 5


def explain(trace: Trace) -> list[str]:
    """The whole recall, one fact a line; two spaces a level."""
    return list(_lines(trace))


def explain_result(result: ResultTrace) -> list[str]:
    """One result: what its score is made of, which lanes found it and at which place, and the walk that led to it."""
    parts = " + ".join(f"{value:.3f} {name}" for name, value in result.parts)
    lines = [f"{result.score:.3f} {result.node} = {parts}"]
    lines += [f"  {lane}: place {place}, raw {raw:.3f}" for lane, place, raw in result.lanes]
    if result.path:
        lines.append(f"  walk: {' → '.join(result.path)}")
    return lines


def _lines(trace: Trace) -> Iterator[str]:
    yield f"recall {trace.id}: “{trace.query}”"
    if trace.cleaned != trace.query:
        yield f"  understood as “{trace.cleaned}”"
    yield f"  intent {trace.intent}, recipe {trace.recipe}, walk by {trace.engine}"
    if trace.entities:
        yield f"  entities: {', '.join(trace.entities)}"
    yield f"  evidence level {trace.evidence_level:.2f}"
    yield from (f"  degraded: {d.stage}: {d.reason}" for d in trace.degraded)
    yield "  stages"
    yield from (f"    {s.stage:<12} {s.ms:8.2f} ms  {s.note}" for s in trace.stages)
    yield "  lanes"
    for lane in trace.lanes:
        yield f"    {lane.lane} (weight {lane.weight:g}): {lane.found} found"
        yield from (
            f"      {place}. {node} {raw:.3f}" for place, (node, raw) in enumerate(lane.head[:_HEAD], 1)
        )
    if trace.abstained:
        yield f"  abstained: {trace.abstained}"
    yield from _results(trace.results)
    if trace.rejected:
        yield f"  rejected: {len(trace.rejected)}"
        yield from (f"    {r.node}: {r.reason}" for r in trace.rejected[:_REJECTED])


def _results(results: Sequence[ResultTrace]) -> Iterator[str]:
    if results:
        yield "  results"
    for result in results:
        yield from (f"    {line}" for line in explain_result(result))
