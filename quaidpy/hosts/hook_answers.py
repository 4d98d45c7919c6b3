"""In which form does each host take what is put before its model?"""

import json

_UNSPOKEN = {"gemini": "{}"}  # it wants JSON even from a hook that has nothing to say


def answer(host: str, event: str, context: str) -> str:
    """What the hook prints; empty when there is nothing to give and the host takes silence."""
    if not context:
        return _UNSPOKEN.get(host, "")
    if host == "cursor":
        return json.dumps({"additional_context": context}, ensure_ascii=False)
    if host == "openclaw":
        return json.dumps({"prependContext": context}, ensure_ascii=False)
    spoken = {"hookEventName": event, "additionalContext": context}
    return json.dumps({"hookSpecificOutput": spoken}, ensure_ascii=False)


def answer_instead(told: str) -> str:
    """What the person is told in the place of a turn of the model; of hosts that take that."""
    return json.dumps({"decision": "block", "reason": told}, ensure_ascii=False)
