"""Does a prompt ask for all there is to say of somebody or something, or for one thing of it?"""

import pytest

from quaidpy.recall.understanding.overviews import asks_about_subject


@pytest.mark.parametrize(
    "prompt",
    [
        "What about the canoe?",
        "and how about my piano lessons",
        "Tell me about the allotment.",
        "can you please remind me of the move to Ghent",
        "what do you know about my knee?",
        "What have we got on the Harbour project?",
        "Catch me up on the divorce",
        "fill us in on Tomasz",
        "what's new with grandma?",
        "What is the status of the kitchen?",
        "where are we with the visa",
        "How is the thesis coming along?",
        "anything about the neighbours",
        "Bring me up to speed on the audit.",
        "give me a summary of the trip",
    ],
)
def test_all_of_a_subject_is_asked_for(prompt: str) -> None:
    assert asks_about_subject(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "When does the canoe course start?",
        "Tell me when the plumber comes",
        "what about how we pay him?",
        "remind me what the code of the gate is",
        "What is the name of her dentist?",
        "tell me about the last invoice",
        "what do you know about flight 4417?",
        "Where is the key?",
        "write a mail to the landlord about the boiler",
        "tell me about the thing that you said the doctor wanted from us in spring",
        "how is it that the boiler leaks",
        "Thanks, that was all.",
    ],
)
def test_one_thing_or_work_is_asked_for(prompt: str) -> None:
    assert not asks_about_subject(prompt)
