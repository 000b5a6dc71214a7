"""Two-factor authentication (S15): authenticator and recovery codes, the players who need it, and no way around it."""

from __future__ import annotations

import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.utils import decrypt
from django.contrib.auth import get_user
from django.core import mail
from django.db import connection, connections
from django.test import Client

from accounts.models import Player, SecurityEvent, SecurityKind
from accounts.security import oauth
from accounts.security.second_factor import to_ascii_digits
from tests.factories import code_of, give_second_factor, make_player
from tests.support.servers import SECONDS_TO_START
from tests.support.signing_in import NEW_PASSWORD, PASSWORD, sign_in

pytestmark = pytest.mark.django_db

CODE_PAGE = "/accounts/2fa/authenticate/"


@pytest.fixture(autouse=True)
def _mid_step(time_machine):
    """No test begins in one half minute and ends in the next."""
    time_machine.move_to(time.time() // 30 * 30 + 5, tick=False)


@pytest.fixture
def secret(aino):
    return give_second_factor(aino)


def token(**more):
    body = {"username": "aino", "password": PASSWORD, **more}
    return Client().post("/api/v1/token/", body, content_type="application/json")


def again(client, path):
    """Open a page that asks for the password again."""
    answer = client.get(path)
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    client.post(answer["Location"], {"password": PASSWORD})
    return client.get(path)


# Signing in


def test_the_password_alone_does_not_sign_in(aino, secret):
    client, answer = sign_in()

    assert answer["Location"] == CODE_PAGE
    assert get_user(client).is_anonymous
    assert client.get("/games/").status_code == 302
    assert client.get("/api/v1/me/").status_code == 401


def test_the_apps_code_signs_in(aino, secret):
    client, _ = sign_in()

    answer = client.post(CODE_PAGE, {"code": code_of(secret)})

    assert answer.status_code == 302
    assert get_user(client) == aino
    assert client.cookies["device"].value


@pytest.mark.parametrize("steps", [-1, 1])
def test_a_clock_that_is_half_a_minute_off_does_no_harm(aino, secret, steps):
    client, _ = sign_in()

    assert client.post(CODE_PAGE, {"code": code_of(secret, steps=steps)}).status_code == 302


@pytest.mark.parametrize("steps", [-3, -2, 2, 3])
def test_an_older_or_later_code_is_none(aino, secret, steps):
    client, _ = sign_in()

    assert client.post(CODE_PAGE, {"code": code_of(secret, steps=steps)}).status_code == 200
    assert get_user(client).is_anonymous


@pytest.mark.parametrize("code", ["", "000000x", "x" * 5000, "\x00", "۱۲۳", "12 34 56", "²²²²²²", "9" * 40])
def test_bad_codes_are_refused(aino, secret, code):
    client, _ = sign_in()

    assert client.post(CODE_PAGE, {"code": code}).status_code == 200
    assert get_user(client).is_anonymous


def test_a_code_may_be_typed_in_the_digits_of_ones_language(aino, secret):
    client, _ = sign_in()
    persian = code_of(secret).translate(str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹"))

    assert client.post(CODE_PAGE, {"code": persian}).status_code == 302
    assert to_ascii_digits("۱۲-ab") == "12-ab"


def test_a_code_works_once(aino, secret):
    code = code_of(secret)
    first, second = sign_in()[0], sign_in()[0]

    assert first.post(CODE_PAGE, {"code": code}).status_code == 302
    assert second.post(CODE_PAGE, {"code": code}).status_code == 200
    assert token(code=code).json()["code"] == "second_factor_wrong"
    assert get_user(second).is_anonymous


def test_an_earlier_code_is_spent_with_the_later_one(aino, secret):
    sign_in()[0].post(CODE_PAGE, {"code": code_of(secret, steps=1)})

    assert sign_in()[0].post(CODE_PAGE, {"code": code_of(secret)}).status_code == 200


def test_the_code_that_showed_that_the_app_works_is_spent(aino, django_capture_on_commit_callbacks):
    client, _ = sign_in()
    page = again(client, "/accounts/2fa/totp/activate/").content.decode()
    secret = re.search(r'id="secret"[^>]*value="(\w+)"', page)[1]
    with django_capture_on_commit_callbacks(execute=True):
        added = client.post("/accounts/2fa/totp/activate/", {"code": code_of(secret)})

    assert added["Location"] == "/accounts/2fa/recovery-codes/"
    assert "data:image/svg+xml" in page
    assert sign_in()[0].post(CODE_PAGE, {"code": code_of(secret)}).status_code == 200
    assert sign_in()[0].post(CODE_PAGE, {"code": code_of(secret, steps=1)}).status_code == 302
    assert mail.outbox[-1].subject == "Igo: An authenticator app was added"
    assert SecurityEvent.objects.filter(player=aino, kind=SecurityKind.FACTOR_ADDED, detail="totp").count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_many_who_use_one_code_at_the_same_time_one_comes_in():
    code, start = code_of(give_second_factor(make_player("aino"))), threading.Barrier(5)

    def enter(_):
        try:
            client, _ = sign_in()
            start.wait(SECONDS_TO_START)
            return client.post(CODE_PAGE, {"code": code}).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(5) as pool:
        assert sorted(pool.map(enter, range(5))) == [200, 200, 200, 200, 302]


def test_a_recovery_code_stands_in_once(aino, secret):
    code = RecoveryCodes.activate(aino).get_unused_codes()[0]

    assert sign_in()[0].post(CODE_PAGE, {"code": code}).status_code == 302
    assert sign_in()[0].post(CODE_PAGE, {"code": code}).status_code == 200


def test_codes_are_not_tried_without_end(aino, secret):
    client, _ = sign_in()
    for n in range(10):
        client.post(CODE_PAGE, {"code": f"{n:06}"})

    page = client.post(CODE_PAGE, {"code": code_of(secret)})

    assert "Too many wrong codes" in page.content.decode()
    assert get_user(client).is_anonymous
    assert token(code=code_of(secret)).status_code == 429


def test_a_guesser_of_codes_does_not_lock_the_owner_out_of_a_device_of_theirs(aino, secret):
    owner, _ = sign_in()
    owner.post(CODE_PAGE, {"code": code_of(secret)})
    owner.post("/accounts/logout/")
    guesser, _ = sign_in()
    for n in range(12):
        guesser.post(CODE_PAGE, {"code": f"{n:06}"})

    sign_in(client=owner)

    assert owner.post(CODE_PAGE, {"code": code_of(secret, steps=1)}).status_code == 302


def guesser_from(network):
    """A browser in this network, in front of the page that asks for the code."""
    return sign_in(client=Client(REMOTE_ADDR=f"10.0.0.{network}"))[0]


def codes_tried(client, count):
    """Wrong codes from this browser; how many of them were looked at."""
    pages = [client.post(CODE_PAGE, {"code": f"{n:06}"}).content.decode() for n in range(count)]
    return sum("Too many wrong codes" not in page for page in pages)


@pytest.mark.parametrize("kind", ["app", "recovery"])
def test_a_network_that_tried_ten_wrong_codes_is_refused_and_the_right_one_works_from_any_other(aino, secret, kind):
    right = code_of(secret) if kind == "app" else RecoveryCodes.activate(aino).get_unused_codes()[0]
    guesser = guesser_from(1)
    assert codes_tried(guesser, 12) == 10

    assert "Too many wrong codes" in guesser.post(CODE_PAGE, {"code": right}).content.decode()
    assert guesser_from(2).post(CODE_PAGE, {"code": right}).status_code == 302


def test_the_api_counts_codes_by_network_too(aino, secret):
    def from_network(network, code):
        body = {"username": "aino", "password": PASSWORD, "code": code}
        client = Client(REMOTE_ADDR=f"10.0.0.{network}")
        return client.post("/api/v1/token/", body, content_type="application/json").status_code

    assert [from_network(1, f"{n:06}") for n in range(11)] == [403] * 10 + [429]
    assert from_network(2, code_of(secret)) == 200


def test_codes_from_many_networks_have_one_bound_which_a_known_device_is_not_under(aino, secret):
    owner, _ = sign_in()
    owner.post(CODE_PAGE, {"code": code_of(secret)})
    owner.post("/accounts/logout/")

    assert sum(codes_tried(guesser_from(n), 11) for n in range(1, 8)) == 40

    sign_in(client=owner)
    assert owner.post(CODE_PAGE, {"code": code_of(secret, steps=1)}).status_code == 302


def test_whoever_guesses_in_a_stolen_session_does_not_keep_the_owner_from_the_page(aino):
    client, _ = sign_in()
    thief = Client(REMOTE_ADDR="10.0.0.1")
    thief.cookies = client.cookies
    path = "/accounts/reauthenticate/"

    assert [thief.post(path, {"password": f"guess {n}"}).status_code for n in range(21)] == [200] * 20 + [429]
    assert client.post(path, {"password": PASSWORD}).status_code == 302


def test_guesses_in_a_session_from_many_networks_have_one_bound(aino):
    client, _ = sign_in()
    answers = []
    for n in range(1, 6):
        thief = Client(REMOTE_ADDR=f"10.0.0.{n}")
        thief.cookies = client.cookies
        answers += [thief.post("/accounts/reauthenticate/", {"password": f"guess {m}"}).status_code for m in range(20)]

    assert (answers.count(200), answers.count(429)) == (60, 40)


def test_right_passwords_are_no_guesses_when_a_code_comes_next(aino, secret):
    assert {sign_in()[1].status_code for _ in range(15)} == {302}


# The other doors


def test_an_email_about_a_forgotten_password_does_not_go_round_it(aino, secret, django_capture_on_commit_callbacks):
    client = Client()
    with django_capture_on_commit_callbacks(execute=True):
        client.post("/accounts/password/reset/", {"email": "aino@example.org"})
    link = re.search(r"https?://[^/]+(/\S+)", mail.outbox[-1].body)[1]
    form = client.get(link, follow=True).redirect_chain[-1][0]

    client.post(form, {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD})

    assert get_user(client).is_anonymous


def test_the_api_asks_for_the_code_too(aino, secret):
    answer = token()

    assert (answer.status_code, answer.json()["code"]) == (403, "second_factor_required")
    assert token(code=code_of(secret)).status_code == 200


def test_the_api_says_nothing_of_a_second_factor_to_who_does_not_know_the_password(aino, secret):
    assert token(password="guess", code=code_of(secret)).json()["code"] == "not_authenticated"


def test_a_program_asks_only_who_is_signed_in_wholly(aino, secret):
    client, _ = sign_in()
    app = oauth.register_app(player=make_player("author"), name="Goban", redirect_uris=["https://x.org/"])
    query = f"client_id={app.id}&redirect_uri=https://x.org/&response_type=code&scope=game:read&state=s"
    asked = client.get(f"/oauth/authorize?{query}&code_challenge=x&code_challenge_method=S256")

    assert asked.status_code == 302
    assert "/accounts/login/" in asked["Location"]


def test_the_admin_site_has_no_sign_in_of_its_own(aino):
    chief = make_player("chief", is_staff=True, is_superuser=True)

    answer = Client().post("/admin/login/", {"username": chief.username, "password": PASSWORD})

    assert answer["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("path", ["/admin/", "/admin/accounts/player/", "/mod/"])
def test_staff_without_a_second_factor_are_led_to_where_to_add_one(path):
    client = Client()
    staff = make_player(is_staff=True, is_superuser=True)
    client.force_login(staff)

    answer = client.get(path, follow=True)

    assert answer.redirect_chain[0][0] == "/settings/security/"
    assert "Staff accounts need two-factor authentication" in answer.content.decode()
    give_second_factor(staff)
    assert not client.get(path, follow=True).redirect_chain


def test_removing_it_needs_the_password_again(aino, secret, django_capture_on_commit_callbacks):
    client = Client()
    client.force_login(aino)
    path = "/accounts/2fa/totp/deactivate/"

    again(client, path)
    assert Authenticator.objects.exists()
    with django_capture_on_commit_callbacks(execute=True):
        client.post(path)

    assert not Authenticator.objects.exists()
    assert mail.outbox[-1].subject == "Igo: An authenticator app was removed"


@pytest.mark.parametrize("credential", ["", "{}", "[]", "x", '{"id": 1}', '{"id": "x", "response": {}, "type": "y"}'])
@pytest.mark.parametrize("path", ["/accounts/2fa/webauthn/login/", "/accounts/2fa/webauthn/add/", CODE_PAGE])
def test_a_passkey_that_is_none_is_refused(aino, path, credential):
    client = Client()
    if path == CODE_PAGE:
        give_second_factor(aino)
        client, _ = sign_in()
    elif path.endswith("add/"):
        client.force_login(aino)
        again(client, path)

    assert client.post(path, {"credential": credential}).status_code in (200, 302)
    assert not Authenticator.objects.filter(type="webauthn").exists()
    assert "_auth_user_id" not in client.session or path.endswith("add/")


# Where one is signed in


def test_the_places_are_listed_and_ended_one_by_one(aino):
    here, there = (Client(headers={"User-Agent": agent}) for agent in ("X Firefox/1 Linux", "X Chrome/1 Android"))
    for client in (here, there):
        sign_in(client=client)
    page = here.get("/settings/security/").content.decode()

    assert "Firefox, Linux" in page
    assert "Chrome, Android" in page
    button = re.search(r'name="session" value="(\d+)"', page)[1]
    here.post("/settings/security/end/", {"session": button})

    assert get_user(there).is_anonymous
    assert get_user(here) == aino
    assert "Chrome, Android" not in here.get("/settings/security/").content.decode().partition('id="events"')[0]


def test_all_other_places_are_ended_at_once(aino):
    clients = [sign_in()[0] for _ in range(4)]

    clients[2].post("/settings/security/end/", {"session": "others"})

    assert [get_user(client).is_authenticated for client in clients] == [False, False, True, False]


@pytest.mark.parametrize("value", ["", "0", "-1", "x", "9" * 40, "\x00", "²"])
def test_nobody_ends_anothers_session(aino, value):
    other, _ = sign_in(make_player("babak").username)
    client, _ = sign_in()
    theirs = re.search(r'value="(\d+)"', other.get("/settings/security/").content.decode() + 'value="1"')[1]

    assert client.post("/settings/security/end/", {"session": value}).status_code == 404
    assert client.post("/settings/security/end/", {"session": theirs}).status_code == 404
    assert get_user(other).is_authenticated


def test_listing_the_places_takes_the_same_number_of_statements_for_any_number(aino, django_assert_num_queries):
    from django.test.utils import CaptureQueriesContext

    client, _ = sign_in()
    counts = []
    for more in (2, 8):
        for _ in range(more):
            sign_in()
        client.get("/settings/security/")
        with CaptureQueriesContext(connection) as asked:
            client.get("/settings/security/")
        counts.append(len(asked))

    assert counts[0] == counts[1]


def test_what_happens_to_the_account_is_written_down(aino):
    sign_in(password="guess")
    client, _ = sign_in()
    client.post("/accounts/logout/")

    kinds = list(SecurityEvent.objects.filter(player=aino).order_by("pk").values_list("kind", flat=True))
    assert kinds == ["sign_in_failed", "signed_in", "signed_out"]
    assert Player.objects.count() == 1


def test_a_copy_of_the_database_makes_no_codes(aino, settings):
    secret = give_second_factor(aino)
    row = Authenticator.objects.get(user=aino)

    assert secret not in str(row.data)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key", [settings.SECRET_KEY]
    assert decrypt(row.data["secret"]) == secret
    settings.SECRET_KEY_FALLBACKS = []
    assert decrypt(row.data["secret"]) != decrypt(row.data["secret"]) != secret
