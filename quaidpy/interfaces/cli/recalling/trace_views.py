"""How does it read how an answer was found?"""

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich.text import Text
from rich.tree import Tree

from quaidpy.domain.identity import ThemeId
from quaidpy.errors import NotFoundError
from quaidpy.interfaces.cli.terminal.printing import DIM, LINK, STRONG, WARNING, score_bar
from quaidpy.interfaces.json_forms.identities import short
from quaidpy.interfaces.json_forms.memories import names_of
from quaidpy.recall.explaining import BY_BOUNDS, in_plain_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from quaidpy.domain.recall.traces import LaneTrace, Rejected, ResultTrace, Trace
    from quaidpy.memory import Memory

_HEAD = 3  # hits of each lane that are shown
_RESULTS = 5
_REJECTED = 5
_LONGEST = 48  # characters of a memory's text in a tree


def trace_names(trace: "Trace", memory: "Memory") -> dict[str, str]:
    """What the nodes of a trace are called; those that are gone by now keep their ids."""
    nodes = [node for lane in trace.lanes for node, _ in lane.head[:_HEAD]]
    nodes += [node for result in trace.results for node in (result.node, *result.path)]
    dropped = [each.node for kind in _by_reason(trace.rejected).values() for each in kind[:_REJECTED]]
    theme = memory.called_themes([ThemeId(trace.theme)]) if trace.theme else []
    return names_of(memory, nodes + dropped) | {each.id: each.name for each in theme}


def result_trace(trace: "Trace", node: str) -> "ResultTrace | None":
    """The result that is, or stands for, a turn or a memory; None when the recall did not give it."""
    return next((result for result in trace.results if node in {result.node, *result.nodes}), None)


def why_left_out(trace: "Trace", node: str) -> str:
    """In a sentence. Raises NotFoundError when the recall did not come near it."""
    for rejected in trace.rejected:
        if rejected.node == node:
            return rejected.reason
    if node in trace.unread:
        return f"stands at place {trace.unread.index(node) + 1} behind the best, and only those are read"
    raise NotFoundError(
        f"recall {short(trace.id)} did not find {short(node)}; `quaid why {short(trace.id)}` shows all"
    )


def print_trace(console: "Console", trace: "Trace", names: dict[str, str]) -> None:
    root = Tree(
        Text(f"“{trace.query}”", style=STRONG).append(f"  {short(trace.id)}", style=f"not bold {DIM}")
    )
    if trace.agent:
        root.add(Text(f"asked by {trace.agent}", style=DIM))
    called = {node: _called(node, names) for node in names}
    for sentence in in_plain_words(trace, called):
        root.add(Text(sentence, style="" if trace.results else WARNING))
    for line in _understood(trace):
        root.add(line)
    _add_stages(root, trace)
    lanes = root.add(Text("lanes", style=STRONG))
    for lane in trace.lanes:
        _add_lane(lanes, lane, names)
    _add_results(root, trace, names)
    if trace.theme:
        root.add(_told("theme", names.get(trace.theme, "gone since"), LINK))
    _add_rejected(root, trace, names)
    console.print(root)


def print_result_trace(console: "Console", result: "ResultTrace", names: dict[str, str]) -> None:
    root = Tree(Text(names.get(result.node, result.node), style=STRONG))
    add_result(root, result, names)
    console.print(root)


def left_out_document(trace: "Trace", node: str) -> dict[str, Any]:
    """Why it is no result, and where in the head of which lane it stood."""
    found = [
        {"lane": lane.lane, "place": place, "raw": raw}
        for lane in trace.lanes
        for place, (each, raw) in enumerate(lane.head, start=1)
        if each == node
    ]
    return {"node": node, "left_out": why_left_out(trace, node), "lanes": found}


def print_left_out(console: "Console", document: Mapping[str, Any], names: dict[str, str]) -> None:
    root = Tree(Text(names.get(document["node"], document["node"]), style=STRONG))
    root.add(_told("left out", document["left_out"], WARNING))
    places = " · ".join(f"{found['lane']} #{found['place']}" for found in document["lanes"])
    if places:
        root.add(_told("found", places, LINK))
    console.print(root)


