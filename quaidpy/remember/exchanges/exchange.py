"""What is open between those who talk: what was asked, offered, concluded, and what is wrong?"""

import re
from dataclasses import dataclass, field

from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.remember.dates.days_told import DaysTold
from quaidpy.remember.exchanges.answers import answered, own_topic
from quaidpy.remember.exchanges.assistant_corrections import cause_of, corrected, is_against, is_trouble
from quaidpy.remember.exchanges.replies import asked_again, concluded, replied
from quaidpy.remember.words.chat_spelling import written_out
from quaidpy.remember.words.choices import chosen, picked, topic_of
from quaidpy.remember.words.requests import is_asking
from quaidpy.remember.words.sentences import split_sentences
from quaidpy.remember.words.speakers import ASSISTANT

_HEARD = 2000  # characters of earlier turns in which a name or a figure is looked for
_LONGEST_ASKING = 60  # words of a turn that asks once and explains


@dataclass(slots=True)
class Exchange:
    """The state of a talk. `offered`: the assistant's last turn, `asked`: what the user had said before it.

    `replied_to`: what an assistant had said before the user's last turn, `told_before`: what was said in the turns
    before that.
    """

    question: tuple[str, str] | None = None
    offered: str = ""
    replied_to: str = ""
    told_before: str = ""
    asked: str = ""
    was_asked: str = ""
    trouble: str = ""
    days: DaysTold = field(default_factory=DaysTold)

    def hear(self, text: str, speaker: str) -> None:
        """Take note of days, and of an open question; "and Ben?" asks again what was asked of Ana."""
        self.days.hear(text)
        if self.was_asked and (again := asked_again(text, self.was_asked)):
            self.question = (speaker, again)
        elif is_asking(text):
            self.question, self.was_asked = (speaker, text), text

    def turn_over(self, turn: Turn, speaker: str) -> None:
        """What a turn asks or offers is answered by the next one, or not at all."""
        last = turn.text.rstrip().rsplit("\n", 1)[-1]
        if not is_asking(re.split(r"(?<=[.!?])\s+", last)[-1]):
            self.question = _only_question(turn, speaker)
        if turn.role is Role.ASSISTANT:
            self.offered = turn.text
        else:
            earlier = f"{self.told_before} {self.replied_to} {self.asked}"
            self.told_before = earlier[-_HEARD:]
            self.replied_to, self.offered, self.asked = self.offered, "", turn.text

    def answer(self, spoken: str, said: str, speaker: str) -> str | None:
        """What a reply states with its question, in the words of who replies; `said`: with its "yes" or "no"."""
        is_user = speaker != ASSISTANT
        if self.offered and is_user and (choice := chosen(spoken, self.offered, topic_of(self.asked))):
            return choice
        if self.question is None or self.question[0] == speaker:
            told = concluded(self.offered) if self.offered and is_user else None
            return replied(said, told, before=self.asked, is_of_helper=True) if told else None
        asking, question = self.question
        known = picked(spoken, question) or answered(question, spoken, own_topic(self.asked))
        if known is not None:
            return known
        told = replied(said, question, before=self.asked, is_of_helper=asking == ASSISTANT)
        self.question = self.question if told is None else None
        return told

    def cause(self, said: str) -> str | None:
        """The trouble told before with what it came from."""
        told = cause_of(said, self.trouble)
        if told is None and is_trouble(said):
            self.trouble = written_out(said)
        return told

    def correction(self, said: str, turn: str) -> str | None:
        """What the assistant had said, as the user puts it right."""
        return corrected(said, self.offered) if self.offered and is_against(turn) else None


def _only_question(turn: Turn, speaker: str) -> tuple[str, str] | None:
    """What an assistant asks once, and then explains."""
    if turn.role is not Role.ASSISTANT or "?" not in turn.text or len(turn.text.split()) > _LONGEST_ASKING:
        return None
    asked = [one.text for one in split_sentences(turn.text) if one.text.endswith("?")]
    return (speaker, asked[0]) if len(asked) == 1 else None
