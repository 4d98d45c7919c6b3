"""Which numbers of what sessions leave can be turned? The section [handover]."""

from dataclasses import dataclass
from typing import Annotated

from quaidpy.domain.ranges import Range, Share


@dataclass(frozen=True, slots=True, kw_only=True)
class HandoverTuning:
    """[handover]"""

    wake_tokens: Annotated[int, Range(50, 100_000)]
    wake_memories: Annotated[int, Range(0, 200)]
    handoff_share: Share
    checkpoint_share: Share
    checkpoint_days: Annotated[float, Range(0, 3_650)]
    checkpoint_versions: Annotated[int, Range(1, 1_000)]
    checkpoint_names: Annotated[int, Range(1, 10_000)]
    handoff_days: Annotated[float, Range(0.001, 3_650)]
    claim_s: Annotated[float, Range(1, 86_400)]
    scratch_bytes: Annotated[int, Range(1, 1_000_000)]
    scratch_bytes_together: Annotated[int, Range(1, 10_000_000)]
    scratch_days: Annotated[float, Range(0.01, 3_650)]
    scratch_versions: Annotated[int, Range(1, 1_000)]
