"""Signing up and in: permissions, limits, and the information that strangers get."""

from __future__ import annotations

import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from django.contrib.auth import get_user
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connections
from django.test import Client, RequestFactory
from redis import ConnectionError, Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from accounts.models import ApiToken, Player
from accounts.security import login_throttle
from foundation import clients, limits
from tests.factories import make_player
from tests.support.servers import SECONDS_TO_START
from tests.support.signing_in import NEW_PASSWORD, PASSWORD, sign_in, token

pytestmark = pytest.mark.django_db


# Signing in


@pytest.mark.parametrize("login", ["aino", "AINO", " aino ", "aino@example.org", "Aino@Example.org"])
def test_one_signs_in_by_name_or_address_whatever_the_capitals(aino, login):
    client, answer = sign_in(login)

    assert answer.status_code == 302
    assert get_user(client) == aino


def test_names_of_every_script_are_found_whatever_their_capitals():
    vaino, ivan = make_player("Väinö"), make_player("Иван")

    assert Player.objects.find_by_name("VÄINÖ") == vaino
    assert Player.objects.find_by_name("иван") == ivan
    assert Player.objects.find_by_name("vaino") is None
    assert get_user(sign_in("VÄINÖ")[0]) == vaino


@pytest.mark.parametrize("login", ["aino", "nobody", "aino@example.org", "nobody@example.org"])
def test_a_wrong_password_and_a_wrong_name_look_the_same(aino, login):
    _, answer = sign_in(login, "wrong")

    kind = "address" if "@" in login else "name"
    page = answer.content.decode().replace(login, kind)
    errors = re.findall(r'role="alert".*?</div>', page, re.S)
    _, other = sign_in("noone" + ("@example.org" if "@" in login else ""), "wrong")
    assert answer.status_code == 200
    assert errors == re.findall(r'role="alert".*?</div>', other.content.decode(), re.S)


class CountingHasher(MD5PasswordHasher):
    """Hashes, and counts how often."""

    hashed = 0

    def encode(self, password, salt):
        type(self).hashed += 1
        return super().encode(password, salt)


@pytest.mark.parametrize("door", [sign_in, token])
@pytest.mark.parametrize(
    "login",
    ["aino", "nobody", "aino@example.org", "nobody@example.org", "gone", "gone@example.org", "", "@"],
)
def test_every_wrong_try_hashes_as_often_whoever_is_meant_S11(aino, settings, door, login):
    make_player("gone", is_active=False)
    settings.PASSWORD_HASHERS = [f"{__name__}.CountingHasher"]
    CountingHasher.hashed = 0

    door(login, "wrong")

    assert CountingHasher.hashed == (1 if login else 0)


@pytest.mark.parametrize(
    "target", ["https://evil.test/", "//evil.test", "/\\evil.test", "javascript:alert(1)", "\thttps://evil.test"]
)
def test_signing_in_never_leads_to_another_site(aino, target):
    answer = Client().post(f"/accounts/login/?next={target}", {"login": "aino", "password": PASSWORD, "next": target})

    assert answer["Location"] == "/games/"


def test_a_closed_account_can_sign_in_nowhere(aino):
    client, _ = sign_in()
    made = token().json()["token"]
    Player.objects.filter(pk=aino.pk).update(is_active=False)

    assert client.get("/games/").status_code == 302
    assert Client().get("/api/v1/me/", headers={"Authorization": f"Token {made}"}).status_code == 401
    assert get_user(sign_in()[0]).is_anonymous
    assert token().status_code == 401


def test_the_session_is_another_after_signing_in(aino):
    client = Client()
    client.post("/language/", {"language": "fi", "next": "/"})
    client.session["before"] = 1
    before = client.session.session_key

    sign_in(client=client)

    assert client.session.session_key != before


def test_one_signs_out_by_a_form_and_not_by_a_link(aino):
    client, _ = sign_in()

    client.get("/accounts/logout/")
    assert get_user(client) == aino
    client.post("/accounts/logout/")

    assert get_user(client).is_anonymous


