"""The counts of a year in review and of a profile (F38)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games import verbs
from games.models import Game, Seat
from games.models.results import SeatResult
from games.services.listing import GameSearch, games_by_last_activity, games_by_number_or_start, games_in_page_order
from games.services.people import MOST_ENDED, MOST_SHARED, SizeColorResults, games_summary, latest_finished_games
from games.services.year import MOST_OPPONENTS, reviewable_years_of, year_review_of
from ratings.models import RatingEvent
from rules import Color
from tests.factories import NOON, act, days, make_game, make_moderator, make_player, reload
from tests.ratings.test_games import resigned

pytestmark = pytest.mark.django_db
SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)
NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC)


def over(black, white, at=NOON, result=SeatResult.LOST, **terms) -> Game:
    """A game that Black has finished at this time with this result."""
    game = make_game(black=black, white=white, now=at, **terms)
    act(game, verbs.Resign, by=black, now=at)
    Seat.objects.filter(game=game, player=black).update(result=result)
    return reload(game)


def test_a_year_begins_and_ends_at_midnight_UTC():
    aino, other = make_player(date_joined=NEW_YEAR - SECOND), make_player()
    for at in (NEW_YEAR - SECOND, NEW_YEAR, NEW_YEAR.replace(year=2027) - SECOND):
        over(aino, other, at)
    assert [year_review_of(aino, aino, number).game_count for number in (2025, 2026, 2027)] == [1, 2, 0]
    months = year_review_of(aino, aino, 2026).months
    assert (len(months), months[0], months[11]) == (12, 1, 1)
    assert list(reviewable_years_of(aino, NEW_YEAR)) == [2025, 2026]
    make_game(black=aino, white=other, now=NEW_YEAR)
    assert year_review_of(aino, aino, 2026).game_count == 2, "a game in progress is in no year"


def test_a_game_that_both_have_lost_is_a_loss_and_one_without_a_result_is_neither():
    aino, other = make_player(), make_player()
    for result in (SeatResult.WON, SeatResult.LOST, SeatResult.BOTH_LOST, SeatResult.DRAWN, SeatResult.DRAWN, ""):
        over(aino, other, result=result)
    found = year_review_of(aino, aino, 2026)
    assert (found.game_count, found.won, found.lost, found.drawn) == (6, 1, 2, 2)
    assert games_summary(aino, other).results == (SizeColorResults(9, Color.BLACK, won=1, lost=2, drawn=2),)


def test_the_most_frequent_opponents_come_first_and_the_latest_of_the_longest_games_is_shown():
    aino, *others = (make_player() for _ in range(MOST_OPPONENTS + 2))
    games = [over(aino, other) for other in [*others, others[-1]]]
    found = year_review_of(aino, aino, 2026)
    assert found.opponents == [(others[-1], 2), *((other, 1) for other in others[: MOST_OPPONENTS - 1])]
    assert found.longest == games[-1]
    Game.objects.filter(pk=games[1].pk).update(move_number=30)
    assert year_review_of(aino, aino, 2026).longest == games[1]


def test_the_ratings_of_a_year_are_those_between_its_ends():
    game = resigned()
    player = game.seat_of_color(Color.WHITE).player
    for at, counts in (
        (NEW_YEAR - SECOND, False), (NEW_YEAR, True), (NEW_YEAR.replace(year=2027), False),
    ):  # fmt: skip
        RatingEvent.objects.filter(game=game).update(at=at)
        found = year_review_of(player, player, 2026).ratings
        assert (found is not None) is counts, at
    RatingEvent.objects.filter(game=game).update(at=NOON)
    first, last, highest = year_review_of(player, player, 2026).ratings
    assert first < last == highest


def test_results_are_by_size_and_colour_with_other_sizes_last():
    aino, other = make_player(), make_player()
    for size in (19, 7, 9, 5):
        over(aino, other, size=size)
    over(aino, other, at=NOON, size=13)
    over(other, aino, size=9)
    found = [(row.size, row.color, row.won, row.lost) for row in games_summary(aino, aino).results]
    assert found == [
        (9, Color.BLACK, 0, 1), (9, Color.WHITE, 1, 0), (13, Color.BLACK, 0, 1), (19, Color.BLACK, 0, 1),
        (0, Color.BLACK, 0, 2),
    ]  # fmt: skip


def test_a_profile_shows_the_last_ten_games_with_its_reader_and_the_players_last_five():
    aino, babak, cyrus = (make_player() for _ in range(3))
    games = [over(aino, babak, NOON + days(number)) for number in range(MOST_SHARED + 1)]
    over(aino, cyrus, NOON + days(99))
    make_game(black=aino, white=babak)
    shown = [number for _, number in games_summary(aino, babak).shared]
    assert shown == [game.pk for game in reversed(games[1:])]
    newest_first = [(game.pk, game.finished_at) for game in games[: -MOST_ENDED - 1 : -1]]
    assert latest_finished_games(babak, ("pk", "finished_at")) == newest_first


def test_archives_find_variants_and_phases_and_show_moderators_what_is_private():
    moderator, aino = make_moderator(), make_player()
    plain, wide = make_game(black=aino), make_game(black=aino, size=13, private=True)
    marking = make_game(moves="pass pass")
    Seat.objects.filter(game=plain).update(variant="torus")
    find = lambda viewer, listing, **asked: {  # noqa: E731
        game.pk for game in games_in_page_order(listing(viewer, GameSearch(**asked)).keys(9), viewer)
    }
    for listing in (games_by_last_activity, games_by_number_or_start):
        assert find(aino, listing, variant="torus") == {plain.pk}
        assert find(moderator, listing, variant="atari") == set()
        assert find(moderator, listing, size=13) == {wide.pk}
        assert find(moderator, listing) == {plain.pk, wide.pk, marking.pk}
        assert find(make_player(), listing, size=13) == set()
        assert find(aino, listing, player=aino.username, size=13) == {wide.pk}
    assert find(moderator, games_by_number_or_start, phase="stone_removal") == {marking.pk}
    assert find(moderator, games_by_number_or_start, phase="play") == {plain.pk, wide.pk}


def test_the_archive_is_in_the_order_of_what_happened_last_each_game_once():
    first, second, third = (make_game(now=NOON + HOUR * number) for number in range(3))
    Game.objects.filter(pk=first.pk).update(last_action_at=NOON + 5 * HOUR)
    act(second, verbs.Resign, now=NOON + 4 * HOUR)
    viewer = third.seat_list()[0].player
    order = lambda listing, **asked: [number for _, number in listing(viewer, GameSearch(**asked)).keys(9)]  # noqa: E731
    assert order(games_by_last_activity) == [first.pk, second.pk, third.pk]
    assert order(games_by_last_activity, phase="running") == [first.pk, third.pk]
    assert order(games_by_last_activity, phase="finished") == [second.pk]
    assert order(games_by_number_or_start) == [third.pk, second.pk, first.pk]
