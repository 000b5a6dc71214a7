"""Ending without a result by agreement (R8), and moderators' decisions (R26)."""

import pytest

from challenges import services as challenging
from games import services, verbs
from games.errors import (
    MessageLengthNotAllowed,
    NoRepetition,
    NoResultAlreadyProposed,
    NoResultNotProposed,
    NotAModerator,
)
from games.management.commands.check_games import find_record_faults
from games.services.idempotency import PlayerRequest
from games.verbs import Ruling
from notifications.models import Notice
from rules import Board, ByColor, Color, Phase, sgf
from rules.errors import GameOver
from tests.diagrams import board
from tests.factories import act, make_game, make_moderator, make_player, play, reload, side, to_act
from tests.rules.test_repetition import ROUND, TRIPLE_KO

pytestmark = pytest.mark.django_db


def position(drawing: str = TRIPLE_KO) -> sgf.SgfPosition:
    """A position to play on from."""
    start: Board = board(drawing)
    return sgf.SgfPosition(start, Color.BLACK, ByColor(2, 1), 30)


def repeating(**terms):
    """A game in which a position has been on the board three times."""
    return make_game(position=position(), moves=f"{ROUND} {ROUND}", **terms)


def test_both_agree_that_there_is_no_result_R8():
    game = repeating()

    act(game, verbs.RequestNoResult, by=side(game, Color.WHITE))
    act(game, verbs.AnswerNoResult, by=side(game, Color.BLACK), allow=True)

    game = reload(game)
    assert (game.result, game.end_reason, game.phase) == ("Void", "no_result", Phase.FINISHED)
    assert not game.rated
    assert not find_record_faults(game)


def test_the_opponent_may_want_to_play_on_R8():
    game = repeating()

    act(game, verbs.RequestNoResult)
    act(game, verbs.AnswerNoResult, by=side(game, Color.WHITE), allow=False)

    assert reload(game).requests == {}
    assert not reload(game).is_finished
    assert Notice.objects.filter(kind="no_result_declined", player=side(game, Color.BLACK)).exists()


def test_a_move_withdraws_the_proposal_R8():
    game = repeating()
    act(game, verbs.RequestNoResult)

    play(game, "C8")

    with pytest.raises(NoResultNotProposed):
        act(game, verbs.AnswerNoResult, allow=True)


def test_one_cannot_answer_ones_own_proposal_R8():
    game = repeating()
    act(game, verbs.RequestNoResult, by=side(game, Color.BLACK))

    with pytest.raises(NoResultNotProposed):
        act(game, verbs.AnswerNoResult, by=side(game, Color.BLACK), allow=True)
    with pytest.raises(NoResultAlreadyProposed):
        act(game, verbs.RequestNoResult, by=side(game, Color.WHITE))


@pytest.mark.parametrize("rules", ["brainking", "chinese"])
def test_it_takes_a_position_that_came_back_under_simple_ko_R8(rules):
    game = make_game(position=position(), moves=ROUND.rsplit(maxsplit=1)[0], rule_set=rules)

    with pytest.raises(NoRepetition):
        act(game, verbs.RequestNoResult)


def decide(game, by, ruling=Ruling.BOTH_LOSE, reason="Both were absent."):
    return act(game, verbs.Decide, by=by, ruling=ruling, reason=reason)


def test_a_moderator_may_say_that_both_lose_R26():
    game = make_game(moves="E5 D4 C3 G7")

    decide(game, make_moderator())

    game = reload(game)
    assert (game.result, game.winner, game.end_reason) == ("Void", None, "both_lose")
    assert Notice.objects.filter(kind="game_decided").count() == 2
    assert game.actions.get(kind="decide").payload["reason"] == "Both were absent."
    assert not find_record_faults(game)


@pytest.mark.parametrize(
    ("ruling", "result", "rated"),
    [("black", "B+F", True), ("white", "W+F", True), ("no_result", "Void", False), ("annulled", "Void", False)],
)
def test_a_moderator_decides_in_every_phase(ruling, result, rated):
    game = make_game(moves="E5 D4 C3 G7 pass pass", size=9)

    decide(game, make_moderator(), Ruling(ruling))

    assert (reload(game).result, reload(game).rated) == (result, rated)


def test_nobody_else_decides_and_no_moderator_a_game_of_their_own_R26():
    staff = make_moderator()
    game, own = make_game(moves="E5"), make_game(black=staff)

    with pytest.raises(NotAModerator):
        decide(game, to_act(game))
    with pytest.raises(NotAModerator):
        decide(game, make_player())
    with pytest.raises(NotAModerator):
        decide(own, staff)
    assert not reload(game).is_finished


def test_a_decision_needs_a_reason_and_a_running_game():
    game, staff = make_game(moves="E5"), make_moderator()

    with pytest.raises(MessageLengthNotAllowed):
        decide(game, staff, reason="  ")
    decide(game, staff)
    with pytest.raises(GameOver):
        decide(game, staff)


def test_a_game_from_a_position_has_its_stones_prisoners_and_turn_and_is_unrated():
    game = make_game(position=position(), rated=True)
    state = game.state()

    assert state.board == board(TRIPLE_KO)
    assert state.prisoners == ByColor(2, 1)
    assert state.to_play is Color.BLACK
    assert (game.rated, game.unrated_reason) == (False, "position")
    assert not find_record_faults(game)


def test_a_rematch_starts_from_the_same_position():
    game = make_game(position=position())
    act(game, verbs.Resign)
    offer = services.offer_or_accept_rematch(game_id=game.pk, player=side(game, Color.WHITE), now=game.started_at)

    again = challenging.accept_challenge(PlayerRequest(side(game, Color.BLACK), game.started_at), offer.pk)

    assert again.state().board == board(TRIPLE_KO)
