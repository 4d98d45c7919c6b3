"""Which form does a verb take when "I" becomes a name?"""

from quaidpy.regex import regex

_IRREGULAR = """
be was been|become became become|begin began begun|bend bent bent|bite bit bitten|blow blew blown
break broke broken
bring brought brought|build built built|burn burnt burnt|buy bought bought|catch caught caught
choose chose chosen
come came come|deal dealt dealt|dig dug dug|do did done|draw drew drawn|dream dreamt dreamt|drink drank drunk
drive drove driven|eat ate eaten|fall fell fallen|feed fed fed|feel felt felt|fight fought fought
find found found
fly flew flown|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got gotten
give gave given
go went gone|grow grew grown|hang hung hung|have had had|hear heard heard|hide hid hidden|hold held held
keep kept kept|know knew known|lay laid laid|lead led led|learn learnt learnt|leave left left|lend lent lent
lie lay lain|lose lost lost|make made made|mean meant meant|meet met met|pay paid paid|ride rode ridden
ring rang rung|rise rose risen|run ran run|say said said|see saw seen|sell sold sold|send sent sent
sew sewed sewn
shake shook shaken|shine shone shone|shoot shot shot|show showed shown|sing sang sung|sit sat sat
sleep slept slept
speak spoke spoken|spend spent spent|stand stood stood|steal stole stolen|stick stuck stuck|swim swam swum
swear swore sworn|sweep swept swept|take took taken|teach taught taught|tear tore torn|tell told told
think thought thought
throw threw thrown|understand understood understood|wake woke woken|wear wore worn|weep wept wept|win won won
write wrote written
"""
PAST_OF = {
    base: past
    for entry in _IRREGULAR.replace("\n", "|").split("|")
    if entry
    for base, past, _ in [entry.split()]
}
PARTICIPLE_OF = {
    base: participle
    for entry in _IRREGULAR.replace("\n", "|").split("|")
    if entry
    for base, _, participle in [entry.split()]
}
IRREGULAR_PAST = frozenset(PAST_OF.values()) | {"were"}
PARTICIPLES = frozenset(PARTICIPLE_OF.values())

