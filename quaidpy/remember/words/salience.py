"""Is this sentence worth a memory, of which kind, and how much?"""

import re
from dataclasses import dataclass
from functools import lru_cache

from quaidpy.domain.language.text import words
from quaidpy.domain.memories.drafts import MemoryDraft, RejectionReason
from quaidpy.domain.memories.memory import Kind
from quaidpy.regex import regex
from quaidpy.remember.words.names import KIN


@dataclass(frozen=True, slots=True)
class Salience:
    """What a sentence is good for; `worth` 0-1 before names, dates and relations add to it.

    `is_sure`: its form alone says that it is to be kept, however few and plain its words.
    """

    kind: Kind
    worth: float
    tags: tuple[str, ...] = ()
    is_sure: bool = False


_SMALL_TALK = tuple(
    regex(pattern, re.IGNORECASE)
    for pattern in (
        (
            r"^(?:thanks|thank you|thx|congrat\w*|welcome|good (?:luck|morning|night|job|idea|point"
            r"|for|to (?:hear|see|know))|great (?:job|idea|to|work)|"
            r"well done|nice (?:to|one|job)|happy (?:birthday|new year|to)|enjoy|take care|talk "
            r"(?:soon|to you)|see you|bye|cheers|sorry|no (?:problem|worries)|"
            r"sounds?|so (?:glad|happy|proud|cool|true|sweet|sorry|pumped"
            r"|excited|stoked|hyped|thrilled|ready|done|tired|grateful|relieved|nervous|jealous)|glad"
            r"|looking forward|can't wait"
            r"|keep|hope|let me|let us|let's|same here|me too|you too|"
            r"what an?|how (?:\w+)|that'?s|it'?s|it (?:is|was|sounds|looks|must|seems|makes|really"
            r"|helps|feels|can|would|will)|this (?:is|was|looks)|here)\b"
        ),
        (
            r"^(?:i|we)(?:'m|'re| am| are| was| were) (?:so |really |very |super |just |always |truly "
            r"|also |all |kinda |a "
            r"bit |totally )*+(?:glad|happy|proud|excited|sorry|here for|grateful|thankful|"
            r"thrilled|impressed|honou?red|sure|with you|good|fine|ok(?:ay)?|great|doing|pumped|stoked"
            r"|curious|jealous|touched|delighted|confident|afraid so|not sure|blessed|lucky)\b"
        ),
        (
            r"^i(?:'d| would| will|'ll| do| can| could)? (?:\w+ly |always |just |also |so |\d+ ?% )*+"
            r"(?:hope|bet|guess|agree|understand|appreciate|wish you|see what|see how|"
            r"hear you|know (?:right|what|how|that|you|it|the)|get (?:it|that|you|what)|mean|suppose"
            r"|admire|relate|can imagine|imagine|feel you|feel the same|"
            r"believe in you|support you|be (?:here|there|sure|happy|glad)|keep you|let you|love "
            r"(?:that|it|this|your|the|how|to (?:hear|see|help|know|join|check))|"
            r"like (?:that|it|this|your|the|how)|think (?:so|it|that|you|this)|try (?:it|that)|do "
            r"(?:it|that|my best)|check (?:it|that|them)|"
            r"remember (?:that|you|when you|it)|thought (?:so|it|you)|promise|swear|wonder|can see"
            r"|have to (?:say|admit|agree)|must say|couldn't agree|could use)\b"
        ),
        (
            r"^(?:i|we)(?:'ve| have)? (?:\w+ly )?(?:heard|seen|noticed|been thinking about (?:you|it"
            r"|that)|missed you)\b[^,]*\b(?:you|your|it|that)\b"
        ),
        r"^(?:(?:i|we) )?can'?t (?:wait|believe|imagine|thank|agree|complain|help|say|forget|stress)\b",
        (
            r"^(?:i|we)(?:'ll| will) (?:\w+ly )?(?:let|send|show|keep|tell|text|call|check|see|talk|be"
            r"|do|try|get back|definitely|give|share|think|look|take a look|bring|never forget)\b"
            r"(?!.*\b(?:on|at|in|next|tomorrow)\b \w+)"
        ),
        r"^(?:i|we) (?:can|could|should|will|'ll|would) (?:\w+ )?(?:you|it|that|them)\b",
        (
            r"\b(?:you(?:'re| are)|your) (?:\w+ ){0,2}(?:welcome|amazing|awesome|right|great|kind"
            r"|sweet|the best|support|friendship|kind words)\b"
        ),
        r"^(?:i|we) (?:need|want) (?:to )?(?:it|that|this|you|hear|know)\b",
        r"^[\w'’-]+ (?:has )?just (?:called|rang|phoned|texted|messaged|emailed|walked in|left|arrived)\W*$",
        r"^(?:my pleasure|my bad|my god|my goodness|my apologies)\b",
        (
            r"^(?:i|we)(?:'m| am|'re| are| was| were)? (?:not |just |only )*(?:kidding|joking|serious|telling you"
            r"|asking"
            r"|wondering|saying|complaining|venting)\b"
        ),
        r"\bcan['’]?t (?:come|get here|arrive) (?:soon|fast|quickly) enough\b",
        r"^(?:i|we)(?:'m|'re| am| are) (?:so |totally |definitely )?in(?: for(?!.*(?:\d|day\b))|\W*$)",
        (
            r"^(?!(?:opening|parking|meeting|booking|building|heating|painting|wedding|landing"
            r"|training)\b)[a-z]{3,}ing (?:it |them |you )?"
            r"(?:is|isn['’]t) (?:not |just |so |never |always |really )*(?:the same|better|worse|harder|easier"
            r"|such|like)\b"
        ),
        r"^(?:i|we)'?(?:ve| have) (?:got )?(?:no idea|to (?:go|run|agree|tell you|say))\b",
        (
            r"^i need to sit down|^i forgot\W*$|^i (?:don'?t|do not) (?:even |really |honestly "
            r"|actually )?know\b|^i do(?:n't)?\W*$|^(?:i|we) (?:should"
            r"|could) (?:\w+ )?(?:hang|catch|meet|grab|chat|talk)\b"
        ),
    )
)
_REACTIONS = tuple(
    regex(pattern, re.IGNORECASE)
    for pattern in (
        (
            r"^(?:[\w']+,? ){0,4}?(?:i|we) (?:\w+ly |just |still |also |always )*(?:feel|felt"
            r"|can|could|get to|could)\b"
        ),
        (
            r"^(?:i|we)(?:'m|'re| am| are| was| were|'ve been| have been| got| feel) (?:\w+ly |so "
            r"|very |a (?:bit|little|tad) |super |pretty |quite |kind of |kinda |still |"
            r"also |just |always |totally |too |feeling |getting |more |less )*(?:scared|nervous|excited|tired"
            r"|exhausted|sad|confused|frustrated|embarrassed|happy|angry|upset|worried|anxious"
            r"|stressed|overwhelmed|surprised|"
            r"relieved|bored|lonely|hungry|busy|swamped|ready|hyped|psyched|determined|motivated"
            r"|hopeful|optimistic|inspired|amazed|blown away|down (?:to|for)|up for|game|in awe|"
            r"back|free|open to|keen|eager|all (?:ears|set|about)|on (?:it|board|my way)|interested"
            r"|curious|lost|stuck|better|okay|alive|pleased|content|speechless|"
            r"shocked|stunned|floored|shook|mortified|thrilled|livid|devastated|over it|so done|done with|"
            r"drawn|moved|touched|fine|good|great|well|sorry)\b(?! (?:in [A-Z]|at [A-Z]))"
        ),
        (
            r"\b(?:tell|show|ask|share with|told|showed|update|remind|thank|help|join|join|meet|see"
            r"|support|send|sent|hear from|cheer(?:ing)? for|wish(?:ing)?|miss(?:ed)?) you\b"
        ),
        r"\b(?:saw|seen|love|loved|like|liked|checked out|see|remember|admire) your\b",
        r"^(?:\"[^\"]{2,60}\" |(?:[\w'’]+ ){1,3})(?:seems?|sounds?|looks?) like (?:quite|such|an?|the)\b",
        (
            r"^(?:[A-Z][\w']+(?:, [A-Z]\w+)?|[A-Z]\w+'s [a-z]+|(?:the|my|our) [\w ]{2,20}?) (?:is|was|are|were|would be"
            r"|will be|has been|have been|'s|looks?|sounds?|seems?|feels?|felt) (?:\w+ly |so |such "
            r"|very |indeed |always |a |an |the |pretty |quite |super )*+"
            r"(?:great|awesome|amazing|cool|nice|fun|good|encouraging|supportive|insane|hilarious"
            r"|wonderful|beautiful|lovely|important|special|perfect|tough|hard|powerful|fantastic"
            r"|incredible|gorgeous|cute|delicious|"
            r"interesting|key|essential|crucial|best|blast|must|real|treat|game[- ]changer|reminder"
            r"|adorable|precious|peaceful|way|breathtaking|stunning|inspiring|tasty|yummy|worth|fascinating"
            r"|compelling|captivating|intriguing|mesmeri[sz]ing|epic|iconic|legendary|top[- ]notch)\b"
        ),
        (
            r"^(?:i|we) (?:have to|need to|gotta|should|must) (?:\w+ )?(?:say|admit|agree|go|run|try"
            r"|check|correct|keep|stay|remember|focus|take|make sure|see|know|start|find)\b"
        ),
        (
            r"^(?:my|our) (?:heart|pleasure|thoughts?|mind|soul|journey|advice|point|hope|hopes|guess|bad|question"
            r"|mistake|idea|request|suggestion|concern|intention|argument|head|brain|soul|jaw|stomach)\b"
            r"(?! (?:of|for|doctor|teacher|office|injury|surgery|ulcer))"
        ),
        (
            r"\b(?:means? (?:a lot|so much|the world)|makes? (?:me|us) (?:feel|happy|smile|so|want"
            r"|appreciate|realize)|made (?:me|us) (?:feel|happy|smile|so|want|appreciate|realize))\b"
        ),
        (
            r"^(?:i|we)(?:'ll| will) (?:\w+ly |always |never )*(?:keep|cherish|treasure|remember|miss"
            r"|support|be)\b"
        ),
        (
            r"^(?:i|we) (?:\w+ly |also |just )*(?:wanted|want|wanna|need|needed) (?:to )?(?:tell|share|show|offer"
            r"|express|mention|introduce|ask"
            r"|say|hear|see|know|let|thank|catch|chat|talk)\b"
        ),
    )
)
_VAGUE = tuple(
    regex(pattern, re.IGNORECASE)
    for pattern in (
        (
            r"^(?:i|we)\b(?=(?:\W+[\w'’-]+){1,9}\W*$).*\b(?:some|a few|a lot of|many|new|great|good|cool|fun"
            r"|fresh|other|different) (?:\w+ )?(?:things|stuff"
            r"|tips|ideas|insights|vibes|options|stories|moves|tricks)\W*$"
        ),
        (
            r"^(?:i|we)\b(?=(?:\W+[\w'’-]+){1,9}\W*$).*\b(?:a|some|the) (?:good|great|solid|clear|nice) (?:plan|idea"
            r"|start|point|sense)(?: now)?\W*$"
        ),
        r"\bsince (?:we|you|i) last (?:talked|spoke|chatted|met|saw|checked|wrote)\b",
        (
            r"^(?:i|we)(?:'ve| have)? (?:just |also |really )?(?:had|got|achieved|reached|made) "
            r"(?:an? |some |so many |a few )(?:\w+ )?(?:accomplishment|achievement|milestone|progress|moments?"
            r"|adventures?"
            r"|experiences?|breakthrough|blast|games)s?\b"
            r"(?!.*\b(?:of|at|with|when|by|as|against|on my|on our)\b)"
        ),
        r"^(?:i|we) (?:don't|do not|didn't|did not) (?:really )?(?:have|need) to\b",
        r"^(?:i|we) (?:\w+ )?go(?:es)? (?:a|every|each|there|once|twice)\b",
        (
            r"^we (?:\w+ )?(?:met|talked|chatted|hung out|caught up|broke up|split up|connected|get "
            r"along|agree)\b(?! (?:a|an|my|our|some|the)\b| [A-Z])"
        ),
        (
            r"^(?:i|we)(?:'m|'re| am| are| was| were) (?:still )?so \w+|^hopefully\b|^(?:i|we) "
            r"(?:\w+ly |also |just )*wanted (?:to (?:capture|show|make|create|express|be)|an?)\b|^(?:i"
            r"|we) know i\b|^if\b"
        ),
        (
            r"^(?:i|we)(?:'m| am|'re| are) (?:\w+ )?(?:in the mood|all for|up for|looking forward"
            r"|looking to|always looking)\b|^(?:i|we) (?:\w+ )?(?:look forward)\b"
        ),
        r"^(?:i|we) (?:don't |do not |just |really |also )*need\b(?! to\b)|^(?:i|we) don't (?:need|want)\b",
        (
            r"^(?!(?:i|we|my|our|she|he|they)\b)[A-Z][\w']+(?: [\w']+){0,5}? (?:is|are|was|were) "
            r"(?:just |really |truly |definitely )*(?:such|so|really|truly|pretty|captivating|incredible)\b"
        ),
        (
            r"^(?:perhaps|maybe) (?:i|we)\b|\byourself\b|\bworth it\b|\bkeeps? (?:me|us) (?:going"
            r"|grounded|motivated|sane|centered)\b"
        ),
        (
            r"^we\b(?!.*\bwith\b).*\btogether\b|^we (?:gotta|'ve got to|have got to)\b|\bheads[- ]up\b"
            r"|\bmakes? (?:all the|a (?:real |big )?) ?difference\b|\bbeen a long (?:one|road|way)\b"
            r"|^(?:my|our) (?:main )?(?:aim|goal) was\b|^[A-Z][\w]+ ?'s (?:so |just |really |such a "
            r")*(?:adorable|cute|sweet|great|amazing|awesome|fun)\W*$"
            r"|\b(?:gotta|got to|have to|must) (?:say|admit)\b"
            r"|^(?:i|we)(?:'ll| will) get\b|\bfull of (?:courage|hope|joy|energy)\b"
        ),
        (
            r"\b(?:tough|hard|rough|difficult|good|great|fun|crazy|wild) (?:times?|stuff|things|days"
            r"|ride|journey)\b(?!.*\d)"
        ),
        (
            r"\bprobably (?:thinks?|hates?|loves?|wonders?|knows?)\b|\b(?:going to|gonna|will|'ll) (?:lose (?:it|their"
            r"|her|his)|freak(?: out)?|flip|kill me|be (?:so |very |really )?(?:happy|thrilled|annoyed|excited"
            r"|mad|pissed"
            r"|proud|jealous|surprised))\b"
        ),
        (
            r"^(?:i|we)(?:'m|'re| am| are| was| were)? (?:\w+ly |just )*(?:about to (?:ask|say|suggest|tell|write)"
            r"|just\W+(?:thinking|saying|wondering)"
            r"|(?:going|leaving|heading|signing) (?:now|off|to bed)|keep not \w+ing|thinking out loud"
            r"|keep (?:thinking|wondering|forgetting|telling)|(?:started |kept |keep )?(?:talking|rambling"
            r"|venting|going on)"
            r" about)\b|^(?:i |we )?(?:didn'?t|did not) mean to\b|\bdeserves? (?:better|more|it|this|that|to)\b"
            r"|\bthan (?:i|we) (?:expected|thought|hoped|feared|remember(?:ed)?)\b|^some (?:things|people|days)\b"
            r"|\b(?:is|are) the (?:next|first|last|main|real|whole|only|other) (?:problem|thing|step|question"
            r"|point|issue|part)\W*$"
            r"|^(?:i |we )?haven'?t (?:talked|spoken|chatted|been here|seen you)\b|\bdoes(?:n'?t| not) matter\b"
            r"|^(?:i|we) have (?:about |only |still |just )?(?:\d+|\w+) (?:weeks|days|hours|minutes)(?: left)?\W*$"
            r"|^(?:i|we) (?:\w+ly |also )?(?:like|love|prefer) [\"“]"
        ),
        (
            r"\b(?:wanna|want to) brag\b|^(?:i|we) should\b|^(?:i|we)(?:'d| would) (?:\w+ )?(?:love"
            r"|like|be happy|be glad) to (?:\w+ )?(?:hear|see|join|help|lend|check|try|come|know"
            r"|learn more|explore)\b"
        ),
    )
)
_PROCESS = regex(
    r"^(?:(?:let me|i(?:'ll| will| am going to|'m going to| can| have|'ve)?)(?: now| just| "
    r"also| first)* (?:check|look|read|run|search|update|fix|edit|create|write|"
    r"add|implement|refactor|verify|inspect|open|test|start by|proceed|continue|try|take a "
    r"look|summari[sz]e|help)\w*\b|now (?:i|let)|running|reading|"
    r"searching|checking|looking at|here(?:'s| is| are)|based on|as an ai|i (?:don't|do not) "
    r"have (?:access|the ability)|sure[,!])",
    re.IGNORECASE,
)
_KINDS: tuple[tuple[re.Pattern[str], Salience], ...] = tuple(
    (regex(pattern, re.IGNORECASE), salience)
    for pattern, salience in (
        (r"^(?:remember|don't forget|keep in mind|note)(?: that|:)", Salience(Kind.FACT, 0.8, ("asked to remember",))),
        ((r"\b(?:lessons? (?:learned|learnt|is|was|of)|i(?:'ve)? (?:learned|learnt|realized|realised) (?:that"
r"|to|not|the hard way|never|how)|"
         r"(?:the|my) (?:mistake|problem|bug|root cause|trick|fix) (?:was|is)|turns out|it turned "
r"out|never again)\b"),
         Salience(Kind.LESSON, 0.5, ("lesson",))),
        ((r"^(?:no,? |actually,? )?(?:it'?s|that'?s|i meant|i said|not) .{2,40}\b(?:not|instead of"
r"|rather than)\b"), Salience(Kind.LESSON, 0.5, ("correction",))),
        ((r"\b(?:i|we|team)(?:'ve| have)?(?: \w+ly| finally| just| also)? (?:decided|chose|chosen"
r"|settled on|went (?:with|for)|dropped|ditched|scrapped|ruled out|opted|agreed (?:to|on|that)|made up my mind"
r"|picked(?! up)|(?:drop|ditch|scrap)(?= .{3,50} (?:in \d|from (?:now|the|v?\d)|with (?:v|version|release|the next)))|"
         r"gave up|quit|switched|stopped|resolved to|signed up|enrolled|am switching)\b"),
         Salience(Kind.DECISION, 0.5)),
        ((r"\b(?:(?:the|my|our) decision (?:is|was)|we(?:'ll| will| are going to) go with"
r"|we(?:'re| are) (?:dropping|ditching|scrapping)(?! (?:off|by|in|the kids)\b)|going "
r"with)\b"), Salience(Kind.DECISION, 0.45)),
        ((r"^(?:i|we) (?:\w+ly )?(?:need to|have to|must|gotta|'ve got to) (?:remember to "
r"|not forget to )?(?:\w+)"), Salience(Kind.TODO, 0.3)),
        (r"\b(?:todo|to-do|deadline|due (?:on|by)|(?<!to )remind me(?! of\b))\b", Salience(Kind.TODO, 0.5)),
        ((r"\b(?:my favou?rite|i (?:\w+ly |also |still |do |always )*(?:prefer|love|like|enjoy|adore"
r"|hate|dislike|can'?t stand|detest|loathe|avoid)|i'?m (?:a (?:big |huge )?fan of|"
         r"into|obsessed with|passionate about|more of an?|fond of|crazy about|not a fan)|i(?:'d| "
r"would) rather|i (?:don'?t|do not|never) (?:really |even )?(?:like|eat|drink|enjoy|"
         r"want|use|watch|smoke)|allergic|vegetarian|vegan|intolerant)\b"), Salience(Kind.PREFERENCE, 0.42)),
        ((r"\b(?:i(?:'m| am)? (?:\w+ly |also )*(?:plan(?:ning)? (?:to|on)|going to|gonna|hop(?:e"
r"|ing) to|want(?:ing)? to|intend|aim(?:ing)?|thinking (?:about|of)|"
         r"look(?:ing)? (?:into|to)|saving|considering|training for|preparing for|applying)|i(?:'ll"
r"| will)|my (?:goal|dream|plan)|we(?:'re| are)? (?:plan(?:ning)?|going to)|i'?d (?:love"
r"|like) to)\b"),
         Salience(Kind.FACT, 0.34, ("plan",))),
        ((r"\bi(?: \w+ly| really| do| still)? (?:believe|think|feel like|am convinced|consider"
r"|trust) "), Salience(Kind.BELIEF, 0.1)),
        (
            (
                r"^(?:i|we)(?:'ve| have)? (?:\w+ly |also |just |already |even )*(?:bought|adopted|started"
r"|joined|finished|won|"
                r"passed|graduated|visited|travell?ed|moved|retired|sold|lost|broke|hurt|injured"
r"|organi[sz]ed|hosted|volunteered|"
                r"applied|published|launched|built|ran|entered|attended|competed|took (?:up|part)|met"
r"|married|donated|planted|"
                r"participated|got (?:an?|my|promoted|engaged|married|hired|divorced|accepted|into)|went "
r"(?:to|on|camping|hiking)|"
                r"was (?:born|diagnosed|promoted|hired|fired|laid off|accepted|invited)|was an?|used to"
r"|grew up)\b"
            ),
            Salience(Kind.EVENT, 0.35),
        ),
        (
            (r"^(?:i|we)(?:'m|'re| am| are) (?:\w+ly |also |still |now )*(?:learning|training|studying"
r"|teaching|working (?:on|at|for|as)|writing|taking|"
            r"building|reading|living|volunteering|moving|expecting|getting (?:married|divorced|engaged))\b"),
            Salience(Kind.FACT, 0.36),
        ),
        (
            r"^(?:i|we) (?:\w+ly |also |just )*(?:had to|tried to|needed|managed to|wanted|decided not)\b",
            Salience(Kind.EVENT, 0.2),
        ),
        ((r"^(?:i(?:'m| am)|we(?:'re| are)) (?:an? |the |from |in |at |on |\d|married|single"
r"|divorced|engaged|pregnant|allergic|based|head of|originally|retired)"), Salience(Kind.FACT, 0.42)),
        ((r"^(?:i|we) (?:\w+ly |also |still |now )*(?:live|work|stud(?:y|ied)|teach|own"
r"|run|speak|play|drive|manage|have|lead|coach|volunteer|grew up|come from|"
         r"was born|commute|practi[cs]e|collect|go to|go|take|bake|cook|paint|write|read|meditate"
r"|train)\b"), Salience(Kind.FACT, 0.36)),
        ((r"^(?:i|we)(?:'ve| have) (?:\w+ly |also |just |always |never |already "
r")*(?:been|had|got|started|lived|worked|known|played|wanted|loved|owned)\b"), Salience(Kind.FACT, 0.34)),
        ((r"^(?:my|our) [\w' -]{2,40}\b(?:is|are|was|were|has|have|lives?|works?|loves?|likes?|moved"
r"|died|got|plays?|teaches|stud(?:y|ies)|called|named|turned|bought|"
         r"gave|made|came|said|told|runs?|owns?|retired|started|graduated|passed|helps?|keeps?"
r"|wants?|paints?|broke)\b"), Salience(Kind.FACT, 0.36)),
    )
)  # fmt: skip
_PAST_EVENT = Salience(Kind.EVENT, 0.27)
_STATEMENT = Salience(Kind.FACT, 0.26)
_EMPTY = frozenset(
    """
    thing things stuff way lot lots time times day days life people feel feeling felt feels great good nice
    amazing awesome cool fun
    happy really much so very always never get got make made makes made going know think see look want take
    bit kind sort
    wonderful beautiful important special new big little best better whole well keep keeps try trying tried
    help helps helped
    love loved enjoy part moment experience journey world hard tough stressful crazy busy lately support
    supportive strong
    inspire inspiring inspired motivated joy peace positive positivity passion dream dreams mind heart own
    self progress
    such full something someone everything anything nothing everyone somewhere one ones even also just
    still there here
    while when where who what which that this those these with from into about after before over under out
    off and but for
    the was were are been being have has had did does not too can will would could should may might must
    our his her their
    its him them they she yes say said tell told talk talking great idea guess amount bunch couple pretty
    super totally
    """.split()  # noqa: SIM905 - a word list reads as one
)


