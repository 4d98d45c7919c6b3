"""Which of a message's words are its writer's, and which its program's: media left out, changed, deleted, answered?"""

import re

from quaidpy.regex import regex

_LEFT_TO_RIGHT = "\u200e"  # WhatsApp begins with it what it says itself
_MEDIA = r"photos?|pictures?|images?|videos?|audio|stickers?|emoticons?|emoji|gifs?|사진|동영상|이모티콘"
_ATTACHED = rf"{_MEDIA}|documents?|voice messages?|files?|location|contact"
_IN_PLACE_OF_WORDS = regex(
    rf"<attached: [^<>]{{1,80}}>|<[^\W\d_][\w.:’'-]{{0,20}}(?: [\w.:’'-]{{1,20}}){{1,6}}>|(?:{_ATTACHED}) omitted"
    rf"|\[\s?(?:{_ATTACHED})\b[^\]]{{0,60}}\]|\((?:sticker|photo|video)\)|(?:{_MEDIA})|null|/\S{{1,200}}/attachments/\S{{1,200}}",
    re.IGNORECASE,
)
_TAKEN_BACK = regex(
    r"(?:this message was|you) deleted(?: this message)?\.?|.{1,40} unsent a message\.?"
    r"|(?:diese|du hast diese) nachricht (?:wurde )?gelöscht\.?|se eliminó este mensaje\.?|eliminaste este mensaje\.?"
    r"|ce message a été supprimé\.?|vous avez supprimé ce message\.?|questo messaggio è stato eliminato\.?"
    r"|dit bericht is verwijderd\.?|(?:esta )?mensagem (?:foi )?apagada\.?|삭제된 메시지입니다\.?",
    re.IGNORECASE,
)
_HAPPENED = regex(
    r"(?:@?[\w.]{1,40} )?has (?:joined|left) the (?:channel|group)\.?|missed (?:voice|video) call\.?"
    r"|reacted to \".{1,200}\" with .{1,8}|this message responded to an earlier message\.|tapbacks:"
    r"|sent with (?:slam|loud|gentle|invisible ink|echo|spotlight|balloons|confetti|love|lasers|fireworks|celebration)",
    re.IGNORECASE,
)
_OF_AN_ASSISTANTS_PAGE = regex(
    r"thought for (?:\d{1,3} seconds?|a (?:couple of|few) seconds)|copy code|show thinking|opens in a new window"
    r"|(?:chatgpt|gemini|claude) (?:can make mistakes|is ai and can make mistakes)\b.{0,80}",
    re.IGNORECASE,
)
_OF_THE_PROGRAM = (_IN_PLACE_OF_WORDS, _TAKEN_BACK, _HAPPENED, _OF_AN_ASSISTANTS_PAGE)
_TAPBACK = regex(
    r"^\s{1,8}(?:loved|liked|disliked|laughed|emphasized|questioned|[^\w\s]{1,8}) by .{1,40}$", re.IGNORECASE
)
_FILE = regex(r"^[^\s()<>][^()<>\n]{0,80}\.[A-Za-z0-9]{2,4} \([^\W\d_][^()\d]{3,30}\)$")
"""A file with its caption below: "IMG-20260504-WA0004.jpg (file attached)", in the language of the telephone."""
_REPLYING = regex(r"\A\s*Replying to \"[^\"]{1,400}\"\s*")
_SEVERAL_LINES_QUOTED = regex(r"\"(?P<said>[^\"\n]*\n[^\"]*)\"")
"""As LINE writes a message of several."""
_CHANGED = regex(r"\s{1,2}(?:\(edited\)|<[^\W\d_][\w’']{0,20}(?: [\w’']{1,20}){2,5}\.?>)$")


def own_words(text: str) -> str:
    """Without the lines and marks of the program; "" where nobody said a word."""
    lines = [line for line in _REPLYING.sub("", text).split("\n") if not _is_of_the_program(line)]
    said = "\n".join(lines).strip().replace(_LEFT_TO_RIGHT, "")
    said = _CHANGED.sub("", said).rstrip()
    quoted = _SEVERAL_LINES_QUOTED.fullmatch(said)
    return quoted["said"] if quoted else said


def _is_of_the_program(line: str) -> bool:
    if line.startswith(_LEFT_TO_RIGHT) and not line.startswith(f"{_LEFT_TO_RIGHT}@"):
        return True
    shown = line.strip()
    is_mark = any(form.fullmatch(shown) for form in _OF_THE_PROGRAM)
    return is_mark or bool(_FILE.match(shown) or _TAPBACK.match(line))
