"""Translations by the LibreTranslate server in the settings; a real server answers here."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.utils import translation

from games.models import Message
from games.services import send_message
from games.services.idempotency import PlayerRequest
from rules import Color
from social.errors import NoSuchPost, NoTranslator, TooManyTranslations, TranslatorUnavailable
from social.services import translating
from tests.factories import NOON, make_game, side
from tests.social.test_messages import browser, old, write

pytestmark = pytest.mark.django_db


class Service:
    """Speaks as LibreTranslate does: POST /translate. `got` is what it was asked; `answer` what it says instead."""

    def __init__(self):
        self.got, self.answer, self.slow = [], None, threading.Event()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                service.got.append((self.path, asked, dict(self.headers)))
                values = {
                    "translatedText": f"{asked['q']} in {asked['target']}",
                    "detectedLanguage": {"language": "fi"},
                }
                status, body = service.answer or (200, json.dumps(values).encode())
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", f"{service.url}/elsewhere")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()


@pytest.fixture
def service(settings):
    found = Service()
    settings.IGO_TRANSLATE_URL = found.url
    yield found
    found.server.shutdown()
    found.server.server_close()


def test_a_text_is_sent_only_when_its_reader_asks_for_it_without_a_name_and_once(service, settings):
    settings.IGO_TRANSLATE_KEY = "the key"
    aino, babak = old(), old(language="fa")
    post = write(aino, babak, "Hyvää päivää")
    mine = browser(babak)
    assert "Translate…" not in browser(aino).get(f"/messages/{post.thread_id}/").content.decode()
    assert f"/translate/post/{post.pk}/" in mine.get(f"/messages/{post.thread_id}/").content.decode()
    mine.get(f"/translate/post/{post.pk}/")
    assert service.got == []

    for _ in range(2):
        assert "Hyvää päivää in fa" in mine.post(f"/translate/post/{post.pk}/").content.decode()

    ((path, asked, headers),) = service.got
    assert (path, asked) == (
        "/translate",
        {"q": "Hyvää päivää", "source": "auto", "target": "fa", "format": "text", "api_key": "the key"},
    )
    assert babak.username not in str(headers)
    assert not {"Cookie", "Authorization", "Referer"} & set(headers)


def test_the_names_of_quoted_authors_are_not_sent(service):
    text = "> aino:\n> > کاوه-2:\n> > Hei\n> Moi: mitä kuuluu?\n\nSanon:\nHyvää"

    translating.translate_text(old(), text, "en")

    assert service.got[0][1]["q"] == "> > Hei\n> Moi: mitä kuuluu?\n\nSanon:\nHyvää"


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("> aino:\n> Huomaa:\n> Hei\n> > babak:\n> > Moi", "> Huomaa:\n> Hei\n> > Moi"),
        ("> poistettu pelaaja:\n> Hei", "> Hei"),
    ],
)
def test_only_the_first_line_of_a_quotation_names_an_author(service, text, sent):
    translating.translate_text(old(), text, "en")

    assert service.got[0][1]["q"] == sent


def test_a_text_of_names_only_is_not_sent(service):
    assert translating.translate_text(old(), "> aino:\n", "en").text == "> aino:\n"
    assert service.got == []


def test_only_who_may_read_a_text_has_it_translated(service):
    aino, babak = old(), old()
    post = write(aino, babak, "Hyvää päivää")
    game = make_game()
    message = send_message(PlayerRequest(side(game, Color.BLACK), NOON), game.pk, "Onnea peliin")
    for path in (f"/translate/post/{post.pk}/", f"/translate/message/{message.pk}/"):
        assert browser(old()).post(path).status_code == 404
    with pytest.raises(NoSuchPost):
        translating.visible_chat_message(old(), message.pk)
    private = make_game(private=True)
    hidden = send_message(PlayerRequest(side(private, Color.BLACK), NOON), private.pk, "Onnea")
    with pytest.raises(NoSuchPost):
        translating.visible_chat_message(old(), hidden.pk)
    white = browser(side(game, Color.WHITE))
    assert f"/translate/message/{message.pk}/" in white.get(f"/g/{game.pk}/?chat=1").content.decode()
    assert "Onnea peliin in en" in white.post(f"/translate/message/{message.pk}/").content.decode()
    answer = white.post("/api/v1/translations/", {"message": message.pk}, "application/json").json()
    assert answer == {"text": "Onnea peliin in en", "language": "en", "source": "fi"}
    Message.objects.update(hidden_at=NOON)
    assert white.post(f"/translate/message/{message.pk}/").status_code == 404
    for body in ({}, {"post": 1, "message": 1}):
        assert white.post("/api/v1/translations/", body, "application/json").status_code == 400
    assert len(service.got) == 1


def test_without_a_service_there_is_no_button():
    aino, babak = old(), old()
    post = write(aino, babak)
    assert "Translate" not in browser(babak).get(f"/messages/{post.thread_id}/").content.decode()
    assert browser(babak).get(f"/translate/post/{post.pk}/").status_code == 404
    answer = browser(babak).post("/api/v1/translations/", {"post": post.pk}, "application/json")
    assert answer.json()["code"] == "no_translator"
    with pytest.raises(NoTranslator):
        translating.translate_text(aino, "x", "fi")


def test_a_service_that_answers_something_else_does_no_harm(service, settings):
    aino, babak = old(), old()
    large = b'{"translatedText": "' + b"x" * translating.LARGEST_ANSWER + b'"}'
    bad = [(500, b""), (302, b""), *((200, body) for body in (b"no json", b"[]", b'{"translatedText": 5}', large))]
    bad.append((200, b"[" * 60_000))
    for service.answer in bad:
        with pytest.raises(TranslatorUnavailable):
            translating.translate_text(aino, "x", "fi")
    assert [path for path, *_ in service.got] == ["/translate"] * len(bad)
    post = write(aino, babak)
    answer = browser(babak).post(f"/translate/post/{post.pk}/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    service.answer = (200, '{"translatedText": "<b>moi</b>\u202e", "detectedLanguage": 7}'.encode())
    with translation.override("fi"):
        assert translating.translate_text(aino, "y", "fi") == translating.Translation("<b>moi</b>", "")
    assert "&lt;b&gt;moi" in browser(babak).post(f"/translate/post/{post.pk}/").content.decode()
    settings.IGO_TRANSLATE_URL = "http://127.0.0.1:1"
    with pytest.raises(TranslatorUnavailable):
        translating.translate_text(aino, "x", "fi")


def test_there_is_a_limit_for_each_account_and_at_a_time(service, settings):
    settings.IGO_TRANSLATIONS = "1/hour"
    aino = old()
    for _ in range(2):
        translating.translate_text(aino, "once", "fi")
    with pytest.raises(TooManyTranslations) as refusal:
        translating.translate_text(aino, "twice", "fi")
    assert 3590 < refusal.value.data["retry_after"] <= 3600
    for _ in range(translating.AT_A_TIME):
        translating._turns.acquire()
    try:
        with pytest.raises(TranslatorUnavailable):
            translating.translate_text(old(), "busy", "fi")
    finally:
        for _ in range(translating.AT_A_TIME):
            translating._turns.release()
    assert [asked["q"] for _, asked, _ in service.got] == ["once"]