# How often


def test_guessing_at_an_account_is_bounded_whatever_the_client_says_of_its_address(aino):
    codes = [sign_in(password=f"guess {n}", **{"X-Forwarded-For": f"10.0.0.{n}"})[1].status_code for n in range(12)]

    assert codes == [200] * 10 + [429] * 2


def test_name_address_page_and_api_count_together(aino):
    for n in range(4):
        sign_in("aino", f"guess {n}")
    for n in range(3):
        sign_in("AINO@example.org", f"guess {n}")
    for n in range(3):
        token("Aino", f"guess {n}")

    assert sign_in()[1].status_code == 429
    assert token().status_code == 429


def test_the_refusal_says_when_to_come_back(aino):
    for n in range(10):
        sign_in(password=f"guess {n}")

    _, answer = sign_in()

    assert 1 <= int(answer["Retry-After"]) <= 901
    assert re.search(r"Try again at .*\d\d:\d\d", answer.content.decode())


def test_signing_in_rightly_uses_up_nothing(aino):
    assert {sign_in()[1].status_code for _ in range(30)} == {302}
    assert {token().status_code for _ in range(30)} == {200}


def from_network(number, password=PASSWORD, door=sign_in, **more):
    """Return the status of the answer to this network."""
    answer = door(password=password, client=Client(REMOTE_ADDR=f"10.0.{number // 250}.{number % 250}"), **more)
    return (answer[1] if door is sign_in else answer).status_code


@pytest.mark.parametrize("door", [sign_in, token])
def test_a_network_that_failed_ten_times_is_refused_and_the_right_password_works_from_any_other(aino, door):
    wrong, right = {sign_in: (200, 302), token: (401, 200)}[door]

    assert [from_network(1, f"guess {n}", door) for n in range(12)] == [wrong] * 10 + [429] * 2
    assert from_network(1, door=door) == 429
    assert {from_network(n, door=door) for n in range(2, 12)} == {right}


@pytest.mark.parametrize("door", [sign_in, token])
def test_guesses_from_many_networks_are_bounded_and_the_right_password_still_works_from_another(aino, door):
    wrong, right = {sign_in: (200, 302), token: (401, 200)}[door]

    codes = [from_network(network, f"guess {n}", door) for network in range(40) for n in range(10)]

    assert codes.count(wrong) == 5 * 10 + 35 * 2
    assert from_network(39, door=door) == 429
    assert [from_network(n, door=door) for n in range(40, 60)] == [right] * 20
    assert from_network(40, "a slip", door) == wrong
    assert from_network(40, door=door) == right


def test_an_account_that_is_guessed_at_opens_on_a_known_device_and_says_nothing_about_names(aino):
    owner, _ = sign_in()
    owner.post("/accounts/logout/")
    for name in ("aino", "nobody"):
        codes = [from_network(n, f"guess {m}", login=name) for n in range(8) for m in range(10)]
        assert codes.count(200) == 50 + 3 * 2, name

    for _ in range(9):
        assert sign_in(password="a slip", client=owner)[1].status_code == 200
    assert sign_in(client=owner)[1].status_code == 302


def test_a_site_with_many_ipv6_networks_is_bounded_and_another_site_is_not(aino):
    def enter(network, password=PASSWORD):
        return sign_in(password=password, client=Client(REMOTE_ADDR=f"2001:db8:{network}::1"))[1].status_code

    codes = [enter(f"1:{n:x}", "guess") for n in range(200)]

    assert codes.count(200) == 50
    assert enter("1:ffff") == 429
    assert enter("2:0") == 302


def test_networks_that_guess_at_the_same_time_have_exactly_their_tries(aino):
    def attempt(number):
        request = RequestFactory().post("/", REMOTE_ADDR=f"10.0.0.{number % 8}")
        try:
            return login_throttle.SignInAttempt(request, "nobody").count_and_get_wait()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(16) as pool:
        waits = list(pool.map(attempt, range(400)))

    assert 50 <= waits.count(None) <= 50 + 8 * 2


