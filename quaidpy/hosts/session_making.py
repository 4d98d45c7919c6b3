"""How does a session grow, message by message, while a host's file is read?"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.models.prompting import NOT_A_TALK
from quaidpy.domain.sources.sessions import HostSession
from quaidpy.domain.sources.transcripts import DamagedLine, RawTurn
from quaidpy.domain.time.written_dates import instant_of


@dataclass(slots=True)
class SessionMaking:
    """What a reader has found so far. `at` of a message is a stamp of the host's, in whatever form."""

    host: str
    session: str | None = None
    title: str | None = None
    cwd: str | None = None
    is_side_talk: bool = False
    turns: list[RawTurn] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)

    def say(self, role: Role, said: str | Iterable[str], *, at: object, line: int) -> None:
        """One message; nothing when there are no words in it."""
        text = (said if isinstance(said, str) else "\n\n".join(said)).strip()
        if text:
            self.turns.append(RawTurn(text=text, role=role, at=instant_of(at), line=line))

    def leave_out(self, what: str, count: int = 1) -> None:
        if count:
            self.left_out[what] += count

    def session_made(self, *, unnamed: str, damaged: Iterable[DamagedLine] = ()) -> HostSession:
        """`unnamed`: what the session is called when the host gave it no id."""
        return HostSession(
            host=self.host,
            session=self.session or unnamed,
            title=self.title,
            cwd=self.cwd,
            is_side_talk=self.is_side_talk or any(map(_is_our_own, self.turns)),
            turns=tuple(self.turns),
            damaged=tuple(damaged),
            left_out=dict(self.left_out),
        )


def _is_our_own(turn: RawTurn) -> bool:
    """Whether it is what we asked a host's program as a model; told by where it begins, for people may quote it."""
    return turn.role is Role.USER and turn.text.startswith(NOT_A_TALK)
