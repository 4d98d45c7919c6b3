"""Which words say nothing about what a text is about? English; searching for them costs much and finds everything."""

STOP_WORDS = frozenset(
    """
    a about above after again against all also am an and any are aren't arent as at be because been before being below
    between both but by can can't cannot cant could couldn't couldnt did didn't didnt do does doesn't doesnt doing
    don't dont down during each ever few for from further had hadn't hadnt has hasn't hasnt have haven't havent having
    he he'd he'll he's her here here's heres hers herself hes him himself his how how's hows i i'd i'll i'm i've if im
    in into is isn't isnt it it'd it'll itll it's its itself ive just let's ll m me more most my myself no nor not now
    of off on once only or other our ours ourselves out over own re s same she she'd she'll she's shes should shouldn't
    shouldnt so some such t than that that'd that'll that's thats the their theirs them themselves then there there's
    theres these they they'd they'll theyll they're they've theyre theyve this those through to too under until up ve
    very was wasn't wasnt we we'd we'll we're we've weve were weren't werent what what's whats when when's whens where
    where's wheres which while who who'd who'll who's whom whos whose why why's will with won't wont would wouldn't
    wouldnt you you'd you'll youll you're you've your youre yours yourself yourselves youve
    """.split()  # noqa: SIM905 - a word list reads as one
)
# What keeps a talk going and tells nothing, also in the languages that greet most often.
COURTESIES = frozenset(
    """
    hello hi hey hiya yo greetings morning afternoon evening night bye goodbye welcome cheers thanks thank thx ty ta
    please ok okay k yes yep yeah yup sure no nope nah fine good great nice cool awesome perfect excellent wonderful
    lovely right correct exactly agreed done alright go ahead continue proceed next retry again carry keep going wait
    lets let look looks looking see know check checking sounds got noted understood lgtm ack wow haha lol hmm hm oh ah
    oops sorry lot test ping let's day well much very happy glad help course problem worries today tomorrow tonight
    weekend hallo danke bitte ja nein gut hola gracias sí vale bien bonjour salut merci oui non ciao grazie olá obrigado
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
