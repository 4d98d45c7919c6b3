"""How would the answer to this question read? A statement is nearer to memories than the question is."""

from dataclasses import replace

from quaidpy.domain.recall.traces import Degraded
from quaidpy.errors import ModelError
from quaidpy.recall.state import RecallTools, State

_LONGEST = 400  # characters of a statement; a model that goes on about it says nothing more


def imagine_answer(state: State, tools: RecallTools) -> State:
    """The fast model rewrites the question as the sentence that would answer it (SPEC stage 4).

    Source: Gao et al. 2022 (HyDE). The question stays in the search; the words lanes do not see the statement.
    """
    text = state.plan.text
    if state.help is None or state.help.meter is None:
        return replace(state, note="no fast model is set")
    if state.query.words_only or len(text) < tools.tuning.hyde_least_letters or state.plan.is_small_talk:
        return replace(state, note="nothing to rewrite")
    try:
        asked = state.help.ask("hyde", {"question": text})
    except ModelError as err:
        return replace(state, degraded=(*state.degraded, Degraded("hyde", str(err))), note=str(err))
    statement = _statement(asked.reply.text)
    return replace(state, statement=statement, note=f"“{statement}”{' (known)' if asked.is_kept else ''}")


def _statement(text: str) -> str:
    """The first line that says something, without quotation marks or a label around it."""
    lines = [line.strip(" \t\"'“”*`") for line in text.splitlines()]
    first = next((line for line in lines if line), "")
    return first[:_LONGEST]
