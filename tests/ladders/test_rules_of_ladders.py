"""The effects of games, holds and absences on a ladder (E61 to E66)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection

from accounts.core.restrictions import NewGamesBlocked
from accounts.models import Player
from accounts.security.sessions import record_use_without_browser
from clubs.services import joining
from games.models import Game, Vacation
from ladders import errors
from ladders.models import Ladder, LadderGame, LadderMove
from ladders.services import climbing, ladders
from notifications.models import Notice
from rules import Color
from rules.clock import TimeControl
from tests.clubs.helpers import make_club
from tests.factories import NOON, days, make_player, side
from tests.ladders.test_ladders import challenge, names, resign, seen_at, why, with_players
from tests.tournaments.helpers import asked, look, make_ladder, refused
from tournaments.systems.ladder import HoldReason, LadderGameEnd

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def place_of(ladder, player):
    return ladder.ladder_places.get(player=player)


def notified(kind):
    return list(Notice.objects.filter(kind=kind).order_by("pk").values_list("player", flat=True))


def test_a_ladder_game_of_somebody_who_may_only_play_unrated_is_unrated():
    ladder, people = with_players(4)
    Player.objects.filter(pk__in=(people[1].pk, people[3].pk)).update(unrated_until=NOON + days(1))
    for lower, upper in ((people[1], people[0]), (people[3], people[2]), (people[2], people[1])):
        game = challenge(ladder, lower, upper).game
        assert (game.rated, game.unrated_reason) == (False, "restricted")
    assert challenge(ladder, people[3], people[1], NOON + days(1)).game.rated, "it is over"
    assert challenge(ladder, people[2], people[0]).game.rated, "of neither"


def test_who_may_not_challenge_and_where():
    ladder, (one, two) = with_players(2)
    barred = make_player()
    ladders.join_ladder(asked(barred), ladder.pk)
    Player.objects.filter(pk=barred.pk).update(barred_until=NOON + days(1))
    barred.refresh_from_db()
    refused(NewGamesBlocked, challenge, ladder, barred, two)
    refused(errors.NotOnLadder, climbing.challenge_player, asked(make_player()), ladder.pk, one, 1)
    refused(errors.NotOnLadder, climbing.challenge_player, asked(two), ladder.pk, make_player(), 1)
    other, _ = with_players(1)
    refused(errors.NotOnLadder, climbing.challenge_player, asked(two), other.pk, one, 1)
    Ladder.objects.filter(pk=ladder.pk).update(closed_at=NOON)
    refused(errors.LadderClosed, challenge, ladder, two, one)


def test_E61_two_take_turns_with_the_colours():
    ladder, (one, two) = with_players(2)
    black = []
    for number in range(3):
        now = NOON + days(8 * number)
        lower = names(ladder)[1]
        played = challenge(ladder, lower, names(ladder)[0], now)
        black.append(side(played.game, Color.BLACK))
        resign(played, lower, now)
    assert black[0] != black[1] != black[2]
    assert {one, two} == set(black)


def test_E64_challenges_with_who_is_on_vacation_do_not_count():
    ladder, people = with_players(3)
    challenge(ladder, people[2], people[1])
    Vacation.objects.create(player=people[1], begin=NOON + days(1), end=NOON + days(2))
    mine = place_of(ladder, people[2])
    given = lambda now: climbing.challenge_options_of(mine, now).given[mine.pk]  # noqa: E731
    times = (NOON + days(1) - SECOND, NOON + days(1), NOON + days(2) - SECOND, NOON + days(2))
    assert [given(now) for now in times] == [1, 0, 0, 1]
    assert (
        climbing.challenge_options_of(place_of(ladder, people[1]), NOON).received[place_of(ladder, people[1]).pk] == 1
    )


def test_E66_wins_in_a_row_are_counted_and_what_was_booked_is_booked_once():
    ladder, (one, two, three) = with_players(3)
    for upper in (two, one):
        played = challenge(ladder, three, upper)
        resign(played, upper)
    assert names(ladder) == [three, one, two]
    assert (
        place_of(ladder, three).wins,
        place_of(ladder, three).most_wins,
        place_of(ladder, one).wins,
    ) == (2, 2, 0)
    assert LadderGame.objects.get(pk=played.pk).booked_at == NOON
    assert climbing.apply_result(played.pk, NOON + days(1)) is False
    assert (place_of(ladder, three).wins, LadderGame.objects.get(pk=played.pk).end) == (2, LadderGameEnd.BOARD)
    assert sorted(notified("ladder_moved")) == sorted([three.pk, two.pk, three.pk, one.pk])
    resign(challenge(ladder, two, one), one)
    resign(challenge(ladder, two, three, NOON + days(8)), three, NOON + days(8))
    assert (place_of(ladder, three).wins, place_of(ladder, three).most_wins) == (0, 2)
    assert place_of(ladder, three).best == 1


def test_E64_a_hold_of_ones_own_costs_five_places_a_month_until_one_is_back():
    ladder, people = with_players(8)
    player = people[0]
    ladders.pause_place(asked(player), ladder.pk)
    assert (place_of(ladder, player).hold, place_of(ladder, player).held_at) == (HoldReason.OWN, NOON)
    assert why(ladder, people[1], player)
    ladders.pause_place(asked(player, NOON + days(1)), ladder.pk)
    assert place_of(ladder, player).held_at == NOON, "it has begun before"
    assert notified("ladder_hold") == []
    for now, place in ((days(30) - SECOND, 1), (days(30), 6), (days(59), 6), (days(61), 8)):
        for one in people:
            Player.objects.filter(pk=one.pk).update(last_login=NOON)
            ladder.ladder_places.filter(player=one).update(joined_at=NOON + now)
        Ladder.objects.update(checked_at=None)
        climbing.update_absences(ladder.pk, NOON + now)
        assert place_of(ladder, player).place == place
    assert LadderMove.objects.filter(why="hold").count() == 2
    ladders.end_pause(asked(player), ladder.pk)
    assert (
        place_of(ladder, player).hold,
        place_of(ladder, player).held_at,
        place_of(ladder, player).hold_months,
    ) == ("", None, 0)


def test_E64_who_is_unseen_is_held_and_a_visit_or_a_vacation_ends_or_prevents_it():
    ladder, people = with_players(3)
    unseen, rests, _seen = people
    seen_at(people[2], NOON + days(40))
    Vacation.objects.create(player=rests, begin=NOON, end=NOON + days(30))

    def ladders_at(day: int) -> None:
        Ladder.objects.update(checked_at=None)
        climbing.update_absences(ladder.pk, NOON + days(day))

    held = None
    for day in range(1, 40):
        ladders_at(day)
        if place_of(ladder, unseen).hold:
            held = day
            break
    assert held is not None
    assert place_of(ladder, unseen).hold == HoldReason.UNSEEN
    assert notified("ladder_hold") == [unseen.pk]
    assert place_of(ladder, rests).hold == "", "a vacation is no absence"
    seen_at(unseen, NOON + days(held) + SECOND)
    ladders_at(held + 0.5)
    assert place_of(ladder, unseen).hold == ""


def test_E64_a_vacation_counts_from_the_time_at_which_it_begins():
    ladder, (player, late) = with_players(2)
    for one, begin in ((player, NOON + days(30)), (late, NOON + days(30) + SECOND)):
        Vacation.objects.create(player=one, begin=begin, end=NOON + days(31))
    assert climbing.update_absences(ladder.pk, NOON + days(30))
    assert notified("ladder_hold") == [late.pk]


def test_E64_who_has_signed_out_was_seen_when_they_signed_in():
    ladder, people = with_players(2)
    Player.objects.filter(pk=people[0].pk).update(last_login=NOON + days(45))
    for day, holds in ((29, ["", ""]), (59, ["", HoldReason.UNSEEN]), (74, [""])):
        Ladder.objects.update(checked_at=None)
        climbing.update_absences(ladder.pk, NOON + days(day))
        assert list(ladder.ladder_places.current().values_list("hold", flat=True)) == holds
    assert ladder.ladder_places.current().get().player == people[0], "60 days: withdrawn"


def test_E64_who_uses_the_server_without_a_browser_is_seen():
    ladder, (player, _) = with_players(2)
    record_use_without_browser(player, NOON + days(45))
    climbing.update_absences(ladder.pk, NOON + days(74))
    assert [(one.player, one.hold) for one in ladder.ladder_places.current()] == [(player, "")]


def test_E64_a_ladder_is_looked_at_once_a_day():
    ladder, _ = with_players(1)
    assert climbing.update_absences(ladder.pk, NOON)
    assert not climbing.update_absences(ladder.pk, NOON + days(1) - SECOND)
    assert list(climbing.ladders_with_absences_to_check(NOON + days(1) - SECOND)) == []
    assert list(climbing.ladders_with_absences_to_check(NOON + days(1))) == [ladder]
    assert climbing.update_absences(ladder.pk, NOON + days(1))
    Ladder.objects.update(closed_at=NOON)
    assert list(climbing.ladders_with_absences_to_check(NOON + days(9))) == []


def test_E65_who_leaves_resigns_the_running_games_of_this_ladder_only():
    ladder, (one, two) = with_players(2)
    other = make_ladder(one, two)
    here, there = challenge(ladder, two, one), challenge(other, two, one)
    ladders.leave_ladder(asked(two), ladder.pk)
    assert (place_of(ladder, two).place, place_of(ladder, two).leaving) == (None, True)
    look()
    assert not place_of(ladder, two).leaving
    assert [Game.objects.get(pk=played.game_id).is_finished for played in (here, there)] == [True, False]
    assert names(ladder) == [one]
    ladders.remove_deleted_from_ladders(one, NOON)
    assert (names(ladder), names(other)) == ([], [two])


def test_E78_who_leaves_the_club_of_a_ladder_is_taken_off_it_once():
    *people, elsewhere = (make_player() for _ in range(4))
    club = make_club(*people, elsewhere)
    ladder = make_ladder(*people, club=club.pk)
    ladders.leave_ladder(asked(people[1]), ladder.pk)
    look()
    for player in (*people[1:], elsewhere):
        joining.leave_or_withdraw_request(asked(player), club.pk)
    assert names(ladder) == people[:1]
    assert not place_of(ladder, people[1]).leaving, "they were off it already"
    left = LadderMove.objects.filter(ladder=ladder, why="left").values_list("ladder_place__player", flat=True)
    assert sorted(left) == sorted(player.pk for player in people[1:])


def test_E60_on_a_ladder_that_does_not_go_by_rank_the_strongest_too_begins_at_the_bottom():
    ladder, people = with_players(2)
    ladder.ladder_places.update(rank=1)
    newcomer = make_player()
    assert ladders.join_ladder(asked(newcomer), ladder.pk).rank > 1
    assert names(ladder) == [*people, newcomer]


@pytest.mark.parametrize(("series", "size", "first", "most"), [("ladder9", 9, 3, 5), ("ladder19", 19, 5, 7)])
def test_E23_clocks_of_the_servers_own_ladders(settings, series, size, first, most):
    settings.IGO_OWN_EVENTS = True
    look()
    ladder = Ladder.objects.get(own__startswith=f"{series}:")
    clock = TimeControl.fischer(days(first), timedelta(hours=12), days(most))
    assert (ladder.width, ladder.agreed_time) == (size, clock)


def test_E65_the_games_of_each_who_leaves_at_the_same_time_are_resigned():
    ladder, (one, two, three, four) = with_players(4)
    games = [challenge(ladder, two, one), challenge(ladder, four, three)]
    for player in (two, four):
        ladders.leave_ladder(asked(player), ladder.pk)
    first, second = (place_of(ladder, player) for player in (two, four))
    assert ladders.resign_ladder_games(first.pk, NOON)
    assert list(ladders.places_with_games_to_resign()) == [second], "whoever is still leaving is found again"
    assert [Game.objects.get(pk=played.game_id).is_finished for played in games] == [True, False]


def test_E60_E65_rank_decides_on_a_ladder_by_rank_only_and_not_for_who_comes_back():
    for by_rank, places in ((True, [0, 1, 2]), (False, [1, 2, 0])):
        strong, *weak = (make_player() for _ in range(3))
        ladder = make_ladder(*weak, by_rank=by_rank)
        ladder.ladder_places.update(rank=0)
        ladders.join_ladder(asked(strong), ladder.pk)
        people = [strong, *weak]
        assert names(ladder) == [people[place] for place in places]
        ladders.leave_ladder(asked(strong), ladder.pk)
        look()
        ladders.join_ladder(asked(strong), ladder.pk)
        assert names(ladder) == [*weak, strong]


def test_E64_the_sweep_finds_held_places_by_their_index():
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":  # which reads a table of few rows as a whole
            for plan in ("seqscan", "bitmapscan", "mergejoin", "hashjoin"):
                cursor.execute(f"SET LOCAL enable_{plan} = off")
    assert "rung_held" in climbing.places_to_take_off_hold().order_by("pk").explain()
