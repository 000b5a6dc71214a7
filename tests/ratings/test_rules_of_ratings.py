"""Games rated once, the results of a replay, and the limits of graphs and suggestions (R31, R44, R46)."""

from __future__ import annotations

import math
from datetime import timedelta
from decimal import Decimal

import pytest

from ratings import history, services
from ratings.checking import replay_differences
from ratings.glicko2 import Strength, age_strength, update_strength
from ratings.history import MOST_POINTS, GraphPeriod, events_in_period, rating_history
from ratings.models import Category, Rating, RatingEvent, RatingLedger, Withdrawal
from ratings.pairs import FACTOR_OF_GUESSES, LEAST, PAIR_DAYS, game_weight
from ratings.ranks import Rank
from ratings.rating_update import PriorRating
from ratings.services import GameToRate
from ratings.standing import ENOUGH_GAMES, find_overall_rating, profile_ratings_of, set_loaded_ratings
from ratings.suggestions import suggest_handicap, with_komi_for_stones
from tests.factories import NOON, days, make_game, make_player

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def won(black, white, at=NOON, *, size=19):
    game = make_game(black=black, white=white)
    return GameToRate(game_id=game.pk, size=size, handicap=0, at=at, black=black.pk, white=white.pk, scores=(1.0, 0.0))


def faults():
    return list(replay_differences())


def test_a_game_is_rated_once_and_games_have_numbers_without_a_gap():
    one, other = make_player(), make_player()
    results = [won(one, other) for _ in range(2)]
    assert [services.rate_game_once(result) for result in (*results, results[0])] == [True, True, False]
    assert sorted(set(RatingEvent.objects.values_list("number", flat=True))) == [1, 2]
    assert RatingEvent.objects.count() == 4
    assert Rating.objects.get(player=one, category=Category.OVERALL).games == 2
    assert faults() == []


@pytest.mark.parametrize(("later", "weight"), [(SECOND, 1.0), (timedelta(0), 1.0), (-SECOND, FACTOR_OF_GUESSES)])
def test_R46_a_game_of_the_same_two_weighs_less_until_its_days_are_over(later, weight):
    assert PAIR_DAYS == 90
    one, other = make_player(), make_player()
    services.rate_game_once(won(one, other))
    second = won(other, one, NOON + days(PAIR_DAYS) + later)
    services.rate_game_once(second)
    assert set(RatingEvent.objects.filter(game_id=second.game_id).values_list("weight", flat=True)) == {weight}
    third = won(one, make_player(), NOON)
    services.rate_game_once(third)
    assert set(RatingEvent.objects.filter(game_id=third.game_id).values_list("weight", flat=True)) == {1.0}


def test_a_game_is_taken_back_once_and_what_follows_is_calculated_again():
    one, other, third = (make_player() for _ in range(3))
    results = [won(one, other), won(one, third, NOON + SECOND)]
    for result in results:
        services.rate_game_once(result)
    before = Rating.objects.get(player=one, category=Category.OVERALL).rating
    assert [services.withdraw_game_ratings(game_id=results[0].game_id, now=NOON + days(1)) for _ in range(2)] == [
        True,
        False,
    ]
    assert Withdrawal.objects.values_list("number", "game_id", "at").get() == (1, results[0].game_id, NOON + days(1))
    assert not Rating.objects.filter(player=other).exists(), "they have no game any more"
    assert Rating.objects.get(player=one, category=Category.OVERALL).rating < before
    assert (RatingLedger.objects.get().replay_from, faults()) == (None, [])


def test_a_long_tail_is_left_to_the_sweeper(monkeypatch):
    monkeypatch.setattr(services, "AT_ONCE", 1)
    monkeypatch.setattr(services, "A_PIECE", 1)
    one, other = make_player(), make_player()
    results = [won(one, other, NOON + number * SECOND) for number in range(4)]
    for result in results:
        services.rate_game_once(result)
    services.withdraw_game_ratings(game_id=results[3].game_id, now=NOON)
    assert RatingLedger.objects.get().replay_from is None, "nothing follows it"
    services.withdraw_game_ratings(game_id=results[0].game_id, now=NOON)
    assert RatingLedger.objects.get().replay_from == 1
    assert [services.recalculate_next_games() for _ in range(4)] == [1, 1, 0, 0]
    assert faults() == []


