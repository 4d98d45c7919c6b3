"""Which orders to a machine are put in other words than a list of English phrases has? Five languages, six intents.

Read without accents and in one line; each is bounded, so that time grows with the text and no faster.
"""

import re

from quaidpy.domain.language.needed_literals import GatedAny
from quaidpy.regex import regex

_START = r"(?:^|[.!?:;,>*\"'(\[»«-] ?|\b(?:please|now|then|and|must|should|just|you|instead|also) )"
_DISCARDING = (
    # English: the verb as an order, and what was there before it.
    _START + r"(?:ignore|disregard|forget|discard|drop|overlook|skip|set aside|throw out|never mind"
    r"|pay no (?:attention|heed) to"
    r"|(?:do not|don't|stop) (?:follow|obey|heed|trust|listen)\w*(?: to)?)\b"
    r".{0,30}\b(?:what|whatever|everything|anything|all|any|the text|the words|the lines)\b"
    r".{0,30}\b(?:before|above|earlier|so far|until now|previously|prior|preced\w+|you (?:were|have been"
    r"|are) told)\b",
    # Spanish
    (
        r"\b(?:ignor(?:a|e|ad|en)|olvid(?:a|e|ad|en)|descart(?:a|e|ad|en)|omit(?:e|a|an)|desatiend(?:e|a)"
        r"|desobedec(?:e|ed)"
        r"|haz caso omiso|pas(?:a|e) por alto|no (?:sigas|siga|hagas caso|haga caso|obedezcas|obedezca|respetes))\b"
        r".{0,40}\b(?:instruccion|orden(?:es)?\b|regla|indicacion|directri|consigna|lo anterior|anterior(?:es)?\b"
        r"|lo que (?:viene|venia|vino|hay|habia|va|se dijo|te dij)\w*.{0,15}\b(?:antes|arriba))"
    ),
    # German; "vergiss nicht" is the opposite of it
    (
        r"\b(?:ignorier\w*|vergiss|vergesst|vergessen sie|missacht\w*|verwirf|ubergeh\w*|befolg\w* (?:nicht|keine)"
        r"|beacht\w* (?:nicht|keine)|halt\w* dich nicht an)(?! nicht)\b"
        r".{0,40}\b(?:anweisung|anordnung|regel|vorgabe|befehl|instruktion|richtlinie|vorherige|bisherige|obige|vorige"
        r"|(?:alles,? )?was (?:vorher|zuvor|davor|oben|bisher|bis jetzt|du (?:bisher|vorher)))"
    ),
    # French; "n'oublie pas" is the opposite of it
    (
        r"\b(?:ignore[zr]?|oublie[zr]?|neglige[zr]?|ecarte[zr]?|passe[zr]? outre|fai(?:s|tes) abstraction|desobei\w*"
        r"|ne (?:tiens|tenez) (?:pas|aucun) compte|ne sui(?:s|vez) (?:pas|plus)|n'obei\w* (?:pas|plus))(?! pas)\b"
        r".{0,40}\b(?:instruction|consigne|regle|ordre|directive|precedent|ci-dessus"
        r"|(?:tout )?ce qui (?:precede|a ete dit|vient avant|venait avant|etait avant|est ecrit plus haut))"
    ),
    # Portuguese, Italian
    (
        r"\b(?:ignor(?:e|em|a|ate)|esquec(?:a|am|e)|desconsider(?:e|a)|nao (?:siga|obedeca)|dimentic(?:a|ate"
        r"|hi)|trascur(?:a|ate)"
        r"|non (?:seguire|obbedire|considerare))(?! de (?:comprar|ligar))\b"
        r".{0,40}\b(?:instruc\w+|ordens|regras|istruzion\w+|regole|ordini|anterior(?:es)?\b|acima|precedent\w+"
        r"|(?:tudo )?o que (?:veio|foi dito) antes|(?:tutto )?(?:cio|quello) che (?:e stato detto|viene"
        r"|veniva) prima)"
    ),
)
_ROLE = (
    (
        r"\b(?:ahora eres|eres ahora|actua como|a partir de ahora (?:eres|seras)|du bist (?:jetzt|nun|ab jetzt"
        r"|ab sofort)"
        r"|ab (?:jetzt|sofort) bist du|verhalte dich (?:wie|als)|tu es (?:maintenant|desormais)"
        r"|vous etes (?:maintenant|desormais)|agi(?:s|ssez) comme|agora voce e|ora sei|comportati come)\b"
        r".{0,40}\b(?:asistente|assistent\w*|modelo|modell\w*|modele|sistema|system\w*|bot|ki|ia|agent\w*"
        r"|administrad\w+"
        r"|administrat\w+|entwickler\w*|desarrollador\w*|developpeur\w*|dan|restric\w+|einschrankung\w*|regeln"
        r"|filter|filtr\w+"
        r"|limit\w*|regole)\b"
    ),
)
_REVEALING = (
    (
        r"\b(?:revela|muestra|imprime|repite|dime|zeig\w*|verrat\w*|gib|nenn\w*|wiederhol\w*|revele[zr]?|montre[zr]?"
        r"|affiche[zr]?|donne[zr]?|repete[zr]?|mostr[ae]|rivela)\b"
        r".{0,40}\b(?:(?:tus|sus|deine|ihre|tes|vos|suas|tue) (?:instruccion\w+|anweisung\w+|instruction\w*|consigne\w*"
        r"|instruc\w+|istruzion\w+)|prompt|system-?prompt|contrasenas?|passwort\w*|passworter|mots? de passe|senhas?"
        r"|credencial\w*|zugangsdaten|identifiants|api-?(?:key|schlussel)\w*|cles? (?:api|privees?)"
        r"|clave (?:privada|api))"
    ),
)
_HIDING = (
    (
        r"\bno (?:se )?(?:lo )?(?:digas|diga|menciones|cuentes|informes|avises|reveles)\b.{0,25}\busuari[oa]"
        r"|\bal? usuari[oa] no (?:se )?(?:lo )?(?:digas|cuentes|menciones)"
        r"|\b(?:sag|erzahl|verrat|erwahn|meld)\w*\b.{0,25}\b(?:benutzer|nutzer|anwender)\w*\b.{0,15}\b(?:nichts"
        r"|nicht|kein)"
        r"|\bne (?:le )?(?:dis|dites|mentionne|informe|previen|revele)\w*\b.{0,15}\b(?:pas|rien"
        r"|jamais)\b.{0,20}\butilisat"
        r"|\bnao (?:diga|conte|informe)\b.{0,20}\busuari|\bnon (?:dire|dirlo|informare)\b.{0,20}\butent"
    ),
)
_ERASING = (
    (
        r"\b(?:borr(?:a|e|ad)|elimin(?:a|e|ad)|losch\w*|vernicht\w*|efface[zr]?|supprime[zr]?|apag(?:a|ue)"
        r"|cancell(?:a|ate))\b"
        r".{0,20}\b(?:tod[oa]s?|alle\w*|gesamt\w*|ganze\w*|tou(?:t|te|tes|s)|tutt[aeio])\b"
        r".{0,25}\b(?:memori\w*|memoires?|recuerdos|datos|archivos|erinnerung\w*|gedachtnis\w*|speicher\w*"
        r"|daten|dateien|souvenirs"
        r"|donnees|fichiers|dados|arquivos|ricordi|dati)\b"
    ),
)
_SENDING = (
    (
        r"\b(?:envia|manda|reenvia|sende|schick\w*|ubermittle|envoie|envoyez|transmet\w*|invia)\b"
        r".{0,50}\b(?:conversacion|historial|memoria|datos|claves|gesprach\w*|verlauf|speicher\w*|daten|schlussel"
        r"|conversation|historique|memoire|donnees|cles|conversa|dados|conversazione|dati)\b"
        r".{0,40}(?:https?://|@|\bservidor\b|\bserver\b|\bserveur\b|\bwebhook\b)"
    ),
)
FOREIGN_ORDERS = GatedAny(
    regex(shape, re.IGNORECASE)
    for shape in (*_DISCARDING, *_ROLE, *_REVEALING, *_HIDING, *_ERASING, *_SENDING)
)