BASE_VERBS = frozenset(PAST_OF) | frozenset(
    """
    accept ache add admire adopt adore agree aim allow apply appreciate argue arrange arrive ask attend
    avoid bake battle
    believe belong bike blame book borrow bother breathe brew camp care carry celebrate change chat check
    clean climb close
    coach code collect combine compete complain complete compose contact continue cook coordinate count
    cover crave create
    cry cycle dance date decide decorate deliver depend deserve design develop die discover discuss dislike
    divorce donate
    dye earn edit email end enjoy escape exercise expect experience explore face fail fear finish fish fix
    focus follow
    foster garden graduate handle happen hate help hike hope host hunt hurry identify imagine improve
    include inspire
    install intend interview invest invite jog join journal juggle jump kayak knit lack laugh launch
    lift like limit
    listen live look love manage marry matter meditate mentor mind miss mix move need notice offer open order
    organize own pack
    paint participate pass perform photograph pick plan plant play practice practise pray prefer prepare
    present produce
    program promise pursue push quit raise reach read realize receive recommend record recover refuse
    regret rehearse
    relax release remember remind rent repair reply report rescue research respect rest retire return review sail save
    schedule seem serve settle share shop shower skate sketch ski skip smell smoke snack snowboard solve
    sound start stay
    stop stream stretch struggle study suffer suggest supply support suppose surf surprise suspect switch
    talk taste text
    thank tidy touch tour train travel treat treasure trust try turn type update upgrade use value view
    visit volunteer
    vote wait walk want wash waste watch water weigh welcome wish wonder work worry wrestle yearn sign tie
    sum sip incorporate rhyme rely tend track stumble reflect relate react reduce refer respond
    score scroll search select sort spot spray sprint stare stir store strive style sweat tackle tap tear
    text tour trade trim
    tutor unwind wander warm wave wrap zoom brag brainstorm bond boost chill cuddle debug deploy edit grill
    highlight hustle
    keep lean log map merge narrow note outline paddle pause pet pitch post pour practise prep print
    process publish pull
    pump rank rate refactor reorganize retake revise roast sample scan seek sense shift shoot skim slip
    snap soak spend stock
    stress submit suck swap sync tease test thrive tidy tweak unpack volunteer whip wrestle zone
    cut put set let hit hurt cost shut beat bet spread
    assign assist attach bother cancel clarify collide confirm confuse consider consist contain delete deny depart
    disable disagree disappear enable ensure escalate exceed expire explode extend fade fasten fetch finalise finalize
    gather grant heal import inform inherit insist inspect insure isolate lend mend migrate mow obtain occur owe peel
    postpone prevent prove provide reboot reduce reinstall reload remain remove renew reopen repaint replace require
    reschedule resolve restart restore resume rot shrink spill strengthen suspend unlock upload vanish wipe withdraw
    roll mind await phone drop
    achieve acquire adapt afford analyse analyze anticipate approve assess assume assure automate calculate
    classify communicate compare compute configure conclude connect construct consult contribute convince
    customize define demonstrate determine diagnose distinguish distribute educate eliminate emphasize encourage
    enhance enrich enroll establish evaluate examine execute expand explain facilitate formulate generate
    guarantee illustrate implement impress initiate integrate interpret investigate justify maintain manipulate
    maximize minimize modify motivate navigate negotiate normalize optimise optimize persuade preserve
    prioritise prioritize proceed proofread propose protect purchase qualify recognise recognize reconcile
    recruit refine reinforce represent reserve retain reveal rewrite secure simplify specify subscribe summarise
    summarize supervise sustain tailor terminate transform translate troubleshoot utilise utilize validate
    verify visualise visualize
    """.split()  # noqa: SIM905 - two hundred quoted words would be a page
)
SAME_IN_PAST = frozenset(
    {"cut", "put", "set", "let", "hit", "hurt", "cost", "shut", "beat", "bet", "spread", "quit", "split"}
)
"""Nothing tells their present from their past; they are left alone, as past."""

MODALS = frozenset(
    {
        "can", "could", "will", "would", "shall", "should", "may", "might", "must", "cannot", "can't",
        "couldn't",
        "won't", "wouldn't", "shouldn't", "mustn't", "ought", "gotta", "used",
    }
)  # fmt: skip
AUXILIARIES = frozenset(
    {"are", "were", "have", "do", "had", "did", "don't", "aren't", "didn't", "weren't", "haven't"}
)
ADVERBS = frozenset(
    {
        "also", "either", "last", "always", "never", "often", "sometimes", "just", "still", "already", "even", "ever",
        "now", "then", "soon", "no", "longer",
        "almost", "rather", "quite", "kinda", "sorta", "too", "only", "once", "first", "mostly", "both",
        "all", "so",
        "actually", "finally", "recently", "currently", "really", "usually", "totally", "literally",
        "definitely", "probably",
        "maybe", "perhaps", "honestly", "truly", "simply", "certainly", "basically", "absolutely",
        "genuinely", "especially",
        "mainly", "normally", "generally", "occasionally", "rarely", "seldom", "hardly", "barely",
        "nearly", "lately",
        "unfortunately", "fortunately", "luckily", "sadly", "eventually", "initially", "originally",
        "previously", "constantly",
        "deeply", "fully", "greatly", "highly", "officially", "personally", "seriously",
        "suddenly", "strongly",
        "accidentally", "completely", "easily", "quickly", "regularly", "slowly", "clearly", "typically",
        "specifically",
    }
)  # fmt: skip
_AGREEING = {
    "am": "is", "are": "is", "'m": "is", "aren't": "isn't", "ain't": "isn't", "have": "has",
    "haven't": "hasn't",
    "do": "does", "don't": "doesn't", "dont": "doesn't", "were": "was", "weren't": "wasn't",
    "gotta": "has got to",
    "wanna": "wants to", "gonna": "is going to", "go": "goes",
}  # fmt: skip


