"""Why did it recall this? What came of it, in plain sentences."""

from collections.abc import Mapping

from quaidpy.domain.recall.traces import Trace

BY_BOUNDS = "by the time, kind or person that the question names, whatever its words"
"""How a result was found that no lane met and no walk came to."""
_HEAD = 3  # hits of each lane that are shown


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
