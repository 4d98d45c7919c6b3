"""What may be asked of the demo's sample life? Questions with their turns, and some about things never said."""

from collections.abc import Iterator
from importlib.resources import files

from quaidpy.bench.data.datasets import Dataset, Document, Question
from quaidpy.remember.formats.transcripts import read_transcript

_SCOPE = "demo"

ANSWERED = (
    ("What is the name of Ben's dog?", "He is called Biscuit"),
    ("Where does Ben work as a nurse?", "I work as a nurse at"),
    ("Where did Ana live before Lisbon?", "I live in Porto now"),
    ("What is Ana allergic to?", "I'm allergic to gluten"),
    ("What is Ben allergic to?", "I am allergic to cats"),
    ("When is Ana's birthday?", "My birthday is on 3 May"),
    ("How did Ben meet Clara?", "We met at a pottery class"),
    ("What does Diego play?", "He plays the cello"),
    ("Which language is Ana learning?", "I decided to learn Japanese"),
    ("How did Oscar break his arm?", "He broke his arm yesterday"),
    ("What did Ana switch to after climbing?", "I switched to surfing"),
    ("How did Ben hurt his wrist?", "I hurt my wrist at work"),
    ("What did Ben's mother start after she retired?", "she started painting"),
    ("Which bakery has the best custard tarts?", "called Trigo Zero"),
    ("What is Ana's position at Marmelo Studio?", "I'm head of data"),
    ("When is the wedding now?", "The wedding is on 27 September"),
    ("Who is Tom's girlfriend?", "her name is Priya"),
    ("Which prize did Biscuit win?", "For the fastest eater"),
    ("What is Ana's cat called?", "her name is Pixel"),
    ("Who is afraid of the cat?", "Diego is afraid of her"),
    ("What is Ben's bakery called?", "It is called Crumb and Clara"),
    ("When did Ana and Diego get engaged?", "got engaged on Christmas Eve"),
    ("When does Ana fly to Kyoto?", "I fly to Kyoto on 2 April"),
    ("When is Clara's baby due?", "It is due in July"),
)
"""Each question and how its turn goes on somewhere."""

NEVER_SAID = (
    "What is the name of Ana's horse?",
    "Where does Tom's wife work?",
    "Which instrument does Ben play?",
    "When did Clara move to Berlin?",
    "What is Priya allergic to?",
    "Which language is Oscar learning?",
    "How did Luis break his leg?",
    "What is Sofia's favourite song?",
    "Which car does Diego drive?",
    "When is Helen's birthday?",
    "How much rent does Ana pay?",
    "Who is the godmother of Marta?",
    "What did Tom study in Vienna?",
    "Which football team does Ben support?",
    "Why did Priya quit the library?",
    "What is the name of Ben's boat?",
)
"""Their people are known, what is asked of them is not."""


def demo_set() -> Dataset:
    """The sample life of `quaid demo`, turns judged; what was never said is flagged."""
    documents = tuple(_documents())
    asked = [
        Question(
            id=f"asked/{n}", text=text, gold=_turns_with(part, documents), category="asked", scope=_SCOPE
        )
        for n, (text, part) in enumerate(ANSWERED)
    ]
    never = [
        Question(
            id=f"never/{n}", text=text, gold=(), category="never said", scope=_SCOPE, flags=("never said",)
        )
        for n, text in enumerate(NEVER_SAID)
    ]
    return Dataset(
        name="demo", split="sample life", unit="doc", documents=documents, questions=(*asked, *never)
    )


def _documents() -> Iterator[Document]:
    texts = sorted(
        (each for each in files("quaidpy.shipped.sample_life").iterdir() if each.name.endswith(".txt")),
        key=lambda each: each.name,
    )
    for text in texts:
        for number, turn in enumerate(read_transcript(text.read_bytes(), name=text.name).turns):
            yield {
                "doc_id": f"{text.name}/{number}",
                "text": turn.text,
                "scope": _SCOPE,
                "session_id": text.name,
                "speaker": turn.speaker,
                "timestamp": turn.at.isoformat() if turn.at else None,
                "seq": number,
            }


def _turns_with(part: str, documents: tuple[Document, ...]) -> tuple[str, ...]:
    found = tuple(str(document["doc_id"]) for document in documents if part in document["text"])
    assert found, f"no turn of the sample life says {part!r}"
    return found
