"""German, French, Spanish, Chinese and Japanese lives are remembered and found, by their words alone if need be."""

from collections.abc import Iterator

import pytest

from quaidpy import Memory
from quaidpy.domain.language.languages import language_of
from quaidpy.domain.recall.queries import Aim, Query
from quaidpy.remember.changing.noting import Note

SAID = {
    "de": [
        "Jana wohnt seit März in einer Altbauwohnung in Leipzig.",
        "Janas Bruder Mirko repariert alte Fahrräder in seiner Werkstatt.",
        "Am Freitag hat Jana ihre Prüfung in Anatomie bestanden.",
        "Jana verträgt keine Haselnüsse und trägt immer eine Spritze bei sich.",
        "Der Kater von Jana heißt Pumuckl und schläft im Wäschekorb.",
        "Im Sommer fährt Jana mit dem Nachtzug nach Triest.",
        "Mirko spielt Posaune im Feuerwehrorchester.",
        "Jana lernt abends Gebärdensprache.",
    ],
    "fr": [
        "Camille habite au-dessus d'une boulangerie à Nantes.",
        "Le frère de Camille élève des abeilles près de Vannes.",
        "Camille a réussi son permis bateau mardi dernier.",
        "Camille est allergique aux crevettes depuis l'enfance.",
        "La tortue de Camille s'appelle Biscotte.",
        "En octobre Camille partira en stage à Montréal.",
        "Théo joue du violoncelle dans un quatuor.",
        "Camille apprend la poterie le jeudi soir.",
    ],
    "es": [
        "Lucía vive en un piso con terraza en Valencia.",
        "El hermano de Lucía trabaja de panadero en Teruel.",
        "Lucía aprobó el examen de conducir el lunes.",
        "Lucía no puede comer kiwis porque le dan alergia.",
        "El loro de Lucía se llama Capitán.",
        "En agosto Lucía viajará en bicicleta por Galicia.",
        "Mateo toca el acordeón en las fiestas del pueblo.",
        "Lucía estudia japonés los sábados.",
    ],
    "zh": [
        "小梅住在杭州西湖旁边的公寓。",
        "小梅的哥哥在成都开了一家书店。",
        "小梅上周五通过了钢琴考试。",
        "小梅对花生过敏。",
        "小梅的猫叫豆豆。",
        "小梅八月要坐火车去新疆旅行。",
        "阿强在乐队里打鼓。",
        "小梅每天早上练习太极拳。",
    ],
    "ja": [
        "由美は京都の古い町家に住んでいる。",
        "由美の兄は札幌でラーメン屋を経営している。",
        "由美は先週、運転免許の試験に合格した。",
        "由美はそばアレルギーがある。",
        "由美の犬の名前はまめです。",
        "由美は八月に屋久島へ旅行する予定だ。",
        "健太はバンドでドラムを叩いている。",
        "由美は毎朝ヨガをしている。",
    ],
}
ASKED = {
    "de": [
        ("Wo wohnt Jana?", "Leipzig"),
        ("Was repariert Mirko in der Werkstatt?", "Fahrräder"),
        ("Welche Prüfung hat Jana bestanden?", "Anatomie"),
        ("Wie heißt der Kater von Jana?", "Pumuckl"),
        ("Welches Instrument spielt Mirko?", "Posaune"),
    ],
    "fr": [
        ("Où habite Camille ?", "Nantes"),
        ("Que fait le frère de Camille ?", "abeilles"),
        ("À quoi Camille est-elle allergique ?", "crevettes"),
        ("Comment s'appelle la tortue de Camille ?", "Biscotte"),
        ("De quel instrument joue Théo ?", "violoncelle"),
    ],
    "es": [
        ("¿Dónde vive Lucía?", "Valencia"),
        ("¿En qué trabaja el hermano de Lucía?", "panadero"),
        ("¿Qué examen aprobó Lucía?", "conducir"),
        ("¿Cómo se llama el loro de Lucía?", "Capitán"),
        ("¿Qué toca Mateo en las fiestas?", "acordeón"),
    ],
    "zh": [
        ("小梅住在哪里？", "杭州"),
        ("小梅的哥哥在哪里开书店？", "成都"),
        ("小梅对什么过敏？", "花生"),
        ("小梅的猫叫什么名字？", "豆豆"),
        ("谁在乐队里打鼓？", "阿强"),
    ],
    "ja": [
        ("由美はどこに住んでいますか？", "京都"),
        ("由美の兄は何を経営していますか？", "ラーメン"),
        ("由美は何のアレルギーがありますか？", "そば"),
        ("由美の犬の名前は何ですか？", "まめ"),
        ("バンドでドラムを叩いているのは誰ですか？", "健太"),
    ],
}


@pytest.fixture(scope="module")
def memories(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Memory]]:
    opened = {code: Memory(home=tmp_path_factory.mktemp(code), owner="me") for code in SAID}
    for code, memory in opened.items():
        for text in SAID[code]:
            memory.store(Note(owner=memory.owner, text=text))
    yield opened
    for memory in opened.values():
        memory.close()


@pytest.mark.parametrize(
    ("code", "question", "answer"), [(code, *pair) for code, pairs in ASKED.items() for pair in pairs]
)
def test_a_question_in_its_own_language_finds_the_answer_first(
    memories: dict[str, Memory], code: str, question: str, answer: str
) -> None:
    found = memories[code].recall(Query(text=question, aim=Aim.RANK, limit=1)).results
    assert answer in found[0].text


@pytest.mark.parametrize(
    ("code", "question"), [(code, question) for code, pairs in ASKED.items() for question, _ in pairs]
)
def test_a_language_the_embedder_does_not_know_is_said(
    memories: dict[str, Memory], code: str, question: str
) -> None:
    assert language_of(question) == code
    degraded = memories[code].recall(Query(text=question)).degraded
    assert [each.stage for each in degraded] == ["embed"]
    assert "multilingual" in degraded[0].reason


def test_english_is_no_reason_for_a_hint(memories: dict[str, Memory]) -> None:
    assert memories["de"].recall(Query(text="Where does Jana live?")).degraded == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The die is cast and the man was at war", "en"),
        ("Die Würfel sind gefallen", "de"),
        ("Ana", None),
        ("", None),
        ("한국어로 말해요", "ko"),
        ("She learnt the word 侘寂 in a book about Japanese gardens", "en"),
    ],
)
def test_small_words_and_scripts_tell_the_language(text: str, code: str | None) -> None:
    assert language_of(text) == code


@pytest.mark.parametrize(
    ("code", "question"),
    [
        ("de", "Wie wird das Wetter morgen in Oslo?"),
        ("fr", "Quelle est la capitale de la Mongolie ?"),
        ("es", "¿Cuánto es diecisiete por cuatro?"),
        ("zh", "今天北京的天气怎么样？"),
        ("ja", "今日の東京の天気はどうですか？"),
    ],
)
def test_what_nobody_spoke_of_is_answered_by_silence_in_any_language(
    memories: dict[str, Memory], code: str, question: str
) -> None:
    assert memories[code].recall(Query(text=question)).results == ()


@pytest.mark.parametrize("code", sorted(SAID))
def test_a_plain_question_is_answered_in_any_language(memories: dict[str, Memory], code: str) -> None:
    question, answer = ASKED[code][0]
    assert answer in memories[code].recall(Query(text=question)).results[0].text
