"""Where do links lead, whatever a question makes of them?"""

from collections.abc import Iterable

from quaidpy.domain.graph.beam import Step
from quaidpy.domain.graph.edges import Link
from quaidpy.domain.identity import NodeId


def steps_by_node(links: Iterable[Link]) -> dict[NodeId, list[Step]]:
    """From each node over each of its links; in order of links."""
    steps: dict[NodeId, list[Step]] = {}
    for link in links:
        steps.setdefault(link.source, []).append((link.target, link))
        steps.setdefault(link.target, []).append((link.source, link))
    return steps
