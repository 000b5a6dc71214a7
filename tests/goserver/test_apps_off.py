"""Apps of events and discussions, each turned off by IGO_APPS_OFF: the others work without it."""

from __future__ import annotations

import importlib

import pytest
from django.test import Client
from django.urls import Resolver404, clear_url_caches, resolve
from drf_spectacular.generators import SchemaGenerator

from accounts.models import Player
from accounts.privacy.account_deletion import delete
from clubs.models import Club
from clubs.signals import event_form_links
from goserver.conf.setting_kinds import APPS_THAT_CAN_BE_OFF
from ladders.models import LadderPlace
from ladders.services.due import STEPS as OF_LADDERS
from leagues.models import LeagueGroup
from leagues.services.due import STEPS as OF_LEAGUES
from team_matches.services.due import STEPS as OF_MATCHES
from tests.discussion.helpers import start_topic
from tests.factories import NOON, make_player
from tests.leagues.helpers import make_league
from tests.library.helpers import GAME, add
from tests.team_matches.helpers import Clubs
from tests.tournaments.helpers import make_ladder, make_open
from tournaments.services import due, own_events

pytestmark = pytest.mark.django_db
LISTS = {
    "tournaments": "/tournaments/", "ladders": "/ladders/", "leagues": "/leagues/", "team_matches": "/team-matches/",
    "discussion": "/discussion/",
}  # fmt: skip
each_off = pytest.mark.parametrize("off", APPS_THAT_CAN_BE_OFF, indirect=True)
STEPS = {"ladders": OF_LADDERS, "leagues": OF_LEAGUES, "team_matches": OF_MATCHES}


def _read_addresses_again() -> None:
    from goserver import event_urls, urls

    importlib.reload(event_urls)
    importlib.reload(urls)
    clear_url_caches()


def _leads_somewhere(path: str) -> bool:
    try:
        resolve(path)
    except Resolver404:
        return False
    return True


@pytest.fixture
def off(request, settings):
    """The app is off: processes read the addresses once, so these are read again, and once more after the test."""
    settings.IGO_APPS_OFF = [request.param]
    _read_addresses_again()
    yield request.param
    settings.IGO_APPS_OFF = []
    _read_addresses_again()


@pytest.fixture
def pages() -> dict[str, str]:
    """A page of one event of each app, and of a group of the league."""
    players = [make_player() for _ in range(4)]
    league = make_league(*players)
    return {
        "tournaments": make_open().get_absolute_url(),
        "ladders": make_ladder(*players[:2]).get_absolute_url(),
        "leagues": league.get_absolute_url(),
        "team_matches": Clubs().challenge().get_absolute_url(),
        "discussion": start_topic(players[0]).get_absolute_url(),
        "group": LeagueGroup.objects.filter(season__league=league)[0].tournament.get_absolute_url(),
    }


@each_off
def test_an_app_that_is_off_has_no_pages_and_the_others_have_theirs(pages, off):
    """Creating one asks for a sign-in; a page that is turned off does not."""
    client = Client()

    for app, path in LISTS.items():
        there = app != off
        assert client.get(path).status_code == (200 if there else 404), path
        assert client.get(f"{path}new/").status_code == (302 if there else 404), path
        assert client.get(pages[app]).status_code == (200 if there else 404), pages[app]
    assert client.get(pages["group"]).status_code == 200, "the groups of a league are its own"


@each_off
def test_an_app_that_is_off_has_no_operations_and_is_not_in_the_document(pages, off):
    client = Client()
    documented = set(SchemaGenerator().get_schema(request=None, public=True)["paths"])

    for app, path in LISTS.items():
        there = app != off
        assert _leads_somewhere(f"/api/v1{path}") is there, path
        assert client.get(f"/api/v1{pages[app]}").status_code == (200 if there else 404), path
        assert (f"/api/v1{path}" in documented) is there
    assert client.get(f"/api/v1{pages['group']}").status_code == 200


@each_off
def test_no_page_leads_to_an_app_that_is_off(pages, off):
    client, club = Client(), Club.objects.order_by("pk")[0]
    shown = [client.get(path) for path in ("/", f"/clubs/{club.pk}/", *LISTS.values())]

    html = "".join(page.content.decode() for page in shown if page.status_code == 200)
    for app, path in LISTS.items():
        assert (f'href="{path}' in html) is (app != off), path
    assert len(event_form_links()) == len({*APPS_THAT_CAN_BE_OFF} - {"discussion", "library", "classes", off})
    assert client.get(f"/clubs/{club.pk}/calendar.ics").status_code == 200


@pytest.mark.parametrize("off", STEPS, indirect=True)
def test_what_is_due_in_an_app_that_is_off_waits(off):
    steps = due.all_background_steps()

    assert [app for app, some in STEPS.items() if some[0] not in steps] == [off]


@each_off
def test_accounts_end_in_an_app_that_is_off(pages, off):
    for player in Player.objects.all():
        delete(player=player, now=NOON)

    assert not LadderPlace.objects.current().exists()


def test_without_tournaments_only_leagues_need_their_work_and_the_server_makes_none(settings):
    settings.IGO_OWN_EVENTS = True
    assert own_events.missing_server_tournaments(NOON) != []

    settings.IGO_APPS_OFF = ["tournaments"]
    assert due.STEPS[0] in due.all_background_steps()
    assert own_events.missing_server_tournaments(NOON) == []
    settings.IGO_APPS_OFF = ["tournaments", "leagues"]
    assert not {due.LAST, *due.STEPS} & {*due.all_background_steps()}


@pytest.mark.parametrize(("off", "status"), [("library", 404), ("ladders", 200)], indirect=["off"])
def test_the_library_can_be_off(off, status):
    player, client = make_player(), Client()
    record = add(player, GAME)[0].get_absolute_url()
    client.force_login(player)

    assert [client.get(path).status_code for path in ("/library/", record)] == [status] * 2
    assert _leads_somewhere("/api/v1/library/") is (status == 200)
    assert ('href="/library/"' in client.get("/games/").content.decode()) is (status == 200)
