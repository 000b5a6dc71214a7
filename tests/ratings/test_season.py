"""A season of rated games: rated one by one, replayed from the start, some of them reversed. The rows are games without
moves, through the services of ratings."""

from __future__ import annotations

import os
import random
from datetime import UTC, datetime, timedelta

import pytest

from games.models import Game
from ratings import services
from ratings.checking import first_game_to_recalculate, replay_differences
from ratings.models import Category, Rating, RatingEvent, Withdrawal
from ratings.services import GameToRate
from tests.factories import NOON, make_player

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 1, tzinfo=UTC)


def season(games: int, people: int, seed: int = 7) -> list[GameToRate]:
    """This many results between this many people, the stronger of whom wins more often, over a year."""
    dice = random.Random(seed)
    players = [make_player().pk for _ in range(people)]
    skill = {pk: dice.gauss(0, 1) for pk in players}
    empty = {
        "setup": {}, "rule_set": "japanese", "komi": 0, "started_at": START, "last_action_at": START, "clock": {},
        "snapshot": {}, "position_keys": b"", "time_control": {}, "off_time": [], "phase": "finished", "rated": True,
    }  # fmt: skip
    rows = Game.objects.bulk_create([Game(width=19, height=19, **empty) for _ in range(games)], batch_size=500)
    results = []
    for count, row in enumerate(rows):
        black, white = dice.sample(players, 2)
        chance = 1 / (1 + 2.718 ** (skill[white] - skill[black]))
        black_score = 0.5 if dice.random() < 0.01 else float(dice.random() < chance)
        at = START + timedelta(days=365) * count / games - timedelta(hours=dice.random())
        results.append(
            GameToRate(
                game_id=row.pk, size=dice.choice((9, 13, 19)), handicap=0, at=at, black=black, white=white,
                scores=(black_score, 1 - black_score),
            )
        )  # fmt: skip
    return results


def rate_at_once(results: list[GameToRate]) -> None:
    """Rate all of these, the first that are rated at all, by a replay; each with its full weight."""
    events = [event for number, result in enumerate(results, 1) for event in result.unsaved_events(number)]
    for event in events:
        vars(event).update(dict.fromkeys(RatingEvent.RECKONED, 0))
    RatingEvent.objects.bulk_create(events)
    services.recalculate_all_games()


def stored() -> dict[tuple[int, int], list[float]]:
    """Every event's values."""
    rows = RatingEvent.objects.values_list("game_id", "player_id", *RatingEvent.RECKONED)
    return {(game, player): values for game, player, *values in rows}


def ratings() -> dict[tuple[int, int], list[float]]:
    """Every rating."""
    rows = Rating.objects.values_list("player_id", "category", "rating", "deviation", "volatility", "games")
    return {(player, category): values for player, category, *values in rows}


def rate_all(results: list[GameToRate]) -> None:
    for result in results:
        assert services.rate_game_once(result)


def close(one: dict, other: dict) -> bool:
    return set(one) == set(other) and all(one[key] == pytest.approx(other[key], abs=1e-9) for key in one)


GAMES = int(os.environ.get("IGO_SEASON", "120"))
"""Ten thousand at night."""
MIDDLE = 300 if os.environ.get("IGO_NIGHTLY") else 90
"""Games of which some are taken back."""


def test_a_season_replays_from_zero_to_the_same_ratings(monkeypatch):
    if GAMES < 500:  # more than a replay takes at once, and no whole number of pieces
        monkeypatch.setattr(services, "AT_ONCE", 25)
        monkeypatch.setattr(services, "A_PIECE", 50)
    rate_all(season(GAMES, 1 + GAMES // 5 if GAMES < 500 else 100))

    before, then = stored(), ratings()

    assert len(before) == 2 * GAMES
    assert list(replay_differences()) == []
    assert services.recalculate_all_games() == GAMES
    assert close(stored(), before)
    assert close(ratings(), then)


def test_after_games_in_the_middle_are_taken_back_it_is_as_if_they_had_never_been(monkeypatch):
    """But for the weights of later games, which stay as they were decided (R46); here every game has its own."""
    monkeypatch.setattr(services, "_weight_of_next_game", lambda result, held: 1 / (1 + result.game_id % 3))
    results = season(MIDDLE, 15)
    rate_all(results)
    gone = {results[n].game_id for n in (0, 17, 60, 61, MIDDLE - 1)}

    for game_id in gone:
        assert services.withdraw_game_ratings(game_id=game_id, now=NOON)
    while services.recalculate_next_games():
        pass
    kept, found = stored(), ratings()

    assert list(replay_differences()) == []
    assert Withdrawal.objects.count() == 5
    RatingEvent.objects.all().delete()
    Rating.objects.all().delete()
    rate_all([result for result in results if result.game_id not in gone])
    assert close(stored(), kept)
    assert close(ratings(), found)


def test_a_game_that_ends_while_a_replay_is_under_way_is_rated_and_then_computed_again(monkeypatch):
    monkeypatch.setattr(services, "AT_ONCE", 10)
    monkeypatch.setattr(services, "A_PIECE", 20)
    results = season(100, 6)
    rate_all(results[:-2])

    services.withdraw_game_ratings(game_id=results[0].game_id, now=NOON)
    assert first_game_to_recalculate() is not None
    services.rate_game_once(results[-2])
    services.recalculate_next_games()
    services.rate_game_once(results[-1])
    while services.recalculate_next_games():
        pass

    assert first_game_to_recalculate() is None
    assert RatingEvent.objects.count() == 198
    assert list(replay_differences()) == []


def test_a_short_tail_is_reckoned_at_once():
    results = season(50, 6)
    rate_all(results)

    services.withdraw_game_ratings(game_id=results[3].game_id, now=NOON)

    assert first_game_to_recalculate() is None
    assert list(replay_differences()) == []


def test_the_last_game_taken_back_leaves_no_rating():
    result = season(1, 2)[0]
    rate_all([result])

    services.withdraw_game_ratings(game_id=result.game_id, now=NOON)

    assert not Rating.objects.exists()
    assert services.rate_game_once(result), "it may be rated again"


def test_a_game_is_rated_once_and_taken_back_once():
    result = season(1, 2)[0]

    assert [services.rate_game_once(result) for _ in range(3)] == [True, False, False]
    assert RatingEvent.objects.count() == 2
    assert [services.withdraw_game_ratings(game_id=result.game_id, now=NOON) for _ in range(2)] == [True, False]


def test_both_events_of_a_game_follow_from_the_values_before_it():
    result = season(1, 2)[0]
    rate_all([result])

    one, other = RatingEvent.objects.in_rating_order()

    assert one.rating_before == other.rating_before == 1500
    assert one.rating - 1500 == pytest.approx(1500 - other.rating)
    assert one.deviation == pytest.approx(other.deviation)


@pytest.mark.parametrize("wrong", [{"handicap": 2}, {"handicap": 9}, {"size": 15}, {"black": 1, "white": 1}])
def test_the_service_refuses_what_is_never_rated(wrong):
    right = {"game_id": 1, "size": 19, "handicap": 0, "at": NOON, "black": 1, "white": 2, "scores": (1.0, 0.0)}

    with pytest.raises(ValueError):
        GameToRate(**{**right, **wrong})


def test_a_stored_value_that_is_not_what_the_replay_gives_is_found():
    rate_all(season(10, 3))
    RatingEvent.objects.filter(number=4, color=1).update(rating=1600)
    Rating.objects.filter(category=Category.OVERALL).update(games=99)

    assert len(list(replay_differences())) >= 2
