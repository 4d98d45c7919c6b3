"""How does a graph look? One SVG that any browser shows, light or dark."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

import networkx as nx

from quaidpy.domain.graph.edges import Edge, Link
from quaidpy.domain.graph.entities import Entity, EntityType
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.graph.layout import Box, bounds, place

MOST_NODES = 400  # of the most connected; more cannot be read, and laying out is quadratic
_MARGIN, _HEADER, _FOOTER = 36.0, 64.0, 44.0
_FONT, _SMALL = 14.0, 11.0
_LONGEST_NAME = 28

_FILL = {
    EntityType.PERSON: ("#fde3cf", "#b4521e"),
    EntityType.PLACE: ("#d5efd9", "#2a7a3f"),
    EntityType.ORGANIZATION: ("#dbe6fb", "#2d57a6"),
    EntityType.PROJECT: ("#e8ddf8", "#6a3fa8"),
    EntityType.ANIMAL: ("#fdf0c4", "#8f6a00"),
    EntityType.EVENT: ("#fbdbe4", "#ad2f58"),
    EntityType.CONCEPT: ("#d3eff0", "#11717a"),
    EntityType.THING: ("#e7e5e1", "#5c574d"),
}
_STYLE = """
svg{background:#fcfbf9;font-family:ui-sans-serif,system-ui,"Segoe UI","Noto Sans","DejaVu Sans",sans-serif}
.title{font-size:22px;font-weight:600;fill:#26231e}.sub{font-size:12px;fill:#86807a}
.link{stroke:#a39c92;fill:none;stroke-width:1.4}.ended{stroke-dasharray:5 4;opacity:.65}
.name{font-size:14px;font-weight:500;text-anchor:middle}
.relation{font-size:11px;text-anchor:middle;fill:#5b564e;paint-order:stroke;stroke:#fcfbf9;stroke-width:4px;
stroke-linejoin:round}
.key{font-size:12px;fill:#5b564e}.arrow{fill:#a39c92}
@media(prefers-color-scheme:dark){svg{background:#1d1c1a}.title{fill:#f1ede6}.sub,.key,.relation{fill:#b5afa6}
.relation{stroke:#1d1c1a}.link{stroke:#6d675f}.arrow{fill:#6d675f}}
"""


@dataclass(frozen=True, slots=True)
class _Shape:
    """A node as it is drawn: `label` is what fits, `full` what the pointer shows."""

    label: str
    full: str
    type: EntityType

    @property
    def size(self) -> tuple[float, float]:
        return (max(_text_width(self.label, _FONT) + 26, 44.0), 32.0)


@dataclass(slots=True)
class _Line:
    """All edges from one node to another, as one arrow."""

    source: str
    target: str
    labels: list[str] = field(default_factory=list)
    is_ended: bool = True

    @property
    def label(self) -> str:
        return ", ".join(sorted(set(self.labels)))


def draw_svg(entities: Sequence[Entity], edges: Sequence[Edge | Link], *, title: str) -> str:
    """Draw entities as coloured pills, edges as labelled arrows.

    Edges with an end that is not given are left out. An edge that has ended is dashed; a link holds. Past
    `MOST_NODES` only the most connected nodes are drawn, and the picture says so. The same input gives the same bytes.
    """
    shapes: dict[str, _Shape] = {
        each.id: _Shape(_cut(each.name, _LONGEST_NAME), each.name, each.type) for each in entities
    }
    lines = _lines(edges, shapes)
    kept = _most_connected(shapes, lines)
    shapes = {name: shape for name, shape in shapes.items() if name in kept}
    lines = [line for line in lines if {line.source, line.target} <= kept]
    boxes = place(_wished(shapes, lines), {name: shape.size for name, shape in shapes.items()})
    return "".join(_document(title, _Picture(shapes, lines, boxes), len(entities) - len(shapes)))


@dataclass(frozen=True, slots=True)
class _Picture:
    shapes: dict[str, _Shape]
    lines: list[_Line]
    boxes: dict[str, Box]


def _lines(edges: Iterable[Edge | Link], shapes: dict[str, _Shape]) -> list[_Line]:
    lines: dict[tuple[str, str], _Line] = {}
    for edge in edges:
        if edge.source in shapes and edge.target in shapes:
            line = lines.setdefault((edge.source, edge.target), _Line(edge.source, edge.target))
            line.labels.append(edge.relation.replace("_", " "))
            line.is_ended &= isinstance(edge, Edge) and _is_ended(edge.lifetime)
    return [lines[ends] for ends in sorted(lines)]


def _is_ended(lifetime: Lifetime) -> bool:
    return lifetime.valid_to is not None or lifetime.retracted_at is not None


def _most_connected(shapes: dict[str, _Shape], lines: Iterable[_Line]) -> set[str]:
    degrees = dict.fromkeys(shapes, 0)
    for line in lines:
        degrees[line.source] += 1
        degrees[line.target] += 1
    return set(sorted(shapes, key=lambda name: (-degrees[name], name))[:MOST_NODES])


def _wished(shapes: dict[str, _Shape], lines: Iterable[_Line]) -> "nx.Graph[str]":
    """The graph with the distance that each link would like: room for both names and for its label."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(sorted(shapes))
    for line in lines:
        if line.source != line.target:
            half_widths = 0.35 * (shapes[line.source].size[0] + shapes[line.target].size[0])
            room = half_widths + _text_width(line.label, _SMALL) + 34
            graph.add_edge(line.source, line.target, length=room)
    for one, other, wish in graph.edges(data=True):
        # Around a hub there must be room for all: the circle grows with its degree.
        wish["length"] *= 1 + 0.02 * min(max(graph.degree(one), graph.degree(other)), 60)
    return graph


def _document(title: str, picture: _Picture, left_out: int) -> Iterator[str]:
    _, _, right, bottom = bounds(picture.boxes)
    types = sorted({shape.type for shape in picture.shapes.values()})
    width = max(right + 2 * _MARGIN, 420.0, 2 * _MARGIN + 118 * len(types), 12.5 * len(title) + 2 * _MARGIN)
    height = bottom + 2 * _MARGIN + _HEADER + _FOOTER
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
    yield f'width="{width:.0f}" height="{height:.0f}" role="img" aria-label={quoteattr(_clean(title))}>'
    yield f"<style>{_STYLE}</style>"
    yield '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">'
    yield '<path class="arrow" d="M0 1L9.5 5L0 9z"/></marker></defs>'
    yield f'<text class="title" x="{_MARGIN}" y="{_MARGIN + 8}">{_safe(title)}</text>'
    yield f'<text class="sub" x="{_MARGIN}" y="{_MARGIN + 28}">{_counted(picture, left_out)}</text>'
    shift = (width - right) / 2
    yield f'<g transform="translate({shift:.1f} {_MARGIN + _HEADER:.0f})">'
    yield from _drawn(picture)
    yield "</g>"
    yield from _legend(types, height - _MARGIN)
    yield "</svg>\n"


def _counted(picture: _Picture, left_out: int) -> str:
    parts = [
        f"{len(picture.shapes)} entities",
        f"{sum(len(line.labels) for line in picture.lines)} edges",
    ]
    if left_out:
        parts.append(f"{left_out} less connected nodes are not drawn")
    return " · ".join(parts)


def _drawn(picture: _Picture) -> Iterator[str]:
    boxes = picture.boxes
    for line in picture.lines:
        yield _arrow(line, boxes)
    for name in sorted(picture.shapes):
        yield _node(picture.shapes[name], boxes[name])
    taken = list(boxes.values())
    for line in picture.lines:
        spot = _free_spot(line, boxes, taken)
        if spot is not None:
            taken.append(spot)
            yield f'<text class="relation" x="{spot.x:.1f}" y="{spot.y + 4:.1f}">{_safe(line.label)}</text>'


def _arrow(line: _Line, boxes: dict[str, Box]) -> str:
    style = "link ended" if line.is_ended else "link"
    hint = f"<title>{_safe(line.label)}</title>"
    one = boxes[line.source]
    if line.source == line.target:
        top = one.y - one.height / 2
        loop = f"M{one.x - 10:.1f} {top:.1f}c-14 -26 34 -26 20 -1"
        return f'<path class="{style}" marker-end="url(#tip)" d="{loop}">{hint}</path>'
    start, end = _border(one, boxes[line.target]), _border(boxes[line.target], one)
    ends = f'x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"'
    return f'<line class="{style}" marker-end="url(#tip)" {ends}>{hint}</line>'


def _border(box: Box, toward: Box) -> tuple[float, float]:
    """Where the line from the box's centre toward the other's leaves it, and a pixel on."""
    across, down = toward.x - box.x, toward.y - box.y
    reach = min(
        (box.width / 2 + 2) / abs(across) if across else float("inf"),
        (box.height / 2 + 2) / abs(down) if down else float("inf"),
        1.0,
    )
    return (box.x + across * reach, box.y + down * reach)


def _free_spot(line: _Line, boxes: dict[str, Box], taken: Sequence[Box]) -> Box | None:
    """A place for the label on its line that touches nothing else; None when there is none: the pointer shows it."""
    width = _text_width(line.label, _SMALL) + 4
    if line.source == line.target:
        one = boxes[line.source]
        spots = [Box(one.x, one.y - one.height / 2 - 26, width, 14.0)]
    else:
        start = _border(boxes[line.source], boxes[line.target])
        end = _border(boxes[line.target], boxes[line.source])
        spots = [
            Box(start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share, width, 14.0)
            for share in (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)
        ]
    return next((spot for spot in spots if not any(spot.overlaps(other, 1.0) for other in taken)), None)


def _node(shape: _Shape, box: Box) -> str:
    left, top = box.x - box.width / 2, box.y - box.height / 2
    frame = f'x="{left:.1f}" y="{top:.1f}" width="{box.width:.1f}" height="{box.height:.1f}"'
    hint = f"<title>{_safe(shape.full)}</title>"
    fill, ink = _FILL[shape.type]
    text = f'<text class="name" fill="{ink}" x="{box.x:.1f}" y="{box.y + 5:.1f}">{_safe(shape.label)}</text>'
    colours = f'fill="{fill}" stroke="{ink}" stroke-opacity=".45"'
    return f'<g>{hint}<rect rx="{box.height / 2:.0f}" {colours} {frame}/>{text}</g>'


def _legend(types: Sequence[EntityType], y: float) -> Iterator[str]:
    for place_number, each in enumerate(types):
        fill, ink = _FILL[each]
        x = _MARGIN + 118 * place_number
        yield f'<circle cx="{x + 7:.0f}" cy="{y - 4:.0f}" r="6" fill="{fill}" stroke="{ink}"/>'
        yield f'<text class="key" x="{x + 20:.0f}" y="{y:.0f}">{each.value}</text>'


def _cut(text: str, longest: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def _text_width(text: str, size: float) -> float:
    """Pixels, somewhat generous: the reader's font is not known."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return size * (0.60 * (len(text) - wide) + 1.02 * wide)


def _safe(text: str) -> str:
    return escape(_clean(text))


def _clean(text: str) -> str:
    # XML has no place for control characters, not even escaped.
    return "".join(
        letter if letter in "\t\n" or unicodedata.category(letter)[0] != "C" else " " for letter in text
    )
