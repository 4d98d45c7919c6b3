"""Which turns were cut into how many passages, when the rows of the passages are in memory?"""

from collections.abc import Iterable

from quaidpy.domain.identity import EpisodeId, Owner, TurnId, episode_of, owners_of


class PassageCounts:
    """Passages of turns by owner and episode; one reader or writer at a time."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str | None, EpisodeId], dict[TurnId, int]] = {}

    def count(self, rows: Iterable[tuple[str | None, str]], by: int) -> None:
        """Owner and turn of rows that come (1) or go (-1)."""
        for owner, node in rows:
            turn = TurnId(node)
            of_episode = self._rows.setdefault((owner, episode_of(turn)), {})
            of_episode[turn] = of_episode.get(turn, 0) + by
            if not of_episode[turn]:
                del of_episode[turn]

    def of(self, owner: Owner, episodes: Iterable[EpisodeId]) -> dict[TurnId, int]:
        """Of the turns of these episodes that were cut, into how many passages each: the first has no row."""
        if not self._rows:
            return {}
        return {
            turn: rows + 1
            for episode in set(episodes)
            for each in owners_of(owner)
            for turn, rows in self._rows.get((each, episode), {}).items()
        }
