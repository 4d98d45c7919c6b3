"""How well and how fast does it recall? A product of its own beside the interfaces.

Read `data` (what is asked), `metrics`, and `adapter` (how a stranger's bench measures recall). Then the measurements, a
room each: `retrieval` (is what answers found?), `given` (does it stand in the block?), `qa` (does a model answer from
it?), `life` (is it of use in real-looking lives?), `parity` (does a server rank like a file?), `noise`, `nights`
(what does the janitor find and spoil?), `speed`. `places`: where the memory lies; `progress` and `processes` run them.
"""

from quaidpy.bench.adapter import RecallAdapter

__all__ = ["RecallAdapter"]
