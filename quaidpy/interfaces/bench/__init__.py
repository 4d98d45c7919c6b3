"""How well and how fast does it recall?"""

from quaidpy.interfaces.bench.adapter import RecallAdapter

__all__ = ["RecallAdapter"]
