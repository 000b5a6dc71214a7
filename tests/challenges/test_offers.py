"""Offers and challenges: creating, accepting, withdrawing."""

import itertools
from datetime import timedelta
from decimal import Decimal

import pytest

from challenges import services as challenging
from challenges.errors import CannotAcceptOwnChallenge, ChallengeAlreadyClosed, NoSuchChallenge
from challenges.models import Challenge
from challenges.services import OfferRecipients
from games import services, verbs
from games.errors import BadTerms, NotFinished, NotTheOwner
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from notifications.models import Notice
from rules import Color
from rules.clock import TimeControl
from rules.off_time import OffTimeKind
from tests.factories import NOON, act, make_game, make_player, reload, side

pytestmark = pytest.mark.django_db


def offer(creator, **arguments):
    terms, key = arguments.pop("terms", Terms(width=9, height=9)), arguments.pop("key", None)
    return challenging.create_challenge(PlayerRequest(creator, NOON, key), terms, OfferRecipients(**arguments))


def accept(challenge, player, **arguments):
    return challenging.accept_challenge(PlayerRequest(player, NOON), challenge.pk, **arguments)


def test_an_open_offer_is_in_the_waiting_room_until_somebody_joins():
    aino, babak = make_player(), make_player()
    challenge = offer(aino)
    assert list(Challenge.objects.in_waiting_room()) == [challenge]

    game = accept(challenge, babak)

    assert not Challenge.objects.in_waiting_room().exists()
    assert {seat.player for seat in game.seats.all()} == {aino, babak}


def test_the_game_has_exactly_the_terms_offered():
    terms = Terms(width=13, height=13, rule_set="japanese", komi=Decimal("0.5"), color="white")
    aino, babak = make_player(), make_player()

    game = accept(offer(aino, terms=terms), babak)

    assert (game.width, game.rule_set, game.komi) == (13, "japanese", Decimal("0.5"))
    assert side(game, Color.WHITE) == aino
    assert game.unrated_reason == "komi"


@pytest.mark.parametrize(("size", "komi"), [(19, "5.5"), (13, "4.5"), (9, "3.5"), (25, "5.5")])
def test_the_komi_is_the_rule_sets_own_for_the_size_R31(size, komi):
    assert make_game(size=size).komi == Decimal(komi)


def test_two_people_cannot_join_the_same_offer():
    challenge = offer(make_player())
    accept(challenge, make_player())

    with pytest.raises(ChallengeAlreadyClosed):
        accept(challenge, make_player())

    assert Game.objects.count() == 1


def test_nobody_joins_an_offer_of_their_own():
    aino = make_player()

    with pytest.raises(CannotAcceptOwnChallenge):
        accept(offer(aino), aino)


def test_an_offer_to_one_player_does_not_exist_for_others():
    challenge = offer(make_player(), opponent=make_player())

    with pytest.raises(NoSuchChallenge):
        accept(challenge, make_player())


def test_a_private_link_is_for_whoever_has_it_and_for_nobody_else():
    challenge = offer(make_player(), by_link=True)
    assert not Challenge.objects.in_waiting_room().exists()

    with pytest.raises(NoSuchChallenge):
        accept(challenge, make_player(), token="guessed")

    assert accept(challenge, make_player(), token=challenge.token).pk


def test_a_challenged_player_is_notified_and_may_decline():
    aino, babak = make_player(), make_player()
    challenge = offer(aino, opponent=babak)
    assert Notice.objects.get(player=babak).kind == "challenged"

    challenging.decline_challenge(PlayerRequest(babak, NOON), challenge.pk)

    assert Notice.objects.get(player=aino).kind == "challenge_declined"
    with pytest.raises(ChallengeAlreadyClosed):
        accept(challenge, babak)


def test_only_its_creator_withdraws_an_offer():
    aino = make_player()
    challenge = offer(aino)

    with pytest.raises(NotTheOwner):
        challenging.withdraw_challenge(PlayerRequest(make_player(), NOON), challenge.pk)

    challenging.withdraw_challenge(PlayerRequest(aino, NOON), challenge.pk)
    with pytest.raises(ChallengeAlreadyClosed):
        accept(challenge, make_player())


@pytest.mark.parametrize("rule_set", ["brainking", "japanese", "chinese", "aga"])
def test_no_handicap_game_is_rated_R43(rule_set):
    black, white = make_player(), make_player()
    for size, handicap in itertools.product((9, 13, 19), (2, 3, 4)):
        game = make_game(black=black, white=white, size=size, handicap=handicap, rule_set=rule_set, rated=True)
        assert not game.rated, (size, handicap)
        assert game.unrated_reason == "handicap", (size, handicap)


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"width": 4, "height": 4}, "width"),
        ({"width": 26, "height": 26}, "width"),
        ({"rule_set": "checkers"}, "rule_set"),
        ({"komi": Decimal("0.25")}, "komi"),
        ({"komi": Decimal(151)}, "komi"),
        ({"handicap": 1}, "handicap"),
        ({"handicap": 10}, "handicap"),
        ({"width": 6, "height": 6, "handicap": 2}, "handicap"),
        ({"width": 10, "height": 10, "handicap": 5}, "handicap"),
        ({"handicap": -2}, "handicap"),
        ({"color": "green"}, "color"),
        ({"time": TimeControl.days_per_move(timedelta(seconds=59))}, "time"),
        ({"time": TimeControl.days_per_move(timedelta(0))}, "time"),
        ({"time": TimeControl.days_per_move(timedelta(days=61))}, "time"),
        ({"time": TimeControl.absolute(timedelta(days=366))}, "time"),
        ({"time": TimeControl.byo_yomi(timedelta(days=1), 101, timedelta(days=1))}, "time"),
        ({"time": TimeControl.canadian(timedelta(days=1), 101, timedelta(days=1))}, "time"),
        ({"off_time": (OffTimeKind.OUTAGE,)}, "off_time"),
    ],
)
def test_terms_that_do_not_fit_are_refused_and_nothing_is_stored(terms, field):
    with pytest.raises(BadTerms) as refused:
        offer(make_player(), terms=Terms(**terms))

    assert refused.value.data == {"field": field}
    assert not Challenge.objects.exists()


def test_the_retry_of_an_offer_makes_no_second_one():
    aino = make_player()

    first, again = offer(aino, key="k"), offer(aino, key="k")

    assert first == again
    assert Challenge.objects.count() == 1


def test_a_rematch_has_the_same_terms_with_the_colours_exchanged():
    game = make_game(moves="E5 D4", days=5, rule_set="japanese")
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    act(game, verbs.Resign, by=black)

    challenge = services.offer_or_accept_rematch(game_id=game.pk, player=black, now=NOON)
    new = services.offer_or_accept_rematch(game_id=game.pk, player=white, now=NOON)

    assert isinstance(challenge, Challenge)
    assert isinstance(new, Game)
    assert side(new, Color.WHITE) == black
    assert (new.rule_set, new.agreed_time, new.rated) == ("japanese", game.agreed_time, True)
    assert new.rematch_of == game


def test_there_is_no_rematch_before_the_end():
    game = make_game()

    with pytest.raises(NotFinished):
        services.offer_or_accept_rematch(game_id=game.pk, player=side(reload(game), Color.BLACK), now=NOON)
