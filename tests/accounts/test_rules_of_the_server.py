"""The rules that a server proposes: chosen at set-up, and used by pages, guests and the computer."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.core import site
from accounts.models import Player, SiteSettings
from automatch.forms import SearchForm
from games.models import Game
from tests.factories import give_second_factor, make_player
from tests.support.browsers import browser
from tests.support.callers import Caller

pytestmark = pytest.mark.django_db
GOOD = {"site_name": "Tampere Go", "username": "Aino", "password1": "seven stones in a row", "email": ""}


@pytest.fixture(autouse=True)
def _nothing_known(monkeypatch):
    monkeypatch.setattr(site, "known", site.CachedSiteSettings())


def test_the_set_up_page_proposes_japanese_rules_and_stores_the_choice():
    output = StringIO()
    call_command("first_admin", stdout=output)
    link, visitor = output.getvalue().strip().removeprefix("http://localhost:8000"), Client()
    form = visitor.get(link).context["form"]

    assert form["rule_set"].value() == "japanese"
    assert "brainking" in dict(form.fields["rule_set"].choices)

    visitor.post(link, {**GOOD, "rule_set": "japanese"})
    assert SiteSettings.objects.get().rule_set == "japanese"


def test_a_server_that_was_set_up_before_keeps_brainkings():
    SiteSettings.objects.create(pk=1, name="Tampere Go")
    site.reload_settings()
    chief = make_player("chief", is_staff=True, is_superuser=True)
    give_second_factor(chief)

    assert browser(chief).get("/settings/server/").context["form"]["rule_set"].value() == "brainking"
    assert browser(make_player("aino")).get("/new/").context["form"]["rule_set"].value() == "brainking"


def test_pages_and_the_computer_follow_the_setting(settings):
    settings.IGO_HOUSE_BOT = True
    Player.objects.create_user(settings.IGO_HOUSE_BOT_NAME, is_bot=True)
    SiteSettings.objects.update_or_create(pk=1, defaults={"rule_set": "japanese"})
    site.reload_settings()
    aino = browser(make_player("aino"))

    assert aino.get("/new/").context["form"]["rule_set"].value() == "japanese"
    assert SearchForm()["rule_set"].value() == "japanese"
    assert browser().get("/rules/japanese/").context["default"] == "japanese"
    browser().post("/play/")
    assert Game.objects.get().rule_set == "japanese"


def test_the_api_keeps_its_default():
    SiteSettings.objects.update_or_create(pk=1, defaults={"rule_set": "japanese"})
    site.reload_settings()

    answer = Caller(Client(), make_player("aino")).post("challenges/", size=9)

    assert (answer.status_code, answer.json()["rule_set"]) == (201, "brainking")


def test_only_rules_of_the_list_can_be_chosen():
    chief = make_player("chief", is_staff=True, is_superuser=True)
    give_second_factor(chief)

    assert browser(chief).post("/settings/server/", {"site_name": "Igo Go", "rule_set": "chess"}).status_code == 400
    assert not SiteSettings.objects.exclude(rule_set="").exists()
