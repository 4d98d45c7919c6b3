"""Which words say nothing about what a text is about? English; searching for them costs much and finds everything."""

STOP_WORDS = frozenset(
    """
    a about above after again against all also am an and any are aren't as at be because been before being below
    between both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each
    ever few for from further had hadn't has hasn't have haven't having he her here hers herself him himself his
    how i if in into is isn't it it's its itself just let's ll m me more most my myself no nor not now of off on
    once only or other our ours ourselves out over own re s same she should shouldn't so some such t than that
    that's the their theirs them themselves then there these they this those through to too under until up ve very
    was wasn't we were weren't what what's when where which while who who's whom why will with won't would wouldn't
    you your yours yourself yourselves
    """.split()  # noqa: SIM905 - a word list reads as one
)
# What keeps a talk going and tells nothing, also in the languages that greet most often.
COURTESIES = frozenset(
    """
    hello hi hey hiya yo greetings morning afternoon evening night bye goodbye welcome cheers thanks thank thx ty please
    ok okay k yes yep yeah yup sure no nope nah fine good great nice cool awesome perfect excellent wonderful lovely
    right correct exactly agreed done alright go ahead continue proceed next retry again carry keep going wait lets
    let look looks looking see know check checking sounds got noted understood lgtm ack wow haha lol hmm hm oh ah oops
    sorry lot test ping let's day well much very happy glad help course problem worries today tomorrow tonight weekend
    hallo danke bitte ja nein gut hola gracias sí vale bien bonjour salut merci oui non ciao grazie olá obrigado
    obrigada sim
    """.split()  # noqa: SIM905 - a word list reads as one
)

OF_TALKING = frozenset(
    """
    chat chats chatted chatting conversation conversations discuss discussed discussing happen happened happening main
    mention mentioned new news recall remember said say says speak spoke spoken subject subjects summary talk talked
    talking tell theme themes thing things told topic topics
    """.split()  # noqa: SIM905 - a word list reads as one
)
"""Words that ask what was said or what happened, and not of what."""