@lru_cache(maxsize=2048)
def salience_of(sentence: str, *, speaks_of_past: bool) -> Salience | RejectionReason:
    """The kind and worth of a statement in its speaker's own words, discourse words stripped.

    Small talk and process narration are told apart from what is only not worth keeping.
    """
    if any(pattern.search(sentence) for pattern in (*_SMALL_TALK, *_REACTIONS, *_VAGUE)):
        return RejectionReason.SMALL_TALK
    for pattern, salience in _KINDS:
        if pattern.search(sentence):
            return _as_event(salience) if speaks_of_past and salience.kind is Kind.FACT else salience
    return _PAST_EVENT if speaks_of_past else _STATEMENT


def is_process_narration(sentence: str) -> bool:
    """Whether an assistant only says what it is doing."""
    return bool(_PROCESS.search(sentence))


def content_words(text: str) -> list[str]:
    """Words that say something, lower case, in order, each once; feelings and fillers are left out."""
    return list(dict.fromkeys(word for word in words(text) if len(word) > 2 and word not in _EMPTY))


def tells_of_what_it_is(draft: MemoryDraft) -> bool:
    """Whether a statement needs nothing beside it: it states a relation, is a task, or says much.

    Of what says less every other does not tell of what it is.
    """
    return bool(draft.edges) or draft.kind is Kind.TODO or len(content_words(draft.text)) > _SAYS_MUCH


_SAYS_MUCH = 8  # content words


def substance(text: str) -> float:
    """0 to 1: how much a sentence says beyond fillers; family and figures count more."""
    content = content_words(text)
    family = any(word in KIN for word in content)
    figures = any(character.isdigit() for character in text)
    return min(1.0, 0.12 * len(content) + 0.15 * family + 0.15 * figures)


def _as_event(salience: Salience) -> Salience:
    return Salience(Kind.EVENT if not salience.tags else salience.kind, salience.worth, salience.tags)
