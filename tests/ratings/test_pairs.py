"""The games of one pair count less and less, and early resignations are unrated (R46)."""

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from challenges import services as challenging
from games import services, verbs
from games.services.idempotency import PlayerRequest
from games.terms import RATING_RULES, Terms
from ratings import services as ratings
from ratings.checking import replay_differences
from ratings.glicko2 import NEW, Strength, update_strength
from ratings.models import Rating, RatingEvent
from ratings.pairs import FACTOR, FACTOR_OF_GUESSES, LEAST, PAIR_DAYS, game_weight
from ratings.ranks import is_provisional
from rules import Color
from tests.factories import NOON, act, days, make_game, make_player, reload, side
from tests.ratings.test_games import check, resigned

NEW_ACCOUNTS_REACH, EQUALS_GAIN = 1675, 60
"""What docs/ratings.md promises."""

strengths = st.builds(Strength, st.floats(600, 2700), st.floats(30, 350), st.floats(0.03, 0.09))


def farmed(one: Strength, other: Strength, games: int) -> Strength:
    """Return the strength of the player who wins all these games of a pair, which end at the same time."""
    for earlier in range(games):
        guess = is_provisional(one.deviation) or is_provisional(other.deviation)
        weight = game_weight(earlier, is_provisional=guess)
        one, other = (
            update_strength(one, [(other, 1.0)], weight=weight),
            update_strength(other, [(one, 0.0)], weight=weight),
        )
    return one


@pytest.mark.parametrize("games", [5, 20, 100, 1000])
def test_two_new_accounts_do_not_lift_one_of_them_beyond_a_bound_R46(games):
    assert farmed(NEW, NEW, games).rating < NEW_ACCOUNTS_REACH


@pytest.mark.parametrize("games", [5, 20, 100])
def test_an_established_player_gains_little_from_an_equal_friend_R46(games):
    known = Strength(1800, 110)

    assert farmed(known, known, games).rating < 1800 + EQUALS_GAIN


@given(strengths, strengths, st.sampled_from([0.0, 0.5, 1.0]))
def test_a_game_that_weighs_nearly_nothing_changes_nearly_nothing_R46(one, other, score):
    after = update_strength(one, [(other, score)], weight=LEAST)

    assert abs(after.rating - one.rating) < 0.01
    assert abs(after.deviation - one.deviation) < 0.01


@given(strengths, strengths, st.floats(0.01, 0.99))
def test_the_more_a_win_weighs_the_more_it_lifts_R46(one, other, weight):
    lifts = [update_strength(one, [(other, 1.0)], weight=w).rating - one.rating for w in (weight, 1.0)]

    assert 0 <= lifts[0] <= lifts[1] + 1e-9


@given(st.integers(0, 5000), st.booleans())
def test_every_further_game_of_a_pair_weighs_less_until_it_is_nothing_R46(earlier, is_provisional):
    weight, following = (game_weight(n, is_provisional=is_provisional) for n in (earlier, earlier + 1))

    assert 0 < following <= weight <= 1
    assert following < weight or weight == LEAST
    assert game_weight(0, is_provisional=is_provisional) == 1


@pytest.mark.django_db
def test_five_games_between_two_new_accounts_lift_nobody_beyond_the_bound_R46():
    black, white = make_player(), make_player()
    for _ in range(5):
        resigned(black=black, white=white)

    assert Rating.objects.overall().get(player=white).rating < NEW_ACCOUNTS_REACH
    weights = list(RatingEvent.objects.filter(player=white).in_rating_order().values_list("weight", flat=True))
    assert weights == [FACTOR_OF_GUESSES**n for n in range(5)]
    assert "0 faults" in check()


