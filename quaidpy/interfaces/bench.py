"""Under which name do outside benches load our adapter? Also under this one, from before bench had its own room."""

from quaidpy.bench.adapter import RecallAdapter

__all__ = ["RecallAdapter"]
