"""Playing through the services: one entry point, one number, one record."""

import pytest

from games import verbs
from games.errors import NoSuchGame, NotAPlayer, OutOfTime, StaleGameState
from games.management.commands.check_games import find_record_faults
from games.models import Action, Game
from rules import Color, Point
from rules.errors import GameOver, KoViolation, NotYourTurn, PointOccupied, SelfCapture
from tests.factories import NOON, act, days, make_game, make_player, play, reload, side, to_act

pytestmark = pytest.mark.django_db

KO = "D5 E5 C4 F4 D3 E3 E4 D4"
"""White's D4 has just taken Black's E4."""


def test_a_move_is_recorded_with_its_number_and_gives_the_turn_to_the_opponent():
    game = make_game()

    receipt = play(game, "E5")

    assert receipt.number == 1
    assert receipt.data["point"] == "E5"
    assert receipt.data["to_play"] == "W"
    assert reload(game).turn == 1
    assert find_record_faults(reload(game)) == []


def test_a_move_gives_the_opponent_the_whole_time_for_a_move():
    game = make_game(days=3)

    play(game, "E5", now=NOON + days(2))

    assert reload(game).deadline == NOON + days(5)


def test_captured_stones_are_named_in_the_receipt():
    game = make_game(moves="A9 A8 J1")

    receipt = play(game, "B9")

    assert receipt.data["captured"] == ["A9"]


@pytest.mark.parametrize(
    ("moves", "move", "refusal"),
    [
        ("E5", "E5", PointOccupied),
        ("B9 J9 A8 J8", "J7", None),
        ("B9 E5 A8", "A9", SelfCapture),
        (KO, "E4", KoViolation),
    ],
)
def test_a_refused_move_stores_nothing_and_says_why_R9(moves, move, refusal):
    game = make_game(moves=moves)
    before = reload(game)

    if refusal is None:
        play(game, move)
        return
    with pytest.raises(refusal):
        play(game, move)

    after = reload(game)
    assert (after.number, after.snapshot) == (before.number, before.snapshot)
    assert Action.objects.filter(game=game).count() == before.number


def test_nobody_moves_for_the_opponent():
    game = make_game()

    with pytest.raises(NotYourTurn):
        play(game, "E5", by=side(game, Color.WHITE))


def test_a_spectator_cannot_move():
    game = make_game()

    with pytest.raises(NotAPlayer):
        play(game, "E5", by=make_player("charlie"))


def test_a_private_game_does_not_exist_for_a_stranger():
    game = make_game(private=True)

    with pytest.raises(NoSuchGame):
        play(game, "E5", by=make_player("charlie"))


def test_a_move_from_an_older_position_is_refused_with_the_current_number():
    game = make_game(moves="E5 D4")

    with pytest.raises(StaleGameState) as refused:
        play(game, "C3", expected=1)

    assert refused.value.data == {"number": 2}


def test_a_move_received_before_the_deadline_counts_R53():
    game = make_game(days=1)

    receipt = play(game, "E5", now=NOON + days(0.999))

    assert receipt.number == 1


def test_a_move_received_at_the_deadline_is_too_late_R53():
    game = make_game(days=1)

    with pytest.raises(OutOfTime):
        play(game, "E5", now=NOON + days(1))


def test_the_retry_of_a_move_gets_the_first_answer_and_plays_nothing():
    game = make_game()
    black = to_act(game)
    first = play(game, "E5", by=black, expected=0, key="k1")

    again = play(game, "E5", by=black, expected=0, key="k1")

    assert again.replayed
    assert again.data == first.data
    assert reload(game).number == 1


def test_the_retry_of_a_pass_does_not_pass_twice():
    game = make_game()
    black = to_act(game)
    play(game, "pass", by=black, expected=0, key="k1")
    play(game, "E5")

    again = play(game, "pass", by=black, expected=0, key="k1")

    assert again.replayed
    assert reload(game).number == 2


def test_either_side_may_resign_out_of_turn_R7():
    game = make_game(moves="E5 D4 C3 C4 D3")

    act(game, verbs.Resign, by=side(game, Color.BLACK))

    game = reload(game)
    assert game.result == "W+R"
    assert game.is_finished
    assert game.turn is None
    assert game.deadline is None


def test_nothing_can_be_played_after_the_end():
    game = make_game(moves="E5 D4 C3 C4")
    act(game, verbs.Resign, by=side(game, Color.BLACK))

    with pytest.raises(GameOver):
        play(game, "C6", by=side(game, Color.BLACK))


def test_a_game_that_ends_before_each_side_played_twice_is_unrated_R43():
    game = make_game(moves="E5 D4 C3")
    assert game.rated

    act(game, verbs.Resign, by=side(game, Color.WHITE))

    assert not reload(game).rated
    assert reload(game).unrated_reason == "too_short"


def test_white_moves_first_with_a_fixed_handicap_R1():
    game = make_game(handicap=3, size=19)

    assert to_act(game) == side(game, Color.WHITE)
    assert not game.rated
    assert game.unrated_reason == "handicap"


def test_free_handicap_stones_are_placed_in_one_action_R41():
    game = make_game(handicap=2, rule_set="chinese")

    act(game, verbs.PlaceHandicap, points=[Point(2, 2), Point(6, 6)])

    game = reload(game)
    assert game.number == 1
    assert to_act(game) == side(game, Color.WHITE)
    assert find_record_faults(game) == []


def test_a_move_takes_the_same_number_of_statements_late_in_the_game(django_assert_max_num_queries):
    early, late = make_game(), make_game(moves=" ".join(_spiral(40)))

    for game in (early, late):
        with django_assert_max_num_queries(15):
            play(game, "J9" if game is late else "A1", by=to_act(game), expected=game.number)


def _spiral(count: int) -> list[str]:
    """Moves that capture nothing: every other point of the columns A to H."""
    points = [f"{column}{row}" for column in "ACEG" for row in range(1, 9)]
    points += [f"{column}{row}" for column in "BDFH" for row in (2, 5)]
    return points[:count]


def test_the_record_cannot_be_changed_or_deleted():
    game = make_game(moves="E5")

    with pytest.raises(RuntimeError):
        game.actions.all().delete()
    with pytest.raises(RuntimeError):
        game.actions.all().update(kind="pass")


def test_check_games_names_a_copy_that_differs_from_the_record():
    game = make_game(moves="E5 D4")
    Game.objects.filter(pk=game.pk).update(snapshot={**game.snapshot, "tampered": True})

    assert find_record_faults(reload(game)) == ["the snapshot differs from the replay"]
