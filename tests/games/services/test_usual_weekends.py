"""The weekend of players who have chosen none (R56)."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from foundation import timesource
from games import services
from games.api import etags
from games.management.commands.check_games import find_record_faults
from games.models import Seat, TimeSettings
from games.reading import game_with_people
from games.services import vacations
from games.services.deadlines import current_deadline
from games.time_errors import OffTimeChangedRecently
from rules import Color
from rules.off_time import OffTimeKind, Schedule, usual_weekend
from tests.factories import days, make_game, make_player, play, reload, side

pytestmark = pytest.mark.django_db
FRIDAY = datetime(2026, 3, 6, 12, tzinfo=UTC)
WEDNESDAY = FRIDAY - days(2)


def begin(zone="UTC", now=FRIDAY, **terms):
    """A game of two days a move in which a player of this zone has Black."""
    return make_game(black=make_player(time_zone=zone), now=now, days=2, usual_weekends=True, **terms)


@pytest.mark.parametrize(
    ("zone", "now", "added"),
    [
        ("UTC", FRIDAY, 2), ("Europe/Helsinki", FRIDAY, 2), ("Asia/Tehran", WEDNESDAY, 2), ("Asia/Kabul", WEDNESDAY, 2),
        ("Iran", WEDNESDAY, 2), ("Asia/Tehran", FRIDAY, 0), ("UTC", WEDNESDAY - days(1), 0),
    ],
)  # fmt: skip
def test_a_game_that_allows_weekends_has_the_usual_one_of_the_players_zone(zone, now, added):
    game = begin(zone, now)

    if added:
        assert game.deadline == now + days(2 + added)
        assert [(one.kind, one.duration) for one in current_deadline(game).reasons] == [(OffTimeKind.WEEKEND, days(2))]
    else:
        assert OffTimeKind.WEEKEND not in [one.kind for one in current_deadline(game).reasons] or zone == "Asia/Tehran"


def test_a_game_that_allows_no_weekends_has_none():
    game = begin(off_time=(OffTimeKind.VACATION,))
    assert game.deadline == FRIDAY + days(2)
    assert {seat.weekend_zone for seat in game.seat_list()} == {""}


def test_a_game_that_was_begun_before_keeps_its_clock():
    game = make_game(now=FRIDAY, days=2)

    assert {seat.weekend_zone for seat in game.seat_list()} == {""}
    play(game, "E5", now=FRIDAY + days(1))
    assert reload(game).deadline == FRIDAY + days(3)


def test_a_choice_takes_the_place_of_the_usual_weekend_in_running_games_and_the_first_is_free():
    game = begin()
    black = side(game, Color.BLACK)

    services.set_weekly_off_time(player=black, week=services.WeeklyOffTime("UTC", [3, 4]), now=FRIDAY)

    assert reload(game).deadline == FRIDAY + days(2)
    with pytest.raises(OffTimeChangedRecently):
        services.set_weekly_off_time(player=black, week=services.WeeklyOffTime("UTC", [6, 7]), now=FRIDAY + days(29))


def test_to_choose_no_weekend_is_a_choice():
    game = begin()
    black = side(game, Color.BLACK)
    assert vacations.time_settings_of(black).chosen_or_usual_weekend == [6, 7]

    services.set_weekly_off_time(player=black, week=services.WeeklyOffTime("UTC", []), now=FRIDAY)

    assert reload(game).deadline == FRIDAY + days(2)
    assert vacations.time_settings_of(black).chosen_or_usual_weekend == []
    assert begin().deadline == FRIDAY + days(4)
    assert make_game(black=black, now=FRIDAY, days=2, usual_weekends=True).deadline == FRIDAY + days(2)


def test_a_first_choice_on_a_saturday_gives_no_time_and_takes_none_back():
    """The time that the weekend has stopped the clock so far is kept; after the choice the clock runs."""
    game = begin()
    noon_of_saturday = FRIDAY + days(1)

    services.set_weekly_off_time(
        player=side(game, Color.BLACK), week=services.WeeklyOffTime("UTC", []), now=noon_of_saturday
    )

    assert reload(game).deadline == FRIDAY + days(2) + timedelta(hours=12)


def test_settings_without_a_choice_of_days_leave_the_usual_weekend():
    game = begin()
    TimeSettings.objects.create(player=side(game, Color.BLACK), automatic_vacation=True)

    assert current_deadline(reload(game)).instant == FRIDAY + days(4)


def test_another_time_zone_of_the_pages_changes_no_clock():
    game = begin()
    black = side(game, Color.BLACK)
    type(black).objects.filter(pk=black.pk).update(time_zone="Asia/Tehran")

    assert current_deadline(reload(game)).instant == FRIDAY + days(4)
    assert begin("Asia/Tehran", WEDNESDAY).deadline == WEDNESDAY + days(4)


def test_a_game_with_usual_weekends_is_replayed_and_checked_without_a_fault():
    game = begin()
    play(game, "E5", now=FRIDAY + days(3))
    play(game, "C3", now=FRIDAY + days(4))

    assert find_record_faults(reload(game)) == []


def test_the_pages_say_which_days_count_for_each_player():
    game = begin("Asia/Tehran", timesource.now())
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    services.set_weekly_off_time(player=white, week=services.WeeklyOffTime("UTC", [1, 2]), now=timesource.now())
    client = Client()
    client.force_login(black)
    page = client.get(f"/g/{game.pk}/time/").content.decode()

    assert f"<bdi>{black.username}</bdi>: Thursday, Friday" in page
    assert f"<bdi>{white.username}</bdi>: Monday, Tuesday" in page
    mine = client.get("/settings/time/").content.decode()
    assert "your weekend is Thursday, Friday" in mine
    week = client.get("/api/v1/me/time/").json()["week"]
    assert (week["weekend"], week["usual_weekend"]) == ([], [4, 5])


def test_the_pages_say_once_which_days_count_for_both_players():
    game = begin(now=timesource.now())
    client = Client()
    client.force_login(side(game, Color.BLACK))
    page = client.get(f"/g/{game.pk}/time/").content.decode()

    assert "Weekend days when the clocks stop: Saturday, Sunday" in page
    assert "Weekend days when a clock stops:" not in page


def test_an_answer_that_nothing_has_changed_lasts_until_a_weekend_begins_or_ends():
    game = begin()
    known = game_with_people(game.pk)
    midnight = FRIDAY + timedelta(hours=12)

    assert not known.has_off_time
    assert etags.unchanged_until(known, side(game, Color.BLACK), FRIDAY) == midnight
    assert etags.unchanged_until(known, side(game, Color.BLACK), midnight + days(1)) == midnight + days(2)


def test_the_usual_weekend_is_two_days_that_a_schedule_takes():
    for zone in ("UTC", "Asia/Tehran"):
        assert Schedule(zone=zone, weekend=usual_weekend(zone)).has_recurring_times


def test_a_zone_that_is_none_counts_as_utc():
    assert Seat.objects.get(game=begin("Mars/Olympus"), color=Color.BLACK).weekend_zone == "UTC"