def test_a_guesser_does_not_lock_the_owner_out_of_a_device_of_theirs(aino):
    owner, _ = sign_in()
    owner.post("/accounts/logout/")
    for n in range(20):
        sign_in(password=f"guess {n}")

    assert sign_in()[1].status_code == 429
    assert sign_in(client=owner)[1].status_code == 302


def test_the_mark_of_a_device_opens_only_its_owners_account(aino):
    make_player("babak")
    other, _ = sign_in("babak")
    other.post("/accounts/logout/")
    for n in range(12):
        sign_in(password=f"guess {n}", client=other)

    assert sign_in(client=other)[1].status_code == 429


@pytest.mark.parametrize("cookie", ["", "x", "W10:x:x", "\x00", "é", "x" * 4000])
def test_a_forged_mark_is_no_mark(aino, cookie):
    """Sent as it is: Python's own cookies would refuse some of these, which an attacker does not mind."""
    client = Client(HTTP_COOKIE=f"device={cookie}")

    assert sign_in(client=client)[1].status_code == 302


def test_one_network_cannot_try_every_account(monkeypatch):
    codes = [sign_in(f"name{n}", "guess")[1].status_code for n in range(102)]

    assert codes.count(200) == 100
    assert codes[-2:] == [429, 429]


def test_limits_are_exact_when_thousand_try_at_once():
    with ThreadPoolExecutor(32) as pool:
        waits = list(pool.map(lambda _: limits.count_hit("test", "somebody", "10/minute"), range(1000)))

    assert waits.count(None) == 10


def test_a_try_that_is_given_back_can_be_used_again():
    for _ in range(5):
        limits.count_hit("test", "me", "5/minute")
    limits.uncount_hit("test", "me", "5/minute")

    assert limits.count_hit("test", "me", "5/minute") is None
    assert limits.count_hit("test", "me", "5/minute") is not None


def test_a_flood_of_names_does_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr(limits, "_here", limits.MemoryStorage(100))

    for n in range(1000):
        limits.count_hit("test", f"name {n}", "5/minute")

    assert len(limits._here.windows) <= 100


def test_without_redis_the_limits_neither_open_nor_close(settings, hanging_server):
    settings.REDIS_URL = f"redis://127.0.0.1:{hanging_server}/0"
    limits._connect_storage.cache_clear()

    began = time.monotonic()
    waits = [limits.count_hit("test", "somebody", "5/minute") for _ in range(20)]

    assert waits.count(None) == 5
    assert time.monotonic() - began < 1.5


@pytest.mark.postgres
def test_when_redis_hangs_each_process_counts_on_from_what_all_had_counted(settings, hanging_server):
    before = [limits.count_hit("test", "somebody", "5/minute") for _ in range(3)]
    settings.REDIS_URL = f"redis://127.0.0.1:{hanging_server}/0"

    after = [limits.count_hit("test", "somebody", "5/minute") for _ in range(20)]

    assert (before.count(None), after.count(None)) == (3, 2)


@pytest.mark.postgres
@pytest.mark.parametrize("happens", ["script flush", "client kill type normal skipme no"])
def test_what_redis_forgot_or_ended_is_begun_again_and_each_try_counts_once(settings, happens):
    left = [limits.count_against_quota("test", "me", "5/minute").left]
    with suppress(ConnectionError):  # the command also ends this connection
        Redis.from_url(settings.REDIS_URL, retry=Retry(NoBackoff(), 0)).execute_command(*happens.split())
    left += [limits.count_against_quota("test", "me", "5/minute").left for _ in range(2)]

    assert left == [4, 3, 2]
    assert not limits.is_redis_paused()


