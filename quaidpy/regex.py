"""When is a regular expression compiled? At its first use: a command uses few of the thousand that its modules hold."""

import re
from typing import cast

_ASKED = (
    "search",
    "match",
    "fullmatch",
    "finditer",
    "findall",
    "sub",
    "subn",
    "split",
    "flags",
    "groups",
    "groupindex",
)


def regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """What `re.compile` gives, for a module to hold: compiling all of them took a fifth of what a command takes.

    A pattern that does not compile raises `re.error` at its first use; a test compiles each. It is no
    `re.Pattern` to `isinstance`, nor to functions of `re`: ask its methods.
    """
    made = CompiledAtFirstUse(pattern, flags)
    return cast("re.Pattern[str]", made)  # it has the methods, but that class has no subclasses


class CompiledAtFirstUse:
    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self._flags)

    def __getattr__(self, name: str) -> object:
        """Asked once: from then on what was compiled answers, as quickly as by itself."""
        if name not in _ASKED:
            raise AttributeError(name)
        compiled = self.compiled()
        self.__dict__ |= {each: getattr(compiled, each) for each in _ASKED}
        return self.__dict__[name]

    def __repr__(self) -> str:
        return f"regex({self.pattern!r})"
