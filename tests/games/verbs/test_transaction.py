"""Actions next to the board never block a move (R45)."""

from importlib import import_module

import pytest

from foundation import timesource
from games import verbs
from games.errors import StaleGameState
from games.management.commands.check_games import find_record_faults
from games.models import Action, Draft, Game
from rules import Color, Point
from tests.factories import NOON, act, days, make_game, make_moderator, mark, play, reload, side, to_act

pytestmark = pytest.mark.django_db

ABSURD = (-1, 10**30, 10**4000)


def offers(game, by, now=NOON):
    """Perform the actions that a player may take while the opponent thinks."""
    act(game, verbs.RequestPause, by=by, until=now + days(7), now=now)
    act(game, verbs.GrantTime, by=by, days=1, now=now)


def test_a_move_goes_through_whatever_the_other_side_offers_meanwhile_R45():
    game = make_game(moves="E5 D4", days=3)
    seen = reload(game).number
    offers(game, side(game, Color.WHITE))
    act(game, verbs.RequestUndo, by=side(game, Color.WHITE))
    act(game, verbs.AnswerUndo, by=side(game, Color.BLACK), allow=False)

    receipt = play(game, "C3", expected=seen)

    assert receipt.number == 7
    assert not find_record_faults(reload(game))


def test_a_move_may_name_any_number_since_the_position_changed_and_no_other_R45():
    game = make_game(moves="E5 D4", days=3)
    offers(game, side(game, Color.WHITE))
    for wrong in (0, 1, 5, 6, *ABSURD):
        with pytest.raises(StaleGameState) as refused:
            play(game, "C3", expected=wrong)
        assert refused.value.data == {"number": 4}

    play(game, "C3", expected=3)

    assert reload(game).move_number == 3


def test_a_move_that_was_meant_before_an_agreed_undo_is_stale_R45():
    game = make_game(moves="E5 D4", days=3)
    white = side(game, Color.WHITE)
    seen = reload(game).number
    act(game, verbs.RequestUndo, by=white)
    act(game, verbs.AnswerUndo, by=side(game, Color.BLACK), allow=True)

    with pytest.raises(StaleGameState):
        play(game, "C3", by=white, expected=seen)


def test_who_answers_a_request_has_seen_it_R45():
    game = make_game(moves="E5 D4", days=3)
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    seen = reload(game).number
    act(game, verbs.RequestUndo, by=white)
    act(game, verbs.RequestPause, by=white, until=NOON + days(7))

    for verb in (verbs.AnswerUndo, verbs.AnswerPause):
        with pytest.raises(StaleGameState):
            act(game, verb, by=black, allow=True, expected=seen)
    assert reload(game).pauses == []
    act(game, verbs.AnswerUndo, by=black, allow=False, expected=seen + 1)
    act(game, verbs.AnswerPause, by=black, allow=True, expected=seen + 2)


def test_days_are_given_once_to_an_impatient_hand_and_minutes_by_one_moderator():
    game = make_game(moves="E5 D4", days=3)
    white, seen = side(game, Color.WHITE), reload(game).number
    more = {"side": Color.BLACK, "minutes": 24 * 60, "reason": "was ill"}
    act(game, verbs.GrantTime, by=white, days=2, expected=seen)
    act(game, verbs.AddTimeByRuling, by=make_moderator(), expected=seen, **more)

    with pytest.raises(StaleGameState):
        act(game, verbs.GrantTime, by=white, days=2, expected=seen)
    with pytest.raises(StaleGameState):
        act(game, verbs.AddTimeByRuling, by=make_moderator(), expected=seen, **more)

    assert reload(game).deadline == NOON + days(6)


def test_a_draft_of_dead_stones_outlives_an_offer_and_not_a_change_of_the_position_R11_R45(client):
    now = timesource.now()
    game = make_game(moves="E5 D4 pass pass", days=3, now=now)
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    client.force_login(black)
    mark(game, by=black, dead=[Point(4, 4)], expected=4, now=now)
    offers(game, white, now)

    assert "E5" in client.get(game.get_absolute_url()).context["page"].dead_vertices
    act(game, verbs.Resume, now=now)
    assert Draft.objects.get().number < reload(game).state_number


def test_a_game_of_more_than_a_million_actions_goes_on(client):
    game = make_game(moves="E5", days=3, now=timesource.now())
    Game.objects.filter(pk=game.pk).update(number=3_000_000, state_number=3_000_000)
    client.force_login(to_act(game))

    form = {"number": 3_000_000, "key": "a key of my own", "point": "D4"}
    answer = client.post(f"{game.get_absolute_url()}play/", form)

    assert answer.status_code == 302
    assert reload(game).number == 3_000_001


def other(game):
    """Return the player who does not have to act."""
    return next(seat.player for seat in reload(game).seat_list() if seat.index != reload(game).turn)


def test_existing_games_learn_from_their_records_which_action_changed_the_position():
    games = [make_game(), make_game(moves="E5 D4", days=3), make_game(moves="E5 D4 pass pass", days=3)]
    for game in games[1:]:
        act(game, verbs.GrantTime, by=other(game), days=1)
    Draft.objects.create(seat=games[2].seat_list()[0], number=5)
    Game.objects.update(state_number=0)

    import_module("games.migrations.0002_since_0_1_0").number_states(Game, Action, Draft)

    assert [reload(game).state_number for game in games] == [0, 2, 4]
    assert Draft.objects.get().number == 4
    assert not any(find_record_faults(reload(game)) for game in games)


def test_a_wrong_number_of_the_position_is_a_fault():
    game = make_game(moves="E5 D4")
    Game.objects.filter(pk=game.pk).update(state_number=1)

    assert find_record_faults(reload(game)) == ["the position changed last with action 2, not 1"]
