"""With which store does a home share its memory, and how often do they meet?"""

from dataclasses import dataclass
from typing import Annotated

from quaidpy.domain.access.addresses import without_password
from quaidpy.domain.ranges import Range, ReadBy


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncTuning:
    """[sync]"""

    url: Annotated[str, ReadBy(without_password)]
    owner: str
    spaces: tuple[str, ...]
    interval_s: Annotated[float, Range(1, 3_600)]
    most_interval_s: Annotated[float, Range(1, 86_400)]
    empty_rounds: Annotated[int, Range(1, 100)]
    page_rows: Annotated[int, Range(1, 100_000)]