@pytest.mark.postgres
def test_redis_is_asked_once_when_a_window_ends_and_each_process_knows_the_same_end(monkeypatch):
    storage = limits._redis_storage()
    assert storage is not None
    expiry, asked = storage.get_expiry, []

    def get_expiry(key):
        asked.append(key)
        return expiry(key)

    monkeypatch.setattr(storage, "get_expiry", get_expiry)
    first = limits.count_against_quota("test", "me", "5/minute")
    second = limits.count_against_quota("test", "me", "5/minute")
    monkeypatch.setattr(limits, "_here", limits.MemoryStorage(100))  # another process
    third = limits.count_against_quota("test", "me", "5/minute")

    assert (len(asked), first.left, second.left, third.left) == (2, 4, 3, 2)
    assert all(58 < one.seconds <= 60 for one in (first, second, third))

    storage.reset()
    assert limits.count_against_quota("test", "me", "5/minute").left == 4
    assert len(asked) == 3, "a new window has another end"


@pytest.fixture
def hanging_server():
    import socket

    with socket.create_server(("127.0.0.1", 0), backlog=50) as server:
        yield server.getsockname()[1]


@pytest.mark.parametrize(
    ("address", "network"),
    [("192.0.2.7", "192.0.2.7"), ("2001:db8::1", "2001:db8::/64"), ("::ffff:192.0.2.7", "192.0.2.7"), ("", "unknown")],
)
def test_a_network_is_what_one_customer_has(rf, address, network):
    assert clients.client_network(rf.get("/", REMOTE_ADDR=address)) == network


# Registering


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_many_who_want_one_name_at_the_same_time_one_gets_it():
    start = threading.Barrier(6)

    def register(n):
        try:
            client = Client()
            client.get("/accounts/signup/")
            start.wait(SECONDS_TO_START)
            name = ["aino", "Aino", "a1no", "AINO", "äino", "ai.no"][n]
            return client.post("/accounts/signup/", {"username": name, "password1": NEW_PASSWORD}).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as pool:
        codes = sorted(pool.map(register, range(6)))

    # SQLite's test database is shared memory, whose locks do not wait: the losing request must be repeated.
    assert codes.count(302) == 1
    assert set(codes) <= {200, 302, 503}
    assert Player.objects.count() == 1


def test_the_loser_of_the_race_is_shown_that_the_name_is_taken(aino, monkeypatch):
    monkeypatch.setattr("accounts.adapter.AccountAdapter.clean_username", lambda self, name, shallow=False: name)

    answer = Client().post("/accounts/signup/", {"username": "AINO", "password1": NEW_PASSWORD})

    assert answer.status_code == 200
    assert "This name is taken" in answer.content.decode()


def test_what_a_visitor_chose_goes_with_them_into_the_account():
    client = Client()
    client.post("/language/", {"language": "fi", "next": "/"})
    client.post("/theme/", {"theme": "dark", "next": "/"})
    client.post("/theme/", {"board": "paper", "next": "/"})

    client.post("/accounts/signup/", {"username": "aino", "password1": NEW_PASSWORD})

    saved = Player.objects.get()
    assert (saved.language, saved.theme, saved.board_theme) == ("fi", "dark", "paper")


def test_registering_with_a_known_address_looks_like_with_an_unknown_one(aino):
    answers = [
        Client().post("/accounts/signup/", {"username": name, "email": email, "password1": NEW_PASSWORD})
        for name, email in (("babak", "aino@example.org"), ("cyrus", "nobody@example.org"))
    ]

    assert answers[0].status_code == answers[1].status_code == 302
    assert answers[0]["Location"] == answers[1]["Location"]


def test_where_registration_is_closed_nobody_registers(settings):
    settings.IGO_OPEN_FOR_SIGNUP = False

    Client().post("/accounts/signup/", {"username": "aino", "password1": NEW_PASSWORD})

    assert not Player.objects.exists()


def test_where_addresses_are_confirmed_an_unconfirmed_one_gets_no_token(settings, aino):
    settings.IGO_CONFIRM_EMAIL = True

    answer = token()

    assert (answer.status_code, answer.json()["code"]) == (403, "email_not_confirmed")
    assert not ApiToken.objects.exists()