def test_all_games_are_calculated_again_and_ratings_without_games_go(monkeypatch):
    monkeypatch.setattr(services, "A_PIECE", 2)
    one, other, idle = (make_player() for _ in range(3))
    for number in range(5):
        services.rate_game_once(won(one, other, NOON + number * SECOND, size=9))
    right = {row.pk: row.rating for row in Rating.objects.all()}
    Rating.objects.update(rating=1)
    RatingEvent.objects.update(rating=1)
    Rating.objects.create(player=idle, category=0, rating=1500, deviation=350, volatility=0.06, games=0, at=NOON)
    assert faults(), "it is noticed"
    assert services.recalculate_all_games() == 5
    assert {row.pk: row.rating for row in Rating.objects.all()} == right
    assert {row.category for row in Rating.objects.filter(player=one)} == {Category.OVERALL, 9}
    assert faults() == []


def test_a_graph_looks_back_a_month_half_a_year_or_a_year():
    player, other = make_player(), make_player()
    for ago in (30, 29, 182, 181, 365, 364, 4000):
        services.rate_game_once(won(player, other, NOON - days(ago)))
    counts = {period: events_in_period(player, period, NOON).count() for period in GraphPeriod}
    assert counts == {GraphPeriod.MONTH: 1, GraphPeriod.HALF_YEAR: 3, GraphPeriod.YEAR: 5, GraphPeriod.ALL: 7}
    assert rating_history(make_player(), GraphPeriod.ALL, NOON) == history.RatingHistory((), 0, 0.0)


@pytest.mark.parametrize(("games", "points", "is_thinned"), [(3, 3, False), (4, 2, True), (7, 3, True)])
def test_a_graph_of_many_games_has_every_second_or_third_and_the_newest(monkeypatch, games, points, is_thinned):
    assert MOST_POINTS == 300
    monkeypatch.setattr(history, "MOST_POINTS", 3)
    player, other = make_player(), make_player()
    for number in range(games):
        services.rate_game_once(won(player, other, NOON + number * SECOND))
    course = rating_history(player, GraphPeriod.ALL, NOON + days(1))
    assert (len(course.points), course.games, course.is_thinned) == (points, games, is_thinned)
    assert course.points[-1].at == NOON + (games - 1) * SECOND
    assert course.highest == max(RatingEvent.objects.filter(player=player).values_list("rating", flat=True))
    assert find_overall_rating(player).games == games


def test_R44_who_is_weaker_takes_black_and_equals_or_unknown_ranks_play_even():
    weak, strong = Rank.parse("5k"), Rank.parse("2k")
    found = suggest_handicap(weak, strong, lines=19)
    assert (found.steps, found.stones, found.points, found.is_even, found.first_is_weaker) == (3, 3, 39, False, True)
    assert not found.with_players_swapped.first_is_weaker
    assert suggest_handicap(strong, Rank.parse("1k"), lines=19).stones == 0, "one step is the first move"
    for first, second in ((weak, weak), (weak, None), (None, weak), (None, None)):
        even = suggest_handicap(first, second, lines=19)
        assert (even.is_even, even.first_is_weaker, even.steps) == (True, False, 0)
    assert suggest_handicap(Rank.parse("20k"), Rank.parse("5d"), lines=19).stones == 9
    assert [suggest_handicap(Rank.parse("15k"), Rank.parse("1d"), lines=lines).steps for lines in (9, 13, 19, 25)] == [
        2, 6, 15, 15,
    ]  # fmt: skip


def test_R44_a_difference_is_evened_by_komi():
    found = with_komi_for_stones(suggest_handicap(Rank.parse("5k"), Rank.parse("2k"), lines=19), Decimal("6.5"))
    assert (found.stones, found.komi, found.is_even) == (0, Decimal("-32.5"), False)
    assert with_komi_for_stones(suggest_handicap(Rank.parse("5k"), Rank.parse("5k"), lines=19), Decimal("6.5")).is_even


