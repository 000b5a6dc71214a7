"""Headers of e-mails: automatic mail, one thread per game, one list, and the server's name (issue 37)."""

from __future__ import annotations

from datetime import timedelta
from email.utils import parseaddr

import pytest
from django.core.mail import EmailMessage
from django.urls import reverse

from accounts.core import outbox
from accounts.models import QueuedEmail
from games.emails.writing import thread_id_of
from tests.factories import make_game, make_player
from tests.notifications.test_emails import DAY, play, reader, send_due, wants

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _server(settings):
    settings.IGO_URL, settings.IGO_SITE_NAME = "https://go.example.org:8443", "Go in Jyväskylä"


def test_an_e_mail_about_a_game_belongs_to_its_thread_and_to_the_servers_list():
    black, white = wants(reader()), wants(reader())
    game = make_game(notify=True, black=black, white=white, now=DAY, days=3)
    (first,) = send_due(DAY + timedelta(minutes=1))
    play(game, "E5", DAY + timedelta(hours=1))
    (second,) = send_due(DAY + timedelta(hours=1, minutes=1))
    heads = [one.message() for one in (first, second)]
    for head in heads:
        assert head["References"] == head["In-Reply-To"] == thread_id_of(game.pk)
        assert head["List-Id"].endswith("<notifications.go.example.org.8443>")
        assert head["Auto-Submitted"] == "auto-generated"
        assert parseaddr(head["From"])[1] == "igo@localhost"
    assert heads[0]["Message-ID"] != heads[1]["Message-ID"]
    assert thread_id_of(game.pk) == f"<game-{game.pk}@go.example.org.8443>"
    assert thread_id_of(game.pk) not in [head["Message-ID"] for head in heads]


def test_an_e_mail_of_several_games_belongs_to_no_thread():
    player = wants(reader())
    for _ in range(2):
        make_game(notify=True, black=player, now=DAY, days=3)
    (email,) = send_due(DAY + timedelta(minutes=1))
    assert "References" not in email.message()


@pytest.mark.parametrize("path", ["account_signup", "account_reset_password"])
def test_e_mails_of_accounts_say_that_a_program_sent_them_and_name_the_server(client, path, settings):
    settings.IGO_SITE_NAME = 'Kaffee & Go, "Nord"'
    make_player("aino")
    fields = {
        "username": "ben", "email": "ben@example.org", "password1": "korrekt pferd batterie", "time_zone": "UTC",
    }  # fmt: skip
    client.post(reverse(path), fields if path == "account_signup" else {"email": "aino@example.org"})
    head = outbox.decrypt_message(QueuedEmail.objects.get()).message()
    assert head["Auto-Submitted"] == "auto-generated"
    assert parseaddr(str(head["From"])) == (settings.IGO_SITE_NAME, "igo@localhost")


@pytest.mark.parametrize(
    ("sender", "shown"),
    [
        ("igo@example.org", ("Go", "igo@example.org")),
        ("Club <igo@example.org>", ("Club", "igo@example.org")),
        ("igo@exämple.org", ("Go", "igo@xn--exmple-cua.org")),
    ],
)
def test_the_sender_has_the_servers_name_unless_it_has_one(settings, sender, shown):
    settings.DEFAULT_FROM_EMAIL, settings.IGO_SITE_NAME = sender, "Go"
    written = outbox.store_email(EmailMessage("s", "b", to=["a@example.org"]), now=DAY)
    assert parseaddr(outbox.decrypt_message(written).message()["From"]) == shown
