"""New passwords and addresses: requirements, the access that they end, and the e-mails that lead to them."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from tests.factories import make_player
from tests.support.signing_in import NEW_PASSWORD, PASSWORD, sign_in, token

pytestmark = pytest.mark.django_db


@pytest.fixture
def later(time_machine):
    return lambda seconds: time_machine.move_to(timezone.now() + timedelta(seconds=seconds))


# Passwords and addresses


def test_an_email_leads_to_a_new_password_once(aino, reset_link):
    made = token().json()["token"]
    other, _ = sign_in()
    link = reset_link(client := Client())
    passwords = {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD}

    form = client.get(link, follow=True).redirect_chain[-1][0]
    client.post(form, passwords)

    assert get_user(client) == aino
    assert sign_in(password=PASSWORD)[1].status_code == 200
    assert get_user(other).is_anonymous
    assert Client().get("/api/v1/me/", headers={"Authorization": f"Token {made}"}).status_code == 401
    assert "This link no longer works" in Client().get(link, follow=True).content.decode()


@pytest.fixture
def reset_link(django_capture_on_commit_callbacks):
    def ask(client):
        with django_capture_on_commit_callbacks(execute=True):
            client.post("/accounts/password/reset/", {"email": "aino@example.org"})
        return re.search(r"https?://[^/]+(/\S+)", mail.outbox[-1].body)[1]

    return ask


def test_a_link_in_an_email_is_good_for_an_hour(aino, reset_link, later):
    link = reset_link(client := Client())
    later(3700)

    assert "This link no longer works" in client.get(link, follow=True).content.decode()


def test_changing_the_password_needs_the_old_one_and_ends_what_it_opened(aino):
    client, _ = sign_in()
    other, _ = sign_in()
    made = token().json()["token"]
    new = {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD}

    assert client.post("/accounts/password/change/", {"oldpassword": "wrong", **new}).status_code == 200
    assert client.post("/accounts/password/change/", {"oldpassword": PASSWORD, **new}).status_code == 302

    assert get_user(client) == aino
    assert get_user(other).is_anonymous
    assert Client().get("/api/v1/me/", headers={"Authorization": f"Token {made}"}).status_code == 401


def test_a_new_address_needs_the_password_again_and_counts_when_it_has_been_confirmed(
    aino, django_capture_on_commit_callbacks
):
    EmailAddress.objects.create(user=aino, email=aino.email, verified=True, primary=True)
    client, _ = sign_in()

    asked = client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    with django_capture_on_commit_callbacks(execute=True):
        client.post(asked["Location"], {"password": PASSWORD})
    assert Player.objects.get().email == "aino@example.org"
    assert "new@example.org" in client.get("/accounts/email/").content.decode()
    client.post(re.search(r"https?://[^/]+(/\S+)", mail.outbox[-1].body)[1])

    assert asked["Location"].startswith("/accounts/reauthenticate/")
    assert Player.objects.get().email == "new@example.org"


# Letters


def test_nobodys_mailbox_is_flooded(aino, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        codes = {
            Client().post("/accounts/password/reset/", {"email": "aino@example.org"}).status_code for _ in range(12)
        }

    assert codes == {302}
    assert len(mail.outbox) == 6


def test_an_email_speaks_the_language_of_the_account(django_capture_on_commit_callbacks):
    make_player("aino", language="fi")

    with django_capture_on_commit_callbacks(execute=True):
        Client().post("/accounts/password/reset/", {"email": "aino@example.org"})

    assert "salasana" in mail.outbox[0].body.lower()
    assert mail.outbox[0].subject.startswith("Igo: ")


def test_an_email_has_no_line_breaks_of_a_strangers_making(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        answer = Client().post("/accounts/password/reset/", {"email": "a@example.org\r\nBcc: b@example.org"})

    assert answer.status_code == 200
    assert mail.outbox == []
