"""What can be chosen, whichever command asks?"""

from quaidpy.domain.memories.memory import Kind

KINDS = tuple(kind.value for kind in Kind)
