"""Passwords (S13): length, common passwords, and storage."""

from __future__ import annotations

import pytest
from django.conf import settings as project
from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client
from pwned_passwords_django.exceptions import PwnedPasswordsError

from accounts.models import Player
from accounts.security.passwords import BreachedValidator
from foundation import hashing
from goserver import settings as shipped

pytestmark = pytest.mark.django_db


def sign_up(password, **more):
    return Client().post("/accounts/signup/", {"username": "aino", "password1": password, **more})


@pytest.mark.parametrize(
    "password", ["seven77", "password1", "iloveyou1", "12345678901", "x" * 257, "ainoaino", "aino@example.org"]
)
def test_short_common_and_endless_passwords_and_ones_own_name_are_refused(password):
    answer = sign_up(password, username="ainoaino", email="aino@example.org")

    assert answer.status_code == 200
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "password", ["eight go", "گذرواژهٔ بلند", " spaces at both ends ", "y" * 63 + "!", "z" * 255 + "?"]
)
def test_long_ones_and_every_script_are_fine_and_nothing_is_cut_off(password):
    assert sign_up(password).status_code == 302

    player = Player.objects.get()
    assert player.check_password(password)
    assert not player.check_password(password[:-1])


def test_passwords_are_kept_by_argon2id(settings):
    settings.PASSWORD_HASHERS = shipped.PASSWORD_HASHERS

    kept = make_password("correct horse")

    assert kept.startswith("argon2$argon2id$v=19$m=102400,t=2,p=8$")
    assert check_password("correct horse", kept)


def test_two_passwords_are_checked_at_a_time_and_the_others_wait_S12(settings, monkeypatch):
    settings.PASSWORD_HASHERS = shipped.PASSWORD_HASHERS
    Player.objects.create_user("aino", "", "correct horse")
    monkeypatch.setattr(hashing, "LONGEST_WAIT", 0.1)
    form = {"login": "aino", "password": "correct horse"}

    with hashing.password_hash_slot(), hashing.password_hash_slot():
        busy = Client().post("/accounts/login/", form)
    later = Client().post("/accounts/login/", form)

    assert (busy.status_code, busy.headers["Retry-After"]) == (503, "5")
    assert later.status_code == 302


class List:
    """A list of stolen passwords that needs no network."""

    def __init__(self, answer):
        self.answer = answer

    def check_password(self, password):
        if self.answer is None:
            raise PwnedPasswordsError(message="nobody answers", code="x", params={})
        return self.answer


def breached(answer):
    validator = BreachedValidator()
    validator._asking.api_client = List(answer)
    return validator


def test_stolen_passwords_are_refused_and_a_list_that_does_not_answer_opens_to_djangos_own():
    with pytest.raises(ValidationError, match="stolen"):
        breached(3).validate("correct horse")
    breached(0).validate("correct horse")
    breached(None).validate("correct horse")
    with pytest.raises(ValidationError):
        breached(None).validate("password1")


def test_nobody_is_asked_over_the_network_unless_an_administrator_wants_it():
    names = {validator["NAME"] for validator in project.AUTH_PASSWORD_VALIDATORS}

    assert "accounts.security.passwords.BreachedValidator" not in names
    assert project.PWNED_PASSWORDS["API_TIMEOUT"] == 2.0


@pytest.mark.django_db
def test_words_of_this_service_are_no_passwords_but_may_be_in_one_S13(settings):
    settings.IGO_URL = "https://tengen.example.org"
    for word in ("moderator!2026", "Igo-Server-2026", "goban-goban-goban", "Tengen2026", "ADMINistrator_1"):
        with pytest.raises(ValidationError) as refused:
            validate_password(word)
        assert "password_of_own_words" in {error.code for error in refused.value.error_list}, word
    for phrase in ("correct horse", "seven black stones", "joseki before breakfast", "2718281828x"):
        validate_password(phrase)
