"""Why did it recall this? The trace as a tree of plain lines."""

from collections.abc import Iterator, Mapping, Sequence

from quaidpy.domain.recall.traces import ResultTrace, Trace

BY_BOUNDS = "by the time, kind or person that the question names, whatever its words"
"""How a result was found that no lane met and no walk came to."""
_HEAD = 3  # hits of each lane that are shown
_REJECTED = 5


def in_plain_words(trace: Trace, called: Mapping[str, str] | None = None) -> list[str]:
    """What came of it and why, a sentence a line; of an empty answer also what was nearest.

    `called`: texts of nodes by id; those that it lacks are called by their ids.
    """
    evidence, names = trace.evidence, called or {}
    if trace.results:
        lines = [f"{len(trace.results)} given, the best with {trace.results[0].score:.2f} of 1"]
    else:
        lines = [f"nothing given: {trace.abstained or _why_empty(trace)}"]
    lines.append(
        f"evidence: nearest text has cosine {evidence.cosine:.2f}, one text has {evidence.covered:.0%} of the words;"
        f" certainty {trace.certainty:.2f}"
    )
    if evidence.missing:
        lines.append(f"said nowhere in what was found: {', '.join(evidence.missing)}")
    if not trace.results:
        lines += [f"near, but not given: {names.get(node, node)} ({why})" for node, why in _nearest(trace)]
    return lines


def _why_empty(trace: Trace) -> str:
    if trace.rejected:
        return f"all {len(trace.rejected)} that were found were left out, see below"
    if any(lane.found for lane in trace.lanes):
        return "what was found tells nothing"
    return "within the bounds of the question nothing has its words or comes near its meaning"


def _nearest(trace: Trace) -> list[tuple[str, str]]:
    """The head of each lane, each node once, and by what it came near."""
    heads = [(node, f"{lane.lane} {raw:.2f}") for lane in trace.lanes for node, raw in lane.head[:1]]
    return list({node: (node, why) for node, why in reversed(heads)}.values())[::-1][:_HEAD]


def explain(trace: Trace) -> list[str]:
    """The whole recall, one fact a line; two spaces a level."""
    return list(_lines(trace))


def explain_result(result: ResultTrace) -> list[str]:
    """One result: what its score is made of, which lanes found it and at which place, and the walk that led to it."""
    parts = " + ".join(f"{value:.3f} {name}" for name, value in result.parts)
    lines = [f"{result.score:.3f} {result.node} = {parts}"]
    lines += [f"  {lane}: place {place}, raw {raw:.3f}" for lane, place, raw in result.lanes]
    if not (result.lanes or result.path):
        lines.append(f"  {BY_BOUNDS}")
    if result.form:
        lines.append(f"  given as {result.form}")
    if result.left_out:
        lines.append(f"  not in the block: {result.left_out}")
    if result.path:
        lines.append(f"  walk: {' → '.join(result.path)}")
    return lines


def _lines(trace: Trace) -> Iterator[str]:
    yield f"recall {trace.id}: “{trace.query}”"
    yield from (f"  {line}" for line in in_plain_words(trace))
    if trace.cleaned != trace.query:
        yield f"  understood as “{trace.cleaned}”"
    yield f"  intent {trace.intent}, recipe {trace.recipe}, walk by {trace.engine}"
    if trace.entities:
        yield f"  entities: {', '.join(trace.entities)}"
    yield from (f"  degraded: {d.stage}: {d.reason}" for d in trace.degraded)
    yield "  stages"
    yield from (f"    {s.stage:<12} {s.ms:8.2f} ms  {s.note}" for s in trace.stages)
    yield "  lanes"
    for lane in trace.lanes:
        yield f"    {lane.lane} (weight {lane.weight:g}): {lane.found} found"
        yield from (
            f"      {place}. {node} {raw:.3f}" for place, (node, raw) in enumerate(lane.head[:_HEAD], 1)
        )
    yield from _results(trace.results)
    if trace.rejected:
        yield f"  rejected: {len(trace.rejected)}"
        yield from (f"    {r.node}: {r.reason}" for r in trace.rejected[:_REJECTED])


def _results(results: Sequence[ResultTrace]) -> Iterator[str]:
    if results:
        yield "  results"
    for result in results:
        yield from (f"    {line}" for line in explain_result(result))
