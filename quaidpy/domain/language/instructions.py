"""Does this text give orders to a machine that will read it later?"""

import re
import unicodedata

from quaidpy.domain.language.instructions_abroad import FOREIGN_ORDERS
from quaidpy.domain.language.needed_literals import GatedAny, folded
from quaidpy.domain.language.text import without_marks
from quaidpy.regex import regex

_SHAPES = (
    (
        r"\b(?:ignore|disregard|forget|override|bypass|skip|drop|overwrite|neglect|discard|circumvent"
        r")\b.{0,30}\b(?:previous|prior|above|earlier|preceding|existing|former|your|all|any|system"
        r"|safety|other)\b.{0,30}(?:instruction|prompt|rule|guideline|direction|command|context|message"
        r"|polic|restriction|safeguard|filter|training|memor)"
    ),
    (
        r"\b(?:ignore|disregard|forget) (?:everything|anything|all)\b.{0,20}\b(?:above|before|said|told"
        r"|know)"
    ),
    (
        r"\bdo not (?:follow|obey|comply with)\b.{0,30}(?:instruction|prompt|rule|guideline|direction"
        r"|command|context|message|polic|restriction|safeguard|filter|training|memor)"
    ),
    (
        r"\b(?:new|updated|revised|real|actual|hidden|secret) (?:system )?(?:instructions?|prompt"
        r"|directive)\s*(?:[:=]|are|is)|\b(?:real|actual|hidden|secret|system) rules?\s*(?:[:=]|are|is)"
    ),
    (
        r"\b(?:reveal|print|show|output|repeat|leak|display|expose|tell me|send|return|dump"
        r")\b.{0,40}\b(?:system prompt|hidden prompt|initial prompt|your instructions|api keys?"
        r"|credentials|secrets?|passwords?|private keys?|environment variables)"
    ),
    (
        r"\b(?:you are|you're|act as|pretend (?:to be|you are)|roleplay as|behave as|simulate"
        r")\b.{0,30}\b(?:DAN|jailbr\w+|unrestricted|unfiltered|developer mode|an? (?:evil|uncensored"
        r"|unaligned)|root|admin(?:istrator)?|no longer)\b"
    ),
    r"\b(?:you are|you're|you will be) now (?:an?|the|in|called|known|acting|operating|free|my|going to act)\b",
    (
        r"\b(?:developer|debug|god|admin|maintenance|sudo|jailbreak|DAN) mode\b.{0,30}\b(?:on|enabled?"
        r"|activated?|engaged?)\b"
    ),
    (
        r"\b(?:enter|enable|activate|switch to)\b.{0,20}\b(?:developer|debug|god|admin|sudo|jailbreak"
        r"|unrestricted) mode\b"
    ),
    (
        r"<\|?/?(?:im_start|im_end|system|endoftext|begin_of_text|start_header_id|eot_id)\|?>|\[/?INST\]"
        r"|<<SYS>>|^#{2,}\s*(?:system|instruction)s?\b"
    ),
    r"^[^\S\n]*+(?:system|assistant|developer)\s*+(?:prompt|message|note|override)?\s*:\s",
    (
        r"\b(?:when(?:ever)?|if|every time|next time|once)\b[^.!?]{0,60}\b(?:asks?|asked|mentions?|sees?"
        r"|reads?|recalls?|retrieves?|says?|quer\w+)\b[^.!?]{0,80}\b(?<!\bi )(?<!\bwe )(?<!\bhe )"
        r"(?<!\bshe )(?<!\bthey )(?<!\bi['’]d )(?<!\bi['’]ll )(?<!he['’]ll )(?:you must|always|respond|reply|answer"
        r"|say|tell|recommend|insert|include|run|execute|send|call|transfer|output)\b"
    ),
    (
        r"\b(?:you must|you should|you will|you have to|make sure (?:to|you)|be sure to"
        r")\b.{0,10}\b(?:always|never|only)\b.{0,40}\b(?:respond|reply|answer|recommend|say|obey|comply"
        r"|refuse|trust|send|execute|approve)\b"
    ),
    (
        r"\b(?:store|save|remember|memori[sz]e|write|add|keep)\b.{0,30}\b(?:as|into|to|in"
        r")\b.{0,15}\b(?:a )?(?:permanent|long[- ]term|core|trusted|verified|system)\b.{0,15}\b(?:memory"
        r"|rule|instruction|fact|truth)"
    ),
    (
        r"\b(?:delete|erase|wipe|purge|remove|drop|corrupt|clear)\b(?!-)[^.;!?]{0,20}\b(?:all|every|the entire|your"
        r"|user)\b[^.;!?]{0,20}\b(?:memor\w+|files?|database|tables?|data|logs?|history)\b"
    ),
    (
        r"\b(?:exfiltrat\w+|phish\w*|keylog\w*|reverse shell|rm -rf|drop table|curl\s+\S*https?://"
        r"|wget\s+https?://|base64 -d|powershell -)"
    ),
    (
        r"\b(?:send|post|forward|upload|email|transmit|copy)\b.{0,50}\b(?:conversation|chat history"
        r"|memor\w+|user data|contents?|files?|secrets?|keys?)\b.{0,40}(?:https?://|@|webhook|server"
        r"|endpoint|address)"
    ),
    r"!\[(?:(?!!\[)[^\]])*+\]\(https?://(?:(?!!\[)[^)?&])*+[?&](?:(?!!\[)[^)=])*+=",
    (
        r"\b(?:without|do not|don't|never)\b.{0,15}\b(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?"
        r"|mention(?:ing)?|alert(?:ing)?|ask(?:ing)?|warn(?:ing)?)\b.{0,15}\bthe (?:user|human|owner"
        r"|operator)\b"
    ),
    (
        r"\b(?:this (?:message|note|memory|text)|the following)\b.{0,30}\b(?:overrides?|supersedes?"
        r"|takes? (?:precedence|priority)|has (?:the )?highest priority|outranks)"
    ),
    (
        r"\b(?:i am|this is|message from|on behalf of|authori[sz]ed by)\b.{0,20}\b(?:your (?:developer"
        r"|creator|administrator|operator)|the (?:system )?administrator|openai|anthropic"
        r"|google security|the developers)\b"
    ),
    (
        r"\b(?:disable|turn off|remove|deactivate|suspend|bypass)\b.{0,25}\b(?:safety|security|filters?"
        r"|guardrails?|moderation|confirmation|approval|verification|logging|sandbox)\b"
    ),
    (
        r"\b(?:from now on|starting now|henceforth|for the rest of)\b.{0,60}\byou (?:are|will|must"
        r"|should|shall|only|always|never)\b"
    ),
    (
        r"\b(?:call|invoke|use|run|execute)\b.{0,20}\b(?:the )?(?:tool|function|command|shell|script"
        r")\b.{0,60}\b(?:immediately|silently|secretly|automatically|without)"
    ),
    (
        r"\b(?:transfer|wire|send|pay)\b.{0,30}\b(?:funds?|money|bitcoin|btc|eth|usd|\$\d|crypto"
        r")\b.{0,40}\b(?:to|account|wallet|address)\b.{0,60}\b(?:immediately|automatically|always"
        r"|without)"
    ),
    (
        r"\b(?:translate|decode|decrypt|rot13|base64)\b.{0,30}\b(?:and|then)\b.{0,15}\b(?:execute|follow"
        r"|run|obey|do)\b"
    ),
    r"\b(?:end|begin|start) of (?:system|user|memory|context|prompt|instructions?|untrusted)\b",
    (
        r"\btrust(?:ed)? (?:source|me|all|any)\b.{0,40}\b(?:always|unconditionally|without (?:question"
        r"|checking|verification))"
    ),
    r"\bkeep (?:this|it) (?:secret|hidden) from\b.{0,15}\b(?:user|human|owner)",
    (
        r"\b(?:the user|owner|human) (?:has )?(?:already )?(?:approved|authori[sz]ed|consented|agreed"
        r"|granted)\b.{0,50}\b(?:all|any|every|full|unlimited|future)\b.{0,30}\b(?:access|actions?|calls?|changes?|commands?"
        r"|deletions?|operations?|payments?|permissions?|purchases?|requests?|rights?|tools?|transfers?|transactions?)\b"
    ),
    r"(?:ignoriere|vergiss)\b.{0,30}\b(?:anweisungen|regeln)",
    r"ignor[ae]z?\b.{0,30}\b(?:instrucciones|instruções|instructions|consignes)",
    r"忽略.{0,10}(?:指令|指示|提示)",
    r"игнорируй.{0,30}(?:инструкци|указани)",
)
_ORDERS = GatedAny(regex(shape, re.IGNORECASE | re.DOTALL | re.MULTILINE) for shape in _SHAPES)
_LOOKALIKES = str.maketrans("аеорсухіѕ０１３４５＠＄", "aeopcyxis01345@$")
_LIMIT = regex(
    r"\b(?:no|not an?|not one|not a single|never an?|never any) (?:new|more|other|further|extra) [^.!?;:\n]{1,40}?"
    r" without asking(?:,? (?:me|the user))?\b",
    re.IGNORECASE,
)
"""What nobody may do unasked: "no new dependency without asking the user" is no order to hide anything from them."""
_UNSEEN = regex(
    "[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]|[\U000e0000-\U000e007f]"
)
_BLANKS = regex(r"[^\S\n]{2,}|[^\S\n ]")
_SPACED = regex(r"\b(?:\w[ ._*-]){5,}\w\b")


def looks_like_instruction(text: str) -> bool:
    """Whether a sentence is shaped like an attack on its reader; the memory is kept, flagged, and shown as data.

    However it is spelled: full-width or look-alike letters, letters apart, signs that nobody sees, any spacing.
    """
    plain = text if text.isascii() else _as_read(text)
    joined = _SPACED.sub(lambda run: re.sub(r"[ ._*-]", "", run[0]), _BLANKS.sub(" ", plain))
    joined = _LIMIT.sub(" ", joined)
    line = " ".join(joined.split())
    if any(_ORDERS.is_in(form, folded(form)) for form in dict.fromkeys((joined, line))):
        return True
    bare = line if line.isascii() else _without_accents(line)
    return FOREIGN_ORDERS.is_in(bare, folded(bare))


def _as_read(text: str) -> str:
    """With the letters that its letters look like, and nothing that nobody sees."""
    return _UNSEEN.sub("", unicodedata.normalize("NFKC", text)).translate(_LOOKALIKES)


def _without_accents(line: str) -> str:
    return without_marks(line).replace("ß", "ss").replace("’", "'")
