"""A player far behind in a nearly finished game is asked once whether they accept the predicted result (C204)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games import verbs
from games.errors import NoOwnRequest, TooEarlyForReferee
from games.models import Game
from games.services import predictions, result_questions
from games.verbs.planning import PlanToSave, save_plan
from games.verbs.predicted import AnswerPredictedResult, NoPredictedResultQuestion
from notifications.models import Notice
from rules import Board, ByColor, Color, vertex
from rules.legality import legal_points
from rules.sgf import SgfPosition
from tests.factories import act, make_player, play, reload, side
from tests.support.browsers import browser
from tests.support.callers import Caller
from tests.support.games import make_game

pytestmark = pytest.mark.django_db
B, W = Color.BLACK, Color.WHITE
LINES = "ABCDEFGHJ"


def far_ahead(**terms) -> Game:
    """A game that White has lost, with Black to play."""
    moves = [
        move for pair in zip(
            [f"{column}{row}" for row in (5, 4, 6) for column in LINES],
            [f"{column}{row}" for row in (1, 2, 9) for column in LINES], strict=True,
        ) for move in pair
    ]  # fmt: skip
    return make_game(moves=" ".join(moves[:50]), days=3, rule_set="chinese", **terms)


def asked(game: Game) -> Game:
    assert result_questions.ask_about_lead(reload(game), B, 42)
    return reload(game)


def answer(game: Game, *, allow: bool, by=W):
    return act(reload(game), AnswerPredictedResult, by=side(game, by), allow=allow, now=timezone.now())


def test_a_lead_of_thirty_points_for_twenty_moves_on_a_full_board_is_found_C204(monkeypatch):
    game = far_ahead()
    assert predictions.should_estimate_result(game)
    leads = iter([50.0] * 20)
    monkeypatch.setattr(predictions, "owner_shares", lambda board, games: [next(leads)])
    assert predictions.find_steady_lead(game) == (B, round(50 - float(game.agreed_komi)))


@pytest.mark.parametrize("is_due", [True, False])
def test_the_worker_looks_after_a_move_at_a_game_that_is_due_C204(
    monkeypatch, django_capture_on_commit_callbacks, is_due
):
    monkeypatch.setattr(predictions, "should_estimate_result", lambda game: is_due)
    with django_capture_on_commit_callbacks() as callbacks:
        play(make_game(), "E5")
    assert (predictions.TASK.wake in callbacks) is is_due


@pytest.mark.parametrize("place", [0, 10, 19])
def test_one_of_the_twenty_moves_with_less_or_for_the_other_side_asks_no_one_C204(monkeypatch, place):
    game = far_ahead()
    for other in (30.0, -50.0):
        leads = iter([60.0] * place + [other + float(game.agreed_komi)] + [60.0] * 20)
        monkeypatch.setattr(predictions, "owner_shares", lambda board, games: [next(leads)])
        assert predictions.find_steady_lead(game) is None


def test_a_board_that_is_not_filled_is_not_estimated_C204(monkeypatch):
    monkeypatch.setattr(predictions, "owner_shares", lambda board, games: pytest.fail("estimated"))
    few = " ".join(f"{column}5 {column}1" for column in LINES) + " A7 A9 B7 B9 C7 C9"
    assert predictions.find_steady_lead(make_game(moves=few, days=3)) is None
    assert not predictions.should_estimate_result(make_game(moves="E5 D5 F5 G5 C3", days=3))


def test_the_real_estimate_sees_a_game_that_is_decided_C204():
    moves = []
    black = [f"{column}{row}" for row in (3, 4, 5) for column in LINES]
    for number in range(25):
        moves += [black[number], f"{LINES[number]}1" if number < 7 else "pass"]
    game = make_game(moves=" ".join(moves), days=3, rule_set="chinese")
    board = reload(game).state().board
    assert sum(predictions.owner_shares(board, predictions.GAMES)) > predictions.LEAST_LEAD


@pytest.mark.parametrize(("rule_set", "is_lead"), [("chinese", True), ("japanese", False)])
def test_a_game_from_a_position_is_estimated_by_its_own_rules_C204(monkeypatch, rule_set, is_lead):
    rows = ["X.XXXXX.X", *["XXXXXXXXX"] * 4, ".........", "OOOOOOOOO", ".........", "........."]
    start = SgfPosition(Board.from_rows(rows), B, ByColor(0, 0), 0)
    moves = " ".join(f"{column}4 {column}2" for column in LINES)
    game = make_game(position=start, moves=f"{moves} pass A1", days=3, rule_set=rule_set)
    monkeypatch.setattr(predictions, "owner_shares", lambda board, games: [45.0])

    assert predictions.should_estimate_result(game)
    assert (predictions.find_steady_lead(game) is not None) is is_lead, "Black has 34 more stones at the start"


def test_the_move_only_wakes_the_worker_C204(django_capture_on_commit_callbacks, monkeypatch):
    monkeypatch.setattr(predictions, "owner_shares", lambda board, games: pytest.fail("estimated in the move"))
    game = far_ahead()
    predictions.TASK.wanted.clear()
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(predictions.EVERY):
            play(reload(game), "pass" if reload(game).turn == 1 else next(_free(reload(game))), now=timezone.now())
    assert predictions.TASK.wanted.is_set()


def _free(game: Game):

    return (vertex(point, game.height) for point in legal_points(game.state()))


def test_the_worker_asks_the_player_behind_once_C204(monkeypatch):
    game = far_ahead()
    monkeypatch.setattr(predictions, "owner_shares", lambda board, games: [60.0])
    result_questions._seen.clear()
    assert result_questions.ask_about_next_game()
    assert not result_questions.ask_about_next_game()
    game = reload(game)
    assert game.requests["result"]["seat"] == 0
    assert list(Notice.objects.filter(kind="result_asked").values_list("player", flat=True)) == [side(game, W).pk]
    assert not game.is_finished
    answer(game, allow=False)
    result_questions._seen.clear()
    assert not result_questions.ask_about_next_game()
    assert not result_questions.ask_about_lead(reload(game), B, 50)


def test_games_that_are_not_asked_about_do_not_crowd_out_the_one_that_is_C204(monkeypatch):
    changes = [{"phase": "stone_removal"}, {"turn": None}, {"result_asked": 0}, {"move_number": 19}]
    game, others, looked = make_game(size=5), [make_game(days=3) for _ in changes], []
    Game.objects.filter(pk=game.pk).update(move_number=20, last_action_at=timezone.now())
    for other, changed in zip(others, changes, strict=True):
        later = timezone.now() + timedelta(minutes=1)
        Game.objects.filter(pk=other.pk).update(**{"move_number": 50, "last_action_at": later, **changed})
    monkeypatch.setattr(result_questions, "MOST", 1)
    monkeypatch.setattr(result_questions, "_ask_about_result", looked.append)
    result_questions._seen.clear()
    assert (result_questions.ask_about_next_game(), looked) == (True, [game])
    assert (result_questions.ask_about_next_game(), looked) == (False, [game]), "a position is looked at once"


def test_only_a_game_that_is_worth_estimating_wakes_the_worker_C204(django_capture_on_commit_callbacks):
    for game, wakes in ((far_ahead(), True), (make_game(days=3), False)):
        predictions.TASK.wanted.clear()
        with django_capture_on_commit_callbacks(execute=True):
            predictions.estimate_result_after_commit(game)
        assert predictions.TASK.wanted.is_set() is wakes


def test_a_move_is_played_although_the_worker_cannot_be_woken_C204(monkeypatch, django_capture_on_commit_callbacks):
    def fail():
        raise ConnectionError

    game = far_ahead()
    monkeypatch.setattr(predictions.TASK, "wake", fail)
    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        predictions.estimate_result_after_commit(game)
    assert len(callbacks) == 1


def test_a_bot_is_not_asked_C204():
    assert not result_questions.ask_about_lead(far_ahead(white=make_player(is_bot=True)), B, 42)


def test_accepting_resigns_and_declining_plays_on_C204():
    game = asked(far_ahead())
    answer(game, allow=True)
    assert reload(game).result == "B+R"

    other = asked(far_ahead())
    answer(other, allow=False)
    assert not reload(other).is_finished
    assert reload(other).requests == {}
    with pytest.raises(NoPredictedResultQuestion):
        answer(other, allow=True)


def test_the_question_is_for_the_player_behind_and_lapses_with_a_move_C204():
    game = asked(far_ahead())
    with pytest.raises(NoPredictedResultQuestion):
        answer(game, allow=True, by=B)
    play(game, "pass", now=timezone.now())
    assert reload(game).requests, "Black's move is no answer of White's"
    play(reload(game), "A3", now=timezone.now())
    with pytest.raises(NoPredictedResultQuestion):
        answer(game, allow=True)


def test_conditional_moves_do_not_wait_for_the_servers_question_C204():
    game = asked(far_ahead())
    mine = verbs.ActionRequest(game.pk, side(game, W), game.number, None, timezone.now())
    save_plan(mine, PlanToSave([["pass", "A3"]]))
    play(reload(game), "pass", now=timezone.now())
    assert reload(game).turn == 0, "White's reply was played"
    assert reload(game).requests == {}


def test_the_player_ahead_can_neither_withdraw_the_question_nor_call_a_referee_before_an_answer_C204():
    game = asked(far_ahead())
    with pytest.raises(NoOwnRequest):
        act(game, verbs.WithdrawRequest, by=side(game, B), request="result", now=timezone.now())
    play(reload(game), "pass", now=timezone.now())
    with pytest.raises(TooEarlyForReferee):
        act(reload(game), verbs.CallReferee, by=side(game, B), now=timezone.now())
    play(reload(game), "pass", now=timezone.now())
    assert reload(game).requests == {}, "marking, where there is nothing to play on"


def test_only_the_player_ahead_may_call_a_referee_and_only_after_the_question_C204():
    game = asked(far_ahead())
    with pytest.raises(TooEarlyForReferee):
        act(game, verbs.CallReferee, by=side(game, B), now=timezone.now())
    answer(game, allow=False)
    with pytest.raises(TooEarlyForReferee):
        act(reload(game), verbs.CallReferee, by=side(game, W), now=timezone.now())
    act(reload(game), verbs.CallReferee, by=side(game, B), now=timezone.now())
    assert not reload(game).is_finished


def test_the_page_and_the_API_ask_C204():
    game = asked(far_ahead())
    page = browser(side(game, W)).get(game.get_absolute_url()).content.decode()
    assert "now about 42. Do you accept that result?" in " ".join(page.split())
    assert f"/g/{game.pk}/result-answer/" in page
    assert "result-answer" not in browser(side(game, B)).get(game.get_absolute_url()).content.decode()
    state = Caller(Client(), side(game, W)).get(f"games/{game.pk}/").json()
    assert state["requests"] == [{"request": "result", "by": "B", "by_seat": 0, "agreed": [], "agreed_seats": []}]
    assert "answer_result" in state["actions"]
