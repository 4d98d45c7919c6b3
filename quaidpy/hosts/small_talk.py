"""Is this worth a look into memory, or is somebody only saying hello?"""

from quaidpy.domain.language.stop_words import COURTESIES, STOP_WORDS
from quaidpy.domain.language.text import words

LONGEST_QUESTION = 2000  # characters; the rest of a pasted text says nothing new about what is asked


def question_in(prompt: str) -> str | None:
    """What to ask memory about a prompt; None for small talk and for commands of the host."""
    text = prompt.strip()
    if not text or text.startswith(("/", "!")):
        return None
    asked = text[:LONGEST_QUESTION]
    if all(word in COURTESIES or word in STOP_WORDS for word in words(asked.replace("’", "'"))):
        return None
    return asked
