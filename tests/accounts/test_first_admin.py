"""The first administrator signs up with a printed link, once, and names the server (S15, S20)."""

from __future__ import annotations

import threading
from datetime import timedelta
from io import StringIO

import pytest
from django.core import mail as sent_mail
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.core import mail, mail_server, site
from accounts.models import Player, SiteSettings, StaffAction
from accounts.security import first_admin
from goserver.operations import backups
from goserver.operations.backup_files import complete_backups_in
from tests.factories import give_second_factor, make_player
from tests.support.smtp_server import smtp_server

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
GOOD = {"site_name": "Tampere Go", "username": "Aino", "password1": "seven stones in a row", "email": ""}


@pytest.fixture(autouse=True)
def _nothing_known(monkeypatch):
    monkeypatch.setattr(site, "known", site.CachedSiteSettings())
    monkeypatch.setattr(site, "makes_backups", False)


def printed() -> str:
    output = StringIO()
    call_command("first_admin", stdout=output)
    return output.getvalue().strip().removeprefix("http://localhost:8000")


def chief() -> Client:
    player = make_player("chief", is_staff=True, is_superuser=True)
    give_second_factor(player)
    client = Client()
    client.force_login(player)
    return client


def test_the_link_makes_an_administrator_names_the_server_and_works_once(client):
    link = printed()
    assert client.get(link).status_code == 200

    answer = client.post(link, GOOD)

    assert answer.headers["Location"] == "/settings/ready/"
    aino = Player.objects.get()
    assert (aino.username, aino.is_staff, aino.is_superuser) == ("Aino", True, True)
    assert aino.check_password(GOOD["password1"])
    assert "two-factor authentication" in client.get("/settings/ready/").content.decode()
    again = Client()
    assert [again.get(link).status_code, again.post(link, GOOD).status_code] == [404, 404]
    with pytest.raises(CommandError, match="has an administrator"):
        printed()
    site.reload_settings()
    page = again.get("/accounts/login/").content.decode()
    assert page.count("Tampere Go") == 2
    assert "– Tampere Go</title>" in page


def test_a_link_that_was_replaced_has_expired_or_was_never_printed_makes_nobody(client):
    old, new = printed(), printed()
    SiteSettings.objects.update(link_until=timezone.now() - timedelta(seconds=1))
    for link in (old, new, "/first-admin/guessed/", "/first-admin/x%00%ff/"):
        assert [client.get(link).status_code, client.post(link, GOOD).status_code] == [404, 404]

    link = printed()
    make_player("chief", is_staff=True, is_superuser=True)

    assert client.post(link, GOOD).status_code == 404
    assert [player.username for player in Player.objects.all()] == ["chief"]


def test_the_secret_is_not_in_the_database(client):
    secret = printed().split("/")[2]

    assert len(secret) >= 43
    assert secret not in str(SiteSettings.objects.values().get())


def test_what_cannot_be_is_refused_and_the_link_stays_good(client):
    link = printed()
    make_player("kaya")
    wrong = [
        {"site_name": ""}, {"site_name": "x"}, {"site_name": "a\u202eb"}, {"site_name": "n" * 41}, {"username": "kaya"},
        {"username": "admin"}, {"username": ""}, {"password1": "short"}, {"password1": "password"}, {"email": "no"},
    ]  # fmt: skip
    for change in wrong:
        assert client.post(link, GOOD | change).status_code == 400, change

    assert (Player.objects.count(), SiteSettings.objects.get().name) == (1, "")
    assert client.post(link, GOOD).status_code == 302


