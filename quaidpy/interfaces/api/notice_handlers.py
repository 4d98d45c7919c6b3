"""What is done for each question about notices? List them, read those that wait, subscribe, end a subscription."""

from typing import Any

from quaidpy.domain.agents import agent_of
from quaidpy.domain.notices import SubscriptionId
from quaidpy.interfaces.api import requests
from quaidpy.interfaces.json_forms.notices import line_row, notice_row, subscription_row
from quaidpy.memory import Memory

Document = dict[str, Any]


def notices(memory: Memory, asked: requests.Newest) -> Document:
    """Subscriptions, and notices with what became of them, newest first and without words."""
    return {
        "subscriptions": [subscription_row(each, memory) for each in memory.subscriptions()],
        "notices": [notice_row(each) for each in memory.notices(limit=asked.limit)],
    }


def read_notices(memory: Memory, asked: requests.ReadNotices) -> Document:
    """The notices that wait for an agent, or for the person; each is given once."""
    who = agent_of(asked.agent)
    given = memory.read_notices(who, receiver=f"{who}:{asked.session or 'http'}")
    memory.confirm_notices(given.receiver, given.taken)
    return {"notices": [line_row(each) for each in given.lines]}


def subscribe(memory: Memory, asked: requests.Subscribe) -> Document:
    """Tell an agent, or the person, of what is stored or changed from now on; all that is given must apply."""
    about = asked.model_dump(include={"entity", "kind", "project", "word"})
    return subscription_row(memory.subscribe(agent_of(asked.agent), **about), memory)


def unsubscribe(memory: Memory, asked: requests.OneSubscription) -> Document:
    """End a subscription."""
    memory.unsubscribe(SubscriptionId(asked.id))
    return {"ended": asked.id}


def test_notice(memory: Memory, asked: requests.ByAgent) -> Document:
    """Queue a notice of nothing, to see where notices reach somebody."""
    return notice_row(memory.test_notice(agent_of(asked.agent)))


def told(memory: Memory, asked: requests.NoticesAct) -> Document:
    """Read what you are to be told, ask to be told of more, or list both."""
    if asked.act == "list":
        return notices(memory, requests.Newest.model_validate({}))
    if asked.act == "test":
        return {"notices": [test_notice(memory, asked)], "subscriptions": []}
    if asked.act == "unsubscribe":
        unsubscribe(memory, requests.OneSubscription(id=asked.id or ""))
        return {"notices": [], "subscriptions": []}
    if asked.act == "subscribe":
        made = subscribe(memory, asked)
        return {"notices": [], "subscriptions": [made]}
    return read_notices(memory, requests.ReadNotices(agent=asked.agent, session=asked.session))