def third_person(verb: str) -> str:
    """The verb as it stands after a name: work → works, have → has, went → went, can → can."""
    word = verb.lower()
    if word in _AGREEING:
        return _AGREEING[word]
    return with_ending(verb) if is_present(word) else verb


def with_ending(verb: str) -> str:
    """A bare verb with the ending it has after a name: pass → passes, pity → pities."""
    word = verb.lower()
    if word.endswith(("s", "x", "z", "ch", "sh")) or word == "do":
        return f"{verb}es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def is_present(word: str) -> bool:
    """Whether a word is a verb's bare form that takes an ending after a name."""
    if word in {"come", "become"}:
        return True
    is_done = word in SAME_IN_PAST | _PAST_ONLY or _PREFIX.sub("", word) in _PAST_ONLY
    return word in BASE_VERBS and not is_done


_PAST_ONLY = IRREGULAR_PAST - {"lay"}
_PREFIX = regex(r"^(?:over|under|re|un|mis|out|fore|with)(?=[a-z]{3})")
"""What another verb is made with: overpaid, resold, undid."""


def is_past(word: str) -> bool:
    """Whether a word looks like a simple past: an irregular form, or -ed that is no bare verb."""
    lower = word.lower()
    return (
        _PREFIX.sub("", lower) in IRREGULAR_PAST
        or lower in IRREGULAR_PAST
        or lower in SAME_IN_PAST
        or (lower.endswith("ed") and len(lower) > 3 and lower not in _NOT_PAST)
    )


_NOT_PAST = frozenset(
    """
    need feed speed indeed bed red seed hundred kindred exceed succeed shed sled weed deed reed breed greed bleed
    tweed moped sacred naked wicked embed seabed
    """.split()  # noqa: SIM905 - a word list reads as one
)  # fmt: skip


def past_of(verb: str) -> str:
    """The simple past of a bare verb."""
    if verb in PAST_OF:
        return PAST_OF[verb]
    if verb in SAME_IN_PAST or verb == "read":
        return verb
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ied"
    return f"{verb}ed"


def is_verb_like(word: str) -> bool:
    """Whether a word can begin a predicate after a name."""
    lower = word.lower()
    if lower in MODALS or lower in _AUXILIARIES or is_past(lower) or lower in BASE_VERBS:
        return True
    return lower.endswith("s") and (
        lower[:-1] in BASE_VERBS or lower[:-2] in BASE_VERBS or f"{lower[:-3]}y" in BASE_VERBS
    )


_AUXILIARIES = frozenset(
    {
        "is", "was", "are", "were", "am", "has", "have", "had", "does", "did", "do", "isn't", "wasn't",
        "hasn't", "hadn't",
        "doesn't", "didn't", "don't", "aren't", "weren't", "haven't", "be", "been",
    }
)  # fmt: skip


def is_unlisted_verb(word: str) -> bool:
    """Of what stands right after "I": what is no known form is a verb that the list lacks."""
    lower = word.lower()
    known = (
        lower in MODALS
        or lower in AUXILIARIES
        or lower in BASE_VERBS
        or lower in ADVERBS
        or lower in _NO_VERBS
    )
    return (
        lower.isalpha()
        and not known
        and not is_past(lower)
        and not (lower.endswith("ing") or (lower.endswith("s") and not lower.endswith("ss")))
    )


_NO_VERBS = frozenset(
    """
    in on at for with from to of by as two three four five six seven eight nine ten both all each
    gonna dont cant wont didnt havent wanna gotta am is was not has been better too who myself will would
    """.split()  # noqa: SIM905 - a word list reads as one
)

HAS_SIDES = (
    r"(?:arm|leg|knee|hand|foot|feet|eye|ear|side|hip|shoulder|wrist|ankle|elbow|breast|lung|kidney|thumb|toes?|heel"
    r"|wing|shoe|boot|glove)s?"
)
"""A pattern of what there is a left and a right of; before it "left" is no verb."""