def add_result(branch: Tree, result: "ResultTrace", names: dict[str, str]) -> None:
    """A result with what its score is made of, the lanes that found it, and the walk that led to it."""
    node = branch.add(score_bar(result.score).append(f"  {_called(result.node, names)}", style="default"))
    parts = [f"{value:+.3f} {name}" for name, value in result.parts if abs(value) >= 0.0005]
    node.add(_told("score", " ".join(parts)))
    best: dict[str, int] = {}
    for lane, place, _ in sorted(result.lanes, key=lambda each: each[1]):
        best.setdefault(lane, place)
    if best:
        places = " · ".join(f"{lane} #{place}" for lane, place in best.items())
        node.add(_told("found", places, LINK))
    elif not result.path:
        node.add(_told("found", BY_BOUNDS, LINK))
    if result.path:
        walked = " → ".join(_called(step, names) for step in result.path)
        node.add(_told("walk", walked))
    if result.form:
        node.add(_told("given as", result.form))
    if result.left_out:
        node.add(_told("not in the block", result.left_out, WARNING))


def _understood(trace: "Trace") -> list[Text]:
    asked = [("intent", f"{trace.intent}, fused by {trace.recipe}, walk by {trace.engine}")]
    if trace.cleaned != trace.query:
        asked.insert(0, ("understood as", trace.cleaned))
    if trace.entities:
        asked.append(("names", ", ".join(trace.entities)))
    lines = [_told(name, value) for name, value in asked]
    return lines + [Text(f"degraded: {each.stage}: {each.reason}", style=WARNING) for each in trace.degraded]


def _add_stages(root: Tree, trace: "Trace") -> None:
    whole = sum(stage.ms for stage in trace.stages)
    stages = root.add(Text("stages", style=STRONG).append(f"  {whole:.1f} ms", style=f"not bold {DIM}"))
    for stage in trace.stages:
        stages.add(Text(f"{stage.stage:<12}{stage.ms:7.1f} ms  ").append(stage.note, style=DIM))


def _add_lane(branch: Tree, lane: "LaneTrace", names: dict[str, str]) -> None:
    head = (
        Text()
        .append(lane.lane, style=LINK)
        .append(f"  {lane.found} found, weight {lane.weight:.2g}", style=DIM)
    )
    node = branch.add(head)
    for found, score in lane.head[:_HEAD]:
        node.add(Text().append(f"{score:7.3f}  ", style=DIM).append(_called(found, names)))


def _add_results(root: Tree, trace: "Trace", names: dict[str, str]) -> None:
    if not trace.results:
        return
    number = len(trace.results)
    more = f"  the best {_RESULTS} of {number}; --json has all" if number > _RESULTS else ""
    branch = root.add(Text("results", style=STRONG).append(more, style=f"not bold {DIM}"))
    for result in trace.results[:_RESULTS]:
        add_result(branch, result, names)


def _add_rejected(root: Tree, trace: "Trace", names: dict[str, str]) -> None:
    if not trace.rejected:
        return
    branch = root.add(
        Text("left out", style=STRONG).append(f"  {len(trace.rejected)}", style=f"not bold {DIM}")
    )
    for reason, nodes in _by_reason(trace.rejected).items():
        kind = branch.add(Text(reason).append(f"  {len(nodes)}", style=DIM))
        for rejected in nodes[:_REJECTED]:
            exactly = rejected.reason.removeprefix(reason).lstrip(": ")
            kind.add(Text(_called(rejected.node, names)).append(f"  {exactly}", style=DIM))


def _by_reason(rejected: "Sequence[Rejected]") -> "dict[str, list[Rejected]]":
    """Reasons without their figures, the most frequent first."""
    kinds: dict[str, list[Rejected]] = defaultdict(list)
    for each in rejected:
        kinds[each.reason.partition(":")[0]].append(each)
    return dict(sorted(kinds.items(), key=lambda kind: -len(kind[1])))


def _told(name: str, value: str, style: str = "") -> Text:
    return Text().append(f"{name}  ", style=DIM).append(value, style=style)


def _called(node: str, names: dict[str, str]) -> str:
    name = " ".join(names.get(node, short(node)).split())
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
