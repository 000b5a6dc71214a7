"""Signing up and in, names, languages, themes, e-mails."""

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.models import Player
from accounts.names import check_name, lookalike_form
from foundation.clients import client_address
from foundation.limits import count_hit
from tests.factories import make_player

pytestmark = pytest.mark.django_db

GOOD = {"username": "väinö", "email": "", "password1": "a long enough phrase"}


def sign_up(**changes):
    return Client().post("/accounts/signup/", {**GOOD, **changes})


def test_somebody_signs_up_and_is_signed_in():
    client = Client()

    answer = client.post("/accounts/signup/", GOOD)

    assert answer.status_code == 302
    assert client.get("/games/").status_code == 200


def test_letters_of_another_width_are_written_as_plain_ones():
    assert sign_up(username="ａｉｎｏ").status_code == 302
    assert Player.objects.get().username == "aino"


@pytest.mark.parametrize(
    "name",
    ["a", "x" * 31, "admin", "Admin", "аdmin", "adm1n", "moderator", "-aino", "aino.", "ai no", "ai\u200bno",
     "ai\u202eno", "аino", "ainо", "ai\x00no", "<b>aino", "a@b", "😀😀", "\ud800x", "deleted"],
)  # fmt: skip
def test_names_that_confuse_are_refused(name):
    with pytest.raises(ValidationError):
        check_name(name)
    assert sign_up(username=name.encode("utf-8", "replace").decode()).status_code == 200
    assert not Player.objects.exists()


@pytest.mark.parametrize("name", ["aino", "Väinö", "babak99", "آینو", "иван", "a.b-c_d", "李白"])
def test_names_of_one_script_are_fine(name):
    check_name(name)


@pytest.mark.parametrize("other", ["AINO", "Aino", "a1no", "ai.no", "äino", "aíno"])
def test_a_name_that_looks_like_another_is_taken(other):
    make_player("aino")

    assert lookalike_form(other) == lookalike_form("aino")
    assert sign_up(username=other).status_code == 200
    assert Player.objects.count() == 1


@pytest.mark.parametrize("password", ["short", "password123", "1234567890123"])
def test_weak_passwords_are_refused(password):
    assert sign_up(password1=password).status_code == 200
    assert not Player.objects.exists()


def test_a_reset_says_the_same_for_known_and_unknown_addresses():
    make_player("aino")

    answers = [
        Client().post("/accounts/password/reset/", {"email": f"{name}@example.org"}, follow=True)
        for name in ("aino", "nobody")
    ]

    assert answers[0].redirect_chain == answers[1].redirect_chain


def test_an_email_helps_back_in(django_capture_on_commit_callbacks):
    make_player("aino")

    with django_capture_on_commit_callbacks(execute=True):
        Client().post("/accounts/password/reset/", {"email": "aino@example.org"})

    assert "/accounts/password/reset/key/" in mail.outbox[0].body


@pytest.mark.parametrize("target", ["https://evil.test/", "//evil.test", "javascript:alert(1)", "/\\evil.test", "\x00"])
def test_the_switches_in_the_footer_never_lead_elsewhere(target):
    answer = Client().post("/language/", {"language": "fi", "next": target})

    assert answer["Location"] == "/"


def test_the_language_is_kept_with_the_account():
    player = make_player()
    client = Client()
    client.force_login(player)

    client.post("/language/", {"language": "fa", "next": "/help/"})

    fresh = Client()
    fresh.force_login(player)
    assert 'dir="rtl"' in fresh.get("/help/").content.decode()


@pytest.mark.parametrize(("accept", "lang"), [("fi", "fi"), ("fa-IR,fa", "fa"), ("de", "en"), ("", "en")])
def test_the_first_page_speaks_the_language_of_the_browser(accept, lang):
    page = Client(headers={"Accept-Language": accept}).get("/").content.decode()

    assert f'<html lang="{lang}"' in page


def test_a_new_player_reads_the_language_and_the_time_zone_of_their_browser():
    for name, zone, kept in (("aino", "Europe/Helsinki", "Europe/Helsinki"), ("babak", "Mars/Base", "UTC"),
                             ("cyrus", "", "UTC"), ("dara", "x" * 999, "UTC")):  # fmt: skip
        visitor = Client(headers={"Accept-Language": "fi"})
        fields = {"username": name, "password1": GOOD["password1"], "time_zone": zone}
        assert visitor.post("/accounts/signup/", fields).status_code == 302, zone
        assert Player.objects.values_list("language", "time_zone").get(username=name) == ("fi", kept)


def test_the_theme_is_kept():
    client = Client()

    client.post("/theme/", {"theme": "dark", "next": "/"})

    assert 'data-theme="dark"' in client.get("/").content.decode()


def test_the_board_theme_of_a_visitor_is_kept_and_wood_is_not_worth_a_word():
    client = Client()
    assert "data-board" not in client.get("/").content.decode()

    client.post("/theme/", {"board": "slate", "next": "/"})

    assert 'data-board="slate"' in client.get("/").content.decode()
    assert client.post("/theme/", {"board": "wood", "next": "/"}).status_code == 302
    assert "data-board" not in client.get("/").content.decode()


def test_the_style_of_more_boards_is_loaded_only_with_one_of_them(client):
    for board, is_loaded in (("wood", False), ("slate", False), ("bamboo", True), ("indigo", True)):
        client.post("/theme/", {"board": board, "next": "/"})
        assert ("css/boards" in client.get("/").content.decode()) == is_loaded, board


SETTINGS = [
    ("board", {"theme": "dark", "board_theme": "slate", "show_coordinates": ""}, ("board_theme", "glass")),
    ("play", {"after_sending": "next", "next_order": "waiting"}, ("next_order", "luck")),
    ("account", {"bio": "Hei, می\u200cروم!"}, ("bio", "x" * 501)),
    ("language", {"language": "fi", "digits": "latin", "time_zone": "Europe/Helsinki"}, ("time_zone", "Mars/Base")),
    ("access", {"theme": "contrast", "motion": "none"}, ("motion", "much")),
]


@pytest.mark.parametrize(("tab", "good", "bad"), SETTINGS)
def test_settings_are_saved_and_bad_ones_refused(tab, good, bad):
    player = make_player()
    client = Client()
    client.force_login(player)

    assert client.post(f"/settings/{tab}/", {**good, bad[0]: bad[1]}).status_code == 400
    untouched = Player.objects.get(pk=player.pk)
    assert client.post(f"/settings/{tab}/", good).status_code == 302

    saved = Player.objects.get(pk=player.pk)
    for field, value in good.items():
        assert getattr(saved, field) == (value or False)
        assert getattr(untouched, field) == getattr(player, field)


def test_there_are_few_settings():
    from accounts.forms import TABS

    fields = {field for _, _, form in TABS.values() for field in form._meta.fields}

    assert len(fields) <= 30


def test_a_limit_is_exact_under_parallel_tries():
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(20) as pool:
        waits = list(pool.map(lambda _: count_hit("test", "somebody", "5/minute"), range(100)))

    assert waits.count(None) == 5
    assert all(wait is None or wait >= 1 for wait in waits)


@pytest.mark.parametrize(("proxies", "address"), [(0, "127.0.0.1"), (1, "3.3.3.3"), (2, "2.2.2.2")])
def test_only_our_own_proxies_say_where_a_client_is(rf, settings, proxies, address):
    settings.IGO_PROXIES = proxies
    request = rf.get("/", headers={"X-Forwarded-For": "1.1.1.1, 2.2.2.2, 3.3.3.3"})

    assert client_address(request) == address
