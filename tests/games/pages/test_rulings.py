"""A referee's call, and the moderator's page for rulings (R61)."""

import re

import pytest
from django.utils import timezone

from games import verbs
from rules import AfterRejection, Color
from tests.factories import act, make_moderator, make_player, reload, side, to_act
from tests.games.pages.test_counting import browse, post, propose
from tests.support.games import just_stopped as stopped
from tests.support.games import make_game

pytestmark = pytest.mark.django_db

assert browse  # a fixture

REASON = "B5 has one eye."


def ruling_page(client, game, query=""):
    return client.get(f"/g/{game.pk}/decide/{query}").content.decode()


def marked(text):
    return re.search(r'id="id_dead"|name="dead" value="([^"]*)"', text)[1]


def test_the_page_offers_what_fits_the_game_R61(browse):
    staff = browse(make_moderator())

    stopped_game, running = ruling_page(staff, stopped()), ruling_page(staff, make_game(moves="E5 D4"))
    without_clock = ruling_page(staff, make_game(moves="E5 D4", time=services_none()))

    for verb in ("set-marking", "let-resume", "adjust-clock", "decide"):
        assert f'/{verb}/"' in stopped_game
    assert "/set-marking/" not in running
    assert "/let-resume/" not in running
    assert "/adjust-clock/" in running
    assert "/adjust-clock/" not in without_clock


def services_none():
    from rules.clock import TimeControl

    return TimeControl.none()


def test_the_marking_begins_with_the_proposal_and_is_changed_by_the_board_R61(browse):
    game = stopped()
    propose(game, "B5")
    staff = browse(make_moderator())

    assert marked(ruling_page(staff, game)) == "B5"
    both = ruling_page(staff, game, "?dead=B5&point=H5")
    assert marked(both) == "B5 H5"
    assert marked(ruling_page(staff, game, "?dead=B5+H5&point=B5")) == "H5"
    assert marked(ruling_page(staff, game, "?dead=")) == ""


@pytest.mark.parametrize(
    "query", ["?dead=Z99", "?dead=%00", "?point=x", "?point=%E2%80%8F", "?dead=" + "B5+" * 2000, "?dead=A9&point=A9"]
)
def test_bad_marks_in_the_address_harm_nobody(browse, query):
    game = stopped()

    assert browse(make_moderator()).get(f"/g/{game.pk}/decide/{query}").status_code == 200


def test_a_moderator_sets_the_marking_on_the_page_R61(browse):
    game, staff = stopped(), browse(make_moderator())

    answer = post(staff, game, "set-marking", dead="B5 H5", reason=REASON)

    assert answer.status_code == 302
    assert reload(game).result == "B+5.5"
    page = staff.get(f"/g/{game.pk}/").content.decode()
    assert "dead stones marked by a moderator" in page
    assert f"B5, H5. <bdi>{REASON}</bdi>" in page


def test_a_moderator_lets_play_go_on_and_adds_time_on_the_page_R61(browse):
    game, staff = stopped(), browse(make_moderator())
    assert post(staff, game, "let-resume", first="W", reason=REASON).status_code == 302
    assert to_act(game) == side(game, Color.WHITE)
    before = reload(game).deadline

    assert post(staff, game, "adjust-clock", side="W", amount=2, unit="days", reason="Was ill.").status_code == 302

    assert (reload(game).deadline - before).days == 2
    page = browse(make_player()).get(f"/g/{game.pk}/").content.decode()
    assert f"White to play. <bdi>{REASON}</bdi>" in page
    assert "White: 2 days. <bdi>Was ill.</bdi>" in page


@pytest.mark.parametrize(
    ("verb", "fields"),
    [("set-marking", {"dead": "B5"}), ("let-resume", {}), ("adjust-clock", {"side": "B", "amount": 1, "unit": "days"})],
)
def test_players_rule_nothing_and_a_reason_is_needed_R61(browse, verb, fields):
    game = stopped()
    number = reload(game).number

    assert post(browse(to_act(game)), game, verb, reason="me", **fields).status_code == 403
    assert post(browse(make_moderator()), game, verb, **fields).status_code == 400
    assert reload(game).number == number


@pytest.mark.parametrize(("amount", "unit"), [(0, "days"), (31, "days"), (-1, "hours"), (1, "years"), ("x", "days")])
def test_only_so_much_time_can_be_added(browse, amount, unit):
    game = make_game()

    answer = post(browse(make_moderator()), game, "adjust-clock", side="B", amount=amount, unit=unit, reason=REASON)

    assert 400 <= answer.status_code < 500
    assert reload(game).number == 0


def test_a_referee_is_called_from_a_page_that_asks_first_R61(browse):
    game = stopped()
    player = browse(to_act(game))
    assert player.get(f"/g/{game.pk}/referee/").status_code == 302
    for number in (1, 2):
        act(game, verbs.Propose, dead=[], now=timezone.now())
        act(game, verbs.Reject, proposal=number, then=AfterRejection.MARK, reason="", now=timezone.now())

    page = player.get(f"/g/{game.pk}/").content.decode()
    assert page.count(f'href="/g/{game.pk}/referee/"') == 2  # next to the board and in the menu
    assert "once per game" in player.get(f"/g/{game.pk}/referee/").content.decode()
    assert post(player, game, "referee").status_code == 302
    page = player.get(f"/g/{game.pk}/").content.decode()
    assert "referee called" in page
    assert "A referee has been called." in page
    assert f"/g/{game.pk}/referee/" not in page
    assert post(player, game, "referee").status_code == 409
