"""Which language is a text in, as far as its script and its small words tell, and which of its words say nothing?"""

from functools import lru_cache

from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.domain.language.text import words
from quaidpy.regex import regex

_KANA = regex("[\u3040-\u30ff]")
_HANGUL = regex("[\uac00-\ud7af]")
_HAN = regex("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_LEAST_SHARE = 0.15  # of a text's letters; a foreign name in a text does not change its language

_GERMAN = (
    "aber alle als also am an auch auf aus bei beim bin bist da damit dann das dass dein deine dem den denn "
    "der des dessen die dies diese dieser dieses doch dort du durch ein eine einem einen einer eines er es "
    "etwas euch euer für gegen gewesen hab habe haben hast hat hatte hatten heißt hier hinter ich ihm ihn ihr "
    "ihre ihrem ihren ihrer im in ins ist ja jede jeder jetzt kann kein keine können man mein meine meinem "
    "meinen meiner mich mir mit nach nicht noch nun nur ob oder ohne sehr sein seine seinem seinen seiner seit "
    "sich sie sind so über um und uns unser unsere unter viel vom von vor wann war waren warum was weil welche "
    "welchem welchen welcher welches wem wen wenn wer werden wie wieder wir wird wo woher wohin wurde zu zum "
    "zur zwischen"
)
_FRENCH = (
    "a ai aime au aussi aux avec avez avons c'est ce ces cet cette chez combien comment d'un d'une dans de "
    "depuis des du elle elles en entre es est et eu été être il ils j'ai je l'a la le les leur leurs lui là ma "
    "mais me mes moi mon ne nos notre nous n'est on ont ou où par parce pas pendant plus pour pourquoi quand "
    "que quel quelle quelles quels qu'est qu'il qu'elle qui quoi sa sans se ses si son sont sous suis sur ta "
    "te tes toi ton tous tout très tu un une vers vos votre vous y à"
)
_SPANISH = (
    "a al algo así aunque como con cómo cuando cuándo cual cuál cuáles cuánto cuántos cuántas de del desde "
    "donde dónde durante e el ella ellas ellos en entre era es esa ese eso esta estaba estado está están estar "
    "este esto estoy fue fueron ha han hasta hay he la las le les lo los me mi mis mucho muy más nada ni no "
    "nos nuestra nuestro o otra otro para pero por porque que qué quien quién quiénes se ser si sin sobre son "
    "su sus sí también te tiene tienen tu tus un una uno unos y ya yo"
)
_CHINESE = (
    "什么 么时 时候 哪里 在哪 哪个 哪些 哪儿 是谁 谁的 怎么 么样 为什 多少 几个 是什 叫什 的是 了什 吗 呢 的 "
    "是 在 了 谁"
)
_JAPANESE = (
    "です ます ました ません ですか ますか した して いる ある どこ 何を 何が 何で どん んな いつ 誰が 誰の "
    "誰と なぜ とは では には から まで さん さんの これ それ いま すか んで んの んは んが のは のが のに "
    "でし ましか しま まし こに るの か"
)
_SMALL_WORDS = {
    "en": STOP_WORDS,
    "de": frozenset(_GERMAN.split()),
    "fr": frozenset(_FRENCH.split()),
    "es": frozenset(_SPANISH.split()),
    "zh": frozenset(_CHINESE.split()),
    "ja": frozenset(_JAPANESE.split()),
}
NAMES = {
    "en": "English", "de": "German", "fr": "French", "es": "Spanish", "zh": "Chinese", "ja": "Japanese", "ko": "Korean",
}  # fmt: skip


@lru_cache(maxsize=256)
def language_of(text: str) -> str | None:
    """ISO 639-1 code of a language in NAMES; None when nothing tells, as for a lone name. English wins ties."""
    letters = sum(character.isalpha() for character in text) or 1
    if len(_KANA.findall(text)) / letters >= _LEAST_SHARE:
        return "ja"
    if len(_HANGUL.findall(text)) / letters >= _LEAST_SHARE:
        return "ko"
    if len(_HAN.findall(text)) / letters >= _LEAST_SHARE:
        return "zh"
    spoken = words(text)
    counts = {code: sum(word in _SMALL_WORDS[code] for word in spoken) for code in ("en", "de", "fr", "es")}
    best = max(counts, key=lambda code: counts[code])
    return best if counts[best] else None


def stop_words_of(text: str) -> frozenset[str]:
    """The small words of the text's own language: "die" is one in German and none in English."""
    return _SMALL_WORDS.get(language_of(text) or "en", STOP_WORDS)
