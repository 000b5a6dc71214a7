"""The games in each list, by viewer, and the counts of a profile (F38, V39)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser

from games import verbs
from games.models import Game
from games.services import (
    clock_check,
    deadlines,
    idempotency,
    mass_timeouts,
    outages,
    people,
    predictions,
    reminders,
    result_questions,
    successors,
    timeouts,
    turning_point,
    unused_guests,
    vacations,
    year,
)
from games.services.listing import (
    RUNNING,
    GameSearch,
    games_by_last_activity,
    games_by_number_or_start,
    games_in_page_order,
    visible_seats_of,
)
from games.services.people import WinTally, games_summary
from tests.factories import NOON, act, days, make_game, make_moderator, make_player, reload

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
NOBODY = AnonymousUser()


def found(viewer, listing=games_by_number_or_start, **search):
    return {game.pk for game in games_in_page_order(listing(viewer, GameSearch(**search)).keys(20), viewer)}


def over(winner, loser, **terms):
    game = make_game(black=winner, white=loser, **terms)
    act(game, verbs.Resign, by=loser)
    return reload(game)


def test_private_games_are_for_their_players_and_moderators():
    one, other, stranger = (make_player() for _ in range(3))
    public, private = make_game(black=one, white=other), make_game(black=one, white=other, private=True)
    both = {public.pk, private.pk}
    for listing in (games_by_number_or_start, games_by_last_activity):
        seen = [found(viewer, listing) for viewer in (one, other, stranger, make_moderator(), NOBODY)]
        assert seen == [both, both, {public.pk}, both, {public.pk}]
        assert found(stranger, listing, player=one.username) == {public.pk}
        assert found(other, listing, player=one.username) == both
    theirs = make_game(black=stranger, private=True)
    assert found(other, player=stranger.username) == set()
    assert found(stranger) == {public.pk, theirs.pk}
    counts = lambda viewer: sum(seats.count() for seats in visible_seats_of(viewer, one))  # noqa: E731
    assert [counts(viewer) for viewer in (one, other, stranger, make_moderator(), NOBODY)] == [2, 2, 1, 2, 1]
    assert found(NOBODY, player="nobody-is-called-so") == set()
    assert found(NOBODY, games_by_last_activity, player="nobody-is-called-so") == set()


def test_games_are_found_by_what_they_are():
    aino, babak = make_player("aino"), make_player("babak")
    small, large = make_game(black=aino, rated=False), make_game(black=babak, size=13, rule_set="aga")
    ended = over(aino, babak)
    for listing in (games_by_number_or_start, games_by_last_activity):
        assert found(NOBODY, listing, player="aino") == {small.pk, ended.pk}
        assert found(NOBODY, listing, size=13) == found(NOBODY, listing, rule_set="aga") == {large.pk}
        assert found(NOBODY, listing, rated=True) == {large.pk}
        assert found(NOBODY, listing, rated=False) == {small.pk, ended.pk}, "an early resignation is not rated"
        assert found(NOBODY, listing, phase="finished") == {ended.pk}
        assert found(NOBODY, listing, phase=RUNNING) == {small.pk, large.pk}
        assert found(NOBODY, listing, player="babak", size=9) == {ended.pk}
    assert found(NOBODY, ids=frozenset({large.pk, ended.pk})) == {large.pk, ended.pk}
    assert found(aino, mine=True) == {small.pk, ended.pk}
    assert found(aino, waiting=True) == {small.pk}
    assert found(babak, mine=True, player="aino") == {ended.pk}
    assert found(NOBODY, phase="stone_removal") == set()


def test_games_are_found_by_when_they_began_from_then_on_and_before_an_end():
    games = [make_game(now=NOON + days(number)) for number in range(3)]
    one, two, three = (game.pk for game in games)
    assert found(NOBODY, since=NOON + days(1)) == {two, three}
    assert found(NOBODY, until=NOON + days(1)) == {one}
    assert found(NOBODY, since=NOON, until=NOON + days(2)) == {one, two}
    dated = [GameSearch(since=NOON), GameSearch(until=NOON), GameSearch(), GameSearch(since=NOON, by_number=True)]
    assert [search.limits_start for search in dated] == [True, True, False, False]
    Game.objects.filter(pk=one).update(last_action_at=NOON + days(3))
    assert found(NOBODY, active_since=NOON + days(3)) == {one}
    assert found(NOBODY, active_since=NOON + days(3) + SECOND) == set()
    act(games[2], verbs.Resign, now=NOON + days(4))
    assert found(NOBODY, active_since=NOON + days(3) + SECOND) == {three}


def test_a_profile_counts_what_its_reader_may_see_and_the_games_of_the_two():
    aino, babak, cyrus = (make_player() for _ in range(3))
    over(aino, babak)
    over(babak, aino, private=True)
    over(aino, cyrus)
    over(cyrus, babak)
    make_game(black=aino, white=cyrus)
    by = {viewer: games_summary(aino, viewer) for viewer in (aino, babak, cyrus, NOBODY)}
    assert [by[viewer].tally for viewer in (aino, babak, cyrus, NOBODY)] == [
        WinTally(2, 1), WinTally(2, 1), WinTally(2, 0), WinTally(2, 0),
    ]  # fmt: skip
    assert [by[viewer].between for viewer in (aino, babak, cyrus, NOBODY)] == [
        None,
        WinTally(1, 1),
        WinTally(0, 1),
        None,
    ]
    assert [by[viewer].running for viewer in (aino, babak)] == [1, 1]
    assert [len(by[viewer].shared) for viewer in (babak, cyrus, NOBODY)] == [2, 1, 0]


def test_the_limits_of_games():
    hours, minutes = timedelta(hours=1), timedelta(minutes=1)
    assert (days(7), 3) == (mass_timeouts.PERIOD, mass_timeouts.RATED)
    assert (predictions.LEAST_LEAD, predictions.MOVES_IN_A_ROW, predictions.EVERY) == (30, 20, 5)
    assert (10 * minutes, 50) == (result_questions.WINDOW, result_questions.MOST)
    assert ((24, 6), days(14), days(7)) == (reminders.USUAL, unused_guests.UNUSED_FOR, successors.FOR)
    assert (turning_point.STAYS, turning_point.LEAST, turning_point.FEWEST) == (10, 8, 8)
    assert (24 * hours, 12 * hours) == (deadlines.MINIMUM_IN_THE_END, vacations.LONGEST_NIGHT)
    assert (days(1), days(7)) == (vacations.SHORTEST_BY_ITSELF, idempotency.KEPT_FOR)
    assert (
        timedelta(seconds=9), timedelta(seconds=3), timedelta(seconds=2),
    ) == (clock_check.GAP, outages.BEAT, outages.LEEWAY)  # fmt: skip
    assert (timedelta(seconds=10), 2 * minutes) == (timeouts.MARGIN, timeouts.QUIET)
    assert (people.MOST_SHARED, people.MOST_ENDED, year.MOST_OPPONENTS) == (10, 5, 5)
