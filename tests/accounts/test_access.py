"""Access to accounts: visitors, the owner, another player, staff."""

from __future__ import annotations

import json
import re

import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, Player, StaffAction
from accounts.security.staff_permissions import StaffPermission
from tests.factories import give_second_factor, make_game, make_moderator, make_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def aino():
    return make_player("aino", bio="my story", language="fi")


def as_(player=None):
    client = Client(headers={"Accept-Language": "en"})
    if player is not None:
        client.force_login(player)
    return client


@pytest.fixture
def staff():
    helper = make_moderator("helper")
    helper.user_permissions.set(
        Permission.objects.filter(content_type__app_label="accounts").exclude(codename__in=StaffPermission)
    )
    return helper


@pytest.fixture
def chief():
    chief = make_player("chief", is_staff=True, is_superuser=True)
    give_second_factor(chief)
    return chief


def test_strangers_learn_nothing_private(aino):
    for client in (as_(), as_(make_player("stranger"))):
        seen = client.get("/api/v1/players/aino/").json()
        public = {"username", "bio", "country", "joined", "bot", "rank", "ratings", "record", "running", "between"}
        assert set(seen) == {*public, "on_vacation_until"}
        page = client.get("/u/aino/").content.decode()
        assert "example.org" not in page


def test_i_see_my_own_settings(aino):
    seen = as_(aino).get("/api/v1/me/").json()

    assert seen["email"] == "aino@example.org"
    assert seen["language"] == "fi"
    assert "password" not in json.dumps(seen)


def test_nobody_changes_anothers_settings(aino):
    stranger = as_(make_player("stranger"))

    stranger.post("/settings/account/", {"bio": "hacked", "username": "aino", "id": aino.pk, "pk": aino.pk})

    assert Player.objects.get(username="aino").bio == "my story"
    assert Player.objects.get(username="stranger").bio == "hacked"


def test_tokens_are_kept_as_a_hash_and_say_when_they_expire(aino):
    body = {"username": "aino", "password": "correct horse"}
    answer = Client().post("/api/v1/token/", body, content_type="application/json").json()

    stored = ApiToken.objects.get()
    assert answer["expires_at"]
    assert answer["token"] not in str(ApiToken.objects.values().get())
    assert len(answer["token"]) >= 32
    assert stored.player == aino


# The switches, and what is shown


def test_the_accounts_language_wins_over_browser_and_cookie(aino):
    client = as_(aino)
    client.cookies["django_language"] = "fa"

    assert '<html lang="fi"' in client.get("/help/", headers={"Accept-Language": "en"}).content.decode()


def test_a_switch_knows_only_our_languages_and_themes():
    assert as_().post("/language/", {"language": "de"}).status_code == 400
    assert as_().post("/theme/", {"theme": "pink"}).status_code == 400
    assert as_().post("/theme/", {"board": "glass"}).status_code == 400
    assert as_().post("/theme/", {"board": ""}).status_code == 400


def test_coordinates_can_be_left_away(aino):
    game = make_game(black=aino)
    client = as_(aino)
    assert 'class="xy"' in client.get(f"/g/{game.pk}/").content.decode()

    client.post("/settings/board/", {"theme": "", "board_theme": "wood"})

    page = client.get(f"/g/{game.pk}/").content.decode()
    assert 'class="xy"' not in page
    assert " bare" in page
    assert 'class="xy"' in as_().get(f"/g/{game.pk}/").content.decode()


def test_persian_digits_are_a_choice(aino):
    client = as_(aino)
    Player.objects.update(language="fa")

    assert "۰" in client.get("/u/aino/").content.decode()
    client.post("/settings/language/", {"language": "fa", "digits": "latin", "time_zone": "UTC"})

    shown = re.search(r"<dl.*</dl>", client.get("/u/aino/").content.decode(), re.S)[0]
    assert "۰" not in shown.split("<dt>")[2]


def test_nothing_moves_for_who_wants_it_so(aino):
    client = as_(aino)

    client.post("/settings/access/", {"theme": "contrast", "motion": "none"})

    page = client.get("/help/").content.decode()
    assert 'data-motion="none"' in page
    assert 'data-theme="contrast"' in page


