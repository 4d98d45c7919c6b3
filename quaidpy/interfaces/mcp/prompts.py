"""Which ways of using memory can a person choose from a menu?"""

from fastmcp import FastMCP


def add_prompts(server: FastMCP) -> None:
    for prompt in (recall_about, remember_this_session, what_changed, correct_memory):
        server.prompt(prompt)


def recall_about(topic: str) -> str:
    """Tell what is remembered about a topic, with the words it came from."""
    return (
        f"Call memory_recall with the question “What is known about {topic}?”, then memory_get for "
        "the results that matter. Tell in a few sentences what is known, since when, and quote the "
        "words it came from. Say so when nothing is known."
    )


def remember_this_session(focus: str = "") -> str:
    """Keep what this conversation taught: facts, preferences, decisions, lessons."""
    about = f" Look above all for {focus}." if focus else ""
    return (
        "Go through this conversation and find what will matter in later sessions: stable facts "
        "about the user and their people, preferences, decisions with their reasons, plans with "
        f"dates, and lessons.{about} Store each with memory_store as one statement that can be "
        "understood alone, in the third person, with names and absolute dates; nothing that is "
        "small talk, a secret, or known already. Then list what you stored."
    )


def what_changed(since: str = "last week") -> str:
    """Tell what was learnt, replaced or forgotten since a date."""
    return (
        "Call memory_search and memory_stats, and read memory://recent, to tell what was learnt "
        f"since {since}: new facts, facts that replaced older ones, and open plans. Group it by "
        "person or project."
    )


def correct_memory(mistake: str) -> str:
    """Find a memory that is wrong, show it, and put it right."""
    return (
        f"Something remembered is wrong: {mistake}. Find it with memory_search or memory_recall, "
        "show it with its words by memory_get, and ask the user what is right. Then memory_store "
        "the right statement; memory_forget the wrong one only where the new one did not end it by "
        "itself."
    )