@pytest.mark.django_db(transaction=True)
def test_of_many_at_the_same_time_one_becomes_administrator(client):
    link, start, answers = printed(), threading.Barrier(5), []

    def come(number):
        start.wait()
        try:
            answers.append(Client().post(link, GOOD | {"username": f"visitor{number}"}).status_code)
        finally:
            connection.close()

    threads = [threading.Thread(target=come, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(answers) == [302, 404, 404, 404, 404]
    assert Player.objects.count() == Player.objects.filter(is_superuser=True).count() == 1


# the mail server


MAIL = {"mail_host": "mail.example.org", "mail_port": "587", "mail_security": "starttls", "mail_user": "igo",
        "mail_password": "swordfish7", "mail_sender": "go@example.org"}  # fmt: skip


@pytest.fixture
def unnamed(settings):
    """The environment names no mail server."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"


def test_a_mail_server_is_asked_for_where_the_environment_names_none_and_kept_sealed(unnamed, settings):
    client = chief()
    assert client.post("/settings/server/", GOOD | MAIL).status_code == 302
    assert "swordfish7" not in str(SiteSettings.objects.values().get())
    assert "mail.example.org" not in str(SiteSettings.objects.values().get())
    assert "swordfish7" not in client.get("/settings/server/").content.decode()

    assert client.post("/settings/server/", GOOD | MAIL | {"mail_password": "", "mail_port": "25"}).status_code == 302
    site.reload_settings()

    server = mail_server.find_stored_server()
    assert (server.password, server.port, mail_server.sender_address()) == ("swordfish7", 25, "go@example.org")
    assert StaffAction.objects.filter(action="change site settings").count() == 2
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"  # now it is in the environment
    assert mail_server.find_stored_server() is None
    assert 'name="mail_host"' not in client.get("/settings/server/").content.decode()


def test_half_a_mail_server_is_none(unnamed):
    client = chief()
    wrong = [
        {"mail_sender": ""}, {"mail_sender": "no address"}, {"mail_host": "two words"}, {"mail_host": "-x"},
        {"mail_security": "none"}, {"mail_security": "plain"}, {"mail_port": "70000"}, {"mail_host": "a\r\nb"},
    ]  # fmt: skip
    for change in wrong:
        assert client.post("/settings/server/", GOOD | MAIL | change).status_code == 400, change

    assert not SiteSettings.objects.exclude(sealed_mail="").exists()


@pytest.mark.django_db(transaction=True)
def test_e_mails_leave_by_the_server_that_was_named_from_its_sender(unnamed, settings):
    settings.EMAIL_TIMEOUT = 5
    with smtp_server() as office:
        server = mail_server.MailServer("127.0.0.1", office.port, mail_server.PLAIN, "", "", "go@example.org")
        site.change_settings(name="Tampere Go", sealed_mail=mail_server.encrypt_settings(server))

        mail.queue_email(EmailMessage("Hello", "Your move.", to=["kaya@example.org"]))
        while mail.send_next() is not None:
            pass
        mail._workers.close()

        assert [(one["From"], one["To"]) for one in office.emails] == [
            ("Tampere Go <go@example.org>", "kaya@example.org")
        ]
    assert sent_mail.outbox == []


# backups


def test_backups_are_asked_for_where_they_are_made_and_made_when_due(monkeypatch, tmp_path):
    client, folder = chief(), tmp_path / "copies"
    assert 'name="backup_folder"' not in client.get("/settings/server/").content.decode()
    monkeypatch.setattr(site, "makes_backups", True)
    if connection.vendor != "sqlite":
        monkeypatch.setattr("accounts.site_forms.shutil.which", lambda name: name)
    for wrong in ("copies", "", "/proc/1/nowhere", str(tmp_path / "x\x00y")):
        shown = {"site_name": "Igo", "backup_hours": "24", "backup_folder": wrong}
        assert client.post("/settings/server/", shown).status_code == 400, wrong
    assert client.post("/settings/server/", shown | {"backup_folder": str(folder)}).status_code == 302

    called = []
    monkeypatch.setattr(backups, "call_command", lambda name, where, **options: called.append((name, where)))
    backups.back_up_if_due()
    assert called == [("keep_backups", folder)]

    now = timezone.now()
    for name in (f"igo-{now:%Y-%m-%dT%H%M%S}", f"igo-{now:%Y-%m-%dT%H%M%S}.sha256"):
        (folder / name).touch()
    backups.back_up_if_due()
    assert len(called) == len(complete_backups_in(folder)) == 1
    assert backups.is_backup_due(folder, 24, now + DAY)


def test_a_failed_backup_is_reported_and_is_no_end(tmp_path, caplog):
    site.change_settings(backup_hours=24, backup_folder=str(tmp_path / "gone"))

    assert backups.back_up_if_due() is False
    assert "backup failed" in caplog.text


# who may


def test_only_superusers_come_to_the_settings_of_the_server():
    player = make_player("aino")
    client = Client()
    client.force_login(player)
    assert client.get("/settings/server/").status_code == 403

    player.is_staff = player.is_superuser = True
    player.save()
    without_second_factor = client.get("/settings/server/")
    assert (without_second_factor.status_code, without_second_factor.url) == (302, "/settings/security/")

    assert chief().post("/settings/server/", {"site_name": "گوی تهران"}).status_code == 302
    assert site.settings_row().name == "گوی تهران"


def test_the_name_in_the_environment_comes_first(settings):
    settings.IGO_SITE_NAME = "Club 19"

    assert site.name() == "Club 19"
    assert 'name="site_name"' not in chief().get("/settings/server/").content.decode()


def test_a_deleted_or_closed_administrator_is_none():
    make_player("gone", is_staff=True, is_superuser=True, is_active=False)

    assert first_admin.new_secret(timezone.now()) is not None


def test_the_new_administrator_adds_a_passkey_invites_people_and_plays(client, settings):
    settings.IGO_URL = "https://go.example.org"
    player = make_player("chief", is_staff=True, is_superuser=True)
    client.force_login(player)

    page = client.get("/settings/ready/").content.decode()

    assert "/accounts/2fa/webauthn/add/" in page
    assert 'value="https://go.example.org/"' in page
    assert "data:image/svg+xml;base64," in page
    assert "Anyone with this link can sign up." in page
    assert "/new/" in page
    assert "/play/" not in page
    settings.IGO_HOUSE_BOT, settings.IGO_OPEN_FOR_SIGNUP = True, False
    give_second_factor(player)
    page = client.get("/settings/ready/").content.decode()
    assert "Two-factor authentication is on." in page
    assert "Anyone with this link can sign up." not in page
    assert 'action="/play/"' in page


def test_a_server_that_others_cannot_reach_gives_no_link_to_it(client, settings):
    settings.IGO_URL = "http://localhost:8000"
    client.force_login(make_player("chief", is_staff=True, is_superuser=True))

    page = client.get("/settings/ready/").content.decode()

    assert "Only this computer can reach the server." in page
    assert "link-to-send" not in page