def test_times_are_shown_in_the_zone_of_the_account(aino):
    client = as_(aino)
    client.post("/settings/language/", {"language": "", "digits": "", "time_zone": "Asia/Tehran"})

    client.get("/help/")
    assert timezone.get_current_timezone_name() == "Asia/Tehran"
    as_().get("/help/")
    assert timezone.get_current_timezone_name() == "UTC"


# The admin site


def test_staff_find_players_and_see_no_password(aino, staff):
    client = as_(staff)

    found = client.get("/admin/accounts/player/?q=ain").content.decode()
    page = client.get(f"/admin/accounts/player/{aino.pk}/change/").content.decode()

    assert "aino" in found
    assert "my story" in page
    assert aino.password not in page
    assert "md5$" not in page
    assert "argon2" not in page


def test_staff_with_djangos_permissions_only_change_nothing(aino, staff):
    page = f"/admin/accounts/player/{aino.pk}/change/"
    permissions = {"is_staff": "on", "is_superuser": "on", "email": "mine@example.org", "username": "x"}

    assert as_(staff).post(page, permissions).status_code == 302

    aino.refresh_from_db()
    assert (aino.is_active, aino.is_staff, aino.is_superuser) == (True, False, False)
    assert (aino.email, aino.username) == ("aino@example.org", "aino")


def test_superusers_close_an_account(aino, chief):
    assert as_(chief).post(f"/admin/accounts/player/{aino.pk}/change/", {"email": aino.email}).status_code == 302

    aino.refresh_from_db()
    assert not aino.is_active


def test_staff_give_themselves_nothing_and_do_not_touch_each_other(staff, chief):
    client = as_(staff)

    for colleague in (staff, chief):
        page = f"/admin/accounts/player/{colleague.pk}/change/"
        assert client.post(page, {"is_superuser": "on", "is_active": ""}).status_code == 403

    assert Player.objects.filter(is_superuser=True).get() == chief
    assert not Player.objects.filter(is_active=False).exists()


def test_administrators_give_permissions_to_everybody_but_superusers(aino, chief):
    client, helpers = as_(make_moderator(grade="administrators")), Group.objects.get(name="helpers")
    permissions = {"is_active": "on", "is_staff": "on", "is_superuser": "on", "groups": [helpers.pk]}

    assert client.post(f"/admin/accounts/player/{aino.pk}/change/", permissions).status_code == 302
    assert client.post(f"/admin/accounts/player/{chief.pk}/change/", permissions).status_code == 403

    aino.refresh_from_db()
    assert (aino.is_staff, aino.is_superuser, list(aino.groups.all())) == (True, False, [helpers])
    assert StaffAction.objects.get(action="permissions").player == aino


def test_only_superusers_give_a_new_password(aino, staff, chief):
    page = f"/admin/accounts/player/{aino.pk}/password/"
    new = {"password1": "another long phrase", "password2": "another long phrase", "usable_password": "true"}

    assert as_(staff).post(page, new).status_code == 403
    assert as_(chief).post(page, new).status_code == 302

    aino.refresh_from_db()
    assert aino.check_password("another long phrase")


def test_nobody_is_deleted_without_name_and_reason(aino, staff, chief):
    path = f"/admin/accounts/player/{aino.pk}/delete/"

    assert as_(chief).post(path, {"post": "yes"}).status_code == 400
    assert as_(staff).post(path, {"name": "aino", "reason": "x"}).status_code == 403

    aino.refresh_from_db()
    assert aino.deleted_at is None


@pytest.mark.parametrize(
    ("name", "status"), [("babak", 302), ("AINO", 200), ("a1no", 200), ("admin", 200), ("а b", 200)]
)
def test_a_superuser_adds_players_under_the_same_rules(aino, chief, name, status):
    data = {"username": name, "email": "", "usable_password": "true"}
    data |= {"password1": "another long phrase", "password2": "another long phrase"}

    answer = as_(chief).post("/admin/accounts/player/add/", data)

    assert answer.status_code == status
    assert Player.objects.filter(username="babak").exists() == (status == 302)
