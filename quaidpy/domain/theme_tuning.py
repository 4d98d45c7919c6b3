"""Which numbers of themes can be turned?"""

from dataclasses import dataclass
from typing import Annotated

from quaidpy.domain.ranges import Range, Share


@dataclass(frozen=True, slots=True, kw_only=True)
class ThemesTuning:
    """[themes]"""

    days: Annotated[float, Range(0, 3_650)]
    looked_at: Annotated[int, Range(1, 1_000_000)]
    neighbours: Annotated[int, Range(1, 1_000)]
    link: Share
    shared_link: Share
    resolution: Annotated[float, Range(0.1, 10)]
    diameter: Annotated[float, Range(0, 2)]
    least_members: Annotated[int, Range(2, 100)]
    most_members: Annotated[int, Range(2, 1_000)]
    similarity: Share
    source_similarity: Share
    anchor_share: Share
    common_share: Share
    broad_from: Annotated[int, Range(2, 1_000_000)]
    boosted: Annotated[int, Range(0, 1_000)]
    boost: Share
    boost_ceiling: Share
    recurs_from: Annotated[int, Range(2, 1_000)]
    compact_facts: Annotated[int, Range(1, 1_000_000)]