def test_what_differs_from_a_replay_is_named_and_what_waits_for_one_is_not_compared():
    one, other = make_player(), make_player()
    results = [won(one, other, NOON + number * SECOND) for number in range(3)]
    for result in results:
        services.rate_game_once(result)
    right = RatingEvent.objects.get(game_id=results[1].game_id, player=one)
    RatingEvent.objects.filter(pk=right.pk).update(rating=right.rating + 1)
    assert [f"player {one.pk}: rating is" in fault for fault in faults()] == [True]
    RatingLedger.objects.update(replay_from=right.number)
    assert faults() == []
    RatingLedger.objects.update(replay_from=right.number + 1)
    assert len(faults()) == 1
    RatingLedger.objects.update(replay_from=None)
    RatingEvent.objects.filter(pk=right.pk).update(rating=right.rating, weight=right.weight / 2)
    assert any("weigh differently" in fault for fault in faults())
    RatingEvent.objects.filter(pk=right.pk).update(weight=right.weight)
    Rating.objects.filter(player=other, category=Category.OVERALL).update(games=9)
    (fault,) = faults()
    assert f"player {other.pk}: the rating in category 0" in fault
    RatingEvent.objects.filter(game_id=results[2].game_id, player=one).delete()
    assert any("one event, not two" in fault for fault in faults())


def test_a_rating_that_is_not_the_one_after_the_last_game_is_named():
    one, other = make_player(), make_player()
    services.rate_game_once(won(one, other))
    row = Rating.objects.get(player=one, category=Category.OVERALL)
    Rating.objects.filter(pk=row.pk).update(rating=row.rating + 1)
    assert faults() == [f"player {one.pk}: the rating in category 0 is not that after the last game"]


def test_ratings_that_were_read_with_a_player_are_not_read_again(django_assert_num_queries):
    player = make_player()
    services.rate_game_once(won(player, make_player()))
    rows = list(Rating.objects.filter(player=player))
    set_loaded_ratings(player, rows)
    with django_assert_num_queries(0):
        assert find_overall_rating(player) in rows


def test_R46_the_smallest_weight_is_that_of_every_further_game():
    assert [game_weight(earlier, is_provisional=False) for earlier in (1, 20, 21, 10**6)] == [0.5, *[LEAST] * 3]


def test_a_week_without_a_game_is_a_rating_period():
    strength = Strength(1700, 60, 0.06)
    prior = PriorRating(strength, 9, NOON)
    for weeks in (0, 1, 3):
        found = prior.at_time(NOON + days(7 * weeks))
        assert found.deviation == pytest.approx(age_strength(strength, weeks).deviation)
        assert (found.rating, found.volatility) == (1700, 0.06)
    assert prior.at_time(NOON + days(7)).deviation == pytest.approx(update_strength(strength, []).deviation)
    assert PriorRating().at_time(NOON) == Strength()


@pytest.mark.parametrize("losses", [1, 6])
def test_the_volatility_solves_the_equation_of_its_source(losses):
    strength, weaker = Strength(1500, 50, 0.06), Strength(1000, 30, 0.06)
    after = update_strength(strength, [(weaker, 0.0)] * losses)
    phi, opponent = 50 / 173.7178, 30 / 173.7178
    g = 1 / math.sqrt(1 + 3 * opponent**2 / math.pi**2)
    expected = 1 / (1 + math.exp(-g * 500 / 173.7178))
    variance = 1 / (losses * g**2 * expected * (1 - expected))
    delta = variance * losses * g * (0 - expected)
    x, start = 2 * math.log(after.volatility), 2 * math.log(0.06)
    square = phi**2 + variance + math.exp(x)
    found = math.exp(x) * (delta**2 - square) / (2 * square**2) - (x - start) / 0.5**2
    assert abs(found) < 1e-5
    assert after.volatility > 0.06, "a surprise makes somebody's results look more erratic"


@pytest.mark.parametrize(("overall", "small", "shown"), [(5, 5, [0, 9]), (5, 4, [0]), (4, 5, []), (6, 6, [0, 9])])
def test_a_profile_shows_ratings_of_enough_games_and_none_without_the_overall_one(overall, small, shown):
    assert ENOUGH_GAMES == 5
    player = make_player()
    for category, games in ((Category.OVERALL, overall), (9, small), (13, 1)):
        Rating.objects.create(
            player=player, category=category, rating=1500, deviation=80, volatility=0.06, games=games, at=NOON
        )

    found = profile_ratings_of(player)

    assert [row.category for row in (found.overall, *found.by_size) if row is not None] == shown