@pytest.mark.django_db
def test_known_players_halve_and_other_opponents_and_other_seasons_count_in_full_R46():
    black, white = make_player(), make_player()
    for player in (black, white):
        for category in (0, 9):
            Rating.objects.create(
                player=player, category=category, rating=1700, deviation=60, volatility=0.06, games=50, at=NOON
            )
    first, second, third = (
        resigned(black=one, white=other) for one, other in [(black, white), (white, black), (black, white)]
    )
    stranger = resigned(black=black, white=make_player())
    late = resigned(black=black, white=white, now=NOON + days(PAIR_DAYS + 1))

    def weight(game):
        return set(RatingEvent.objects.filter(game=game).values_list("weight", flat=True))

    assert [weight(game) for game in (first, second, third)] == [{1.0}, {FACTOR}, {FACTOR**2}]
    assert weight(stranger) == weight(late) == {1.0}


@pytest.mark.django_db
def test_what_was_rated_before_keeps_its_weight_when_all_is_computed_again_R46():
    black, white = make_player(), make_player()
    for _ in range(3):
        resigned(black=black, white=white)
    RatingEvent.objects.update(weight=1.0)
    ratings.recalculate_all_games()

    rating = Rating.objects.overall().get(player=white).rating

    assert rating > NEW_ACCOUNTS_REACH
    assert set(RatingEvent.objects.values_list("weight", flat=True)) == {1.0}
    assert not list(replay_differences())


@pytest.mark.django_db
@pytest.mark.parametrize(("size", "least"), [(9, 10), (13, 20), (19, 20)])
def test_a_resignation_rates_from_the_tenth_turn_of_each_side_on_9x9_from_the_fifth_R46(size, least):
    points = [f"{column}{row}" for row in (1, 3, 5) for column in "ABCDEFGHJ"][:least]
    for moves, reason in ((points[:-1], "early_resignation"), (points, "")):
        game = make_game(size=size, moves=" ".join(moves), days=3)
        act(game, verbs.Resign, by=side(game, Color.BLACK))

        assert (reload(game).rated, reload(game).unrated_reason) == (not reason, reason)
        assert reload(game).result == "W+R"


@pytest.mark.django_db
@pytest.mark.parametrize(("size", "least"), [(9, 10), (13, 20)])
def test_a_count_that_both_agree_on_rates_from_there_too_R46(size, least):
    """Otherwise two people pass at once, accept, and share out wins."""
    points = [f"{column}{row}" for row in (1, 3, 5) for column in "ABCDEFGHJ"][: least - 2]
    for moves, reason in ((points[:2], "early_count"), (points[:-1], "early_count"), (points, "")):
        game = make_game(size=size, moves=" ".join([*moves, "pass", "pass"]), days=3)
        act(game, verbs.Propose, dead=[])
        act(game, verbs.Accept, proposal=1, confirmed=True)
        game = reload(game)

        assert (game.end_reason, game.rated, game.unrated_reason) == ("score", not reason, reason)
        assert RatingEvent.objects.filter(game=game).count() == (0 if reason else 2)


@pytest.mark.django_db
def test_a_loss_on_time_rates_before_R46():
    game = make_game(size=9, moves="E5 D4 C3 G7", days=3)
    at = reload(game).deadline + days(1)
    services.end_overdue_games(now=at)

    assert (reload(game).end_reason, reload(game).rated) == ("time", True)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "fi", "fa"])
def test_the_terms_say_both_rules_before_joining_R46(client, language):
    creator, joiner = make_player(), make_player(language=language)
    offer = challenging.create_challenge(PlayerRequest(creator, NOON), Terms(width=9, height=9))
    client.force_login(joiner)

    pages = [client.get(path).content.decode() for path in (offer.get_absolute_url(), "/new/")]

    with translation.override(language):
        for rule in map(str, RATING_RULES):
            assert all(rule in page for page in pages)
        assert f"<summary>{translation.gettext('When a rated game counts less')}</summary>" in pages[0]
    terms = client.get(f"/api/v1/challenges/{offer.pk}/").json()["rating_terms"]
    assert terms == {
        "resignation_rates_from": 5,
        "pair_days": PAIR_DAYS,
        "pair_factor": FACTOR,
        "pair_factor_of_guesses": FACTOR_OF_GUESSES,
    }
