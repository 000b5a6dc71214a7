"""Conditional moves through the services: kept secret, played in the opponent's transaction (C10 to C20)."""

import json
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from structlog.testing import capture_logs

from games import services, verbs
from games.errors import AnalysisNotAllowed, NotAPlayer, NothingToUndo, OutOfTime, PlanChanged, StaleGameState
from games.game_view import GameView
from games.management.commands.check_games import find_record_faults
from games.models import Plan
from games.services.idempotency import PlayerRequest
from games.verbs.planning import PlanToSave, save_plan
from notifications.models import Notice
from rules import Color, parse_vertex
from rules.errors import GameOver, NotYourTurn, PlanIllegal
from rules.plan import read_plan
from tests.factories import NOON, act, days, make_game, make_player, play, reload, side
from tests.support.callers import Caller

pytestmark = pytest.mark.django_db
B, W = Color.BLACK, Color.WHITE
SECOND = timedelta(seconds=1)
LONG = [["E6", "D6", [["E7", "D7", [["pass", "C3"]]]]], ["F5", "F6"]]
"""What White has ready after Black's E5 and White's D5."""


def plan(game, branches, by=W, **text):
    """Keep these conditional moves for this side."""
    game = reload(game)
    request = verbs.ActionRequest(game.pk, side(game, by), game.number, None, text.pop("now", NOON))
    return save_plan(request, PlanToSave(branches, **text))


def waiting_for_black(**terms):
    """A game in which Black has to play, White has answered."""
    return make_game(moves="E5 D5", **terms)


def move(game, by, vertex, then=None, **text):
    """Play here, by hand, and bring along what is planned for what follows."""
    game = reload(game)
    point, setup = parse_vertex(vertex, game.width, game.height), game.agreed_setup
    planned = None if then is None else read_plan(then, setup)
    return act(game, verbs.Play, by=side(game, by), point=point, plan=planned, **text)


def record_of(game):
    """Return the moves with their players, and a star for conditional moves."""
    rows = game.actions.order_by("number").values_list("color", "payload", "effect")
    return [
        f"{Color(color).letter}{payload.get('point', 'pass')}{'*' if effect.get('planned') else ''}"
        for color, payload, effect in rows
    ]


def test_an_answer_is_an_action_of_its_own_in_the_transaction_of_the_move_C12():
    game = waiting_for_black(days=3)
    plan(game, LONG)

    receipt = play(game, "E6", now=NOON + days(1))

    assert record_of(game) == ["BE5", "WD5", "BE6", "WD6*"]
    assert [(one["number"], one["planned"]) for one in receipt.data["answers"]] == [(4, True)]
    rows = game.actions.order_by("number")
    assert rows[2].received_at == rows[3].received_at
    assert find_record_faults(reload(game)) == []


def test_it_takes_no_time_C13():
    game = waiting_for_black(days=3)
    plan(game, LONG)

    play(game, "E6", now=NOON + days(1))

    assert reload(game).deadline == NOON + days(4)  # Black's, from the moment of Black's own move


def test_both_sides_may_have_plans_and_a_chain_goes_on_as_far_as_they_reach_C12():
    game = waiting_for_black()
    plan(game, LONG)
    after = [["D6", "E7", [["D7", "F3"]]]]

    receipt = move(game, B, "E6", after)

    assert record_of(game)[2:] == ["BE6", "WD6*", "BE7*", "WD7*", "BF3*"]
    assert [one["color"] for one in receipt.data["answers"]] == ["W", "B", "W", "B"]
    assert find_record_faults(reload(game)) == []
    assert not Plan.objects.get(seat__player=side(game, B)).is_armed
    assert not Plan.objects.filter(is_armed=True).exists()  # White's had a pass next
    assert reload(game).armed == 0


def test_what_comes_of_a_chain_is_what_comes_of_the_same_moves_by_hand():
    planned, by_hand = waiting_for_black(), waiting_for_black()
    plan(planned, LONG)
    move(planned, B, "E6", [["D6", "E7"]])
    for vertex in ("E6", "D6", "E7", "D7"):
        play(by_hand, vertex)

    one, other = reload(planned), reload(by_hand)
    assert (one.snapshot, one.position_keys, one.turn) == (other.snapshot, other.position_keys, other.turn)


def test_a_move_outside_the_plan_ends_it_with_one_notice_and_keeps_its_lines_C16():
    game = waiting_for_black()
    plan(game, LONG)

    play(game, "A1")

    kept = Plan.objects.get()
    assert (kept.is_armed, kept.branches) == (False, LONG)
    assert [notice.kind for notice in Notice.objects.filter(player=side(game, W), game=game)] == ["plan_ended"]
    assert not Notice.objects.filter(player=side(game, B), kind="plan_ended").exists()
    assert reload(game).turn == 1


def test_a_retry_gets_the_first_answer_with_what_followed_C18():
    game = waiting_for_black()
    plan(game, LONG)

    first = move(game, B, "E6", key="once")
    again = move(game, B, "E6", key="once", expected=2)

    assert again.replayed
    assert again.data == first.data
    assert record_of(game)[2:] == ["BE6", "WD6*"]


def test_plans_are_saved_against_a_number_and_a_version_C18():
    game = waiting_for_black()
    first = plan(game, LONG)

    assert plan(game, [["E6", "D6"]], version=first.version).version == 2
    with pytest.raises(PlanChanged) as found:
        plan(game, LONG, version=first.version)
    assert found.value.data == {"version": 2, "branches": [["E6", "D6"]]}

    white, seen = side(game, W), reload(game).number
    play(game, "C3")
    with pytest.raises(StaleGameState):
        save_plan(verbs.ActionRequest(game.pk, white, seen, None, NOON), PlanToSave(LONG))


def test_a_plan_that_cannot_be_played_or_comes_from_the_wrong_side_stores_nothing_C11():
    game = waiting_for_black()

    for branches, by, refusal in (
        ([["E6", "E5"]], W, PlanIllegal),
        ([["E6", "D6"]], B, NotYourTurn),
    ):
        with pytest.raises(refusal):
            plan(game, branches, by=by)
    with pytest.raises(NotAPlayer):
        save_plan(verbs.ActionRequest(game.pk, make_player(), 2, None, NOON), PlanToSave(LONG))
    with pytest.raises(PlanIllegal):
        move(game, B, "E6", [["E6", "D6"]])
    assert not Plan.objects.exists()
    assert record_of(game) == ["BE5", "WD5"]


def test_terms_may_forbid_it_C31():
    game = waiting_for_black(analysis=False)

    with pytest.raises(AnalysisNotAllowed):
        plan(game, LONG)


@pytest.mark.parametrize("holds", [True, False])
def test_it_waits_for_what_was_written_and_not_read_unless_set_otherwise_C15(holds):
    game = waiting_for_black()
    plan(game, LONG, holds=holds)
    services.send_message(PlayerRequest(side(game, B), NOON + SECOND), game.pk, "Are you sure about D5?")

    play(game, "E6", now=NOON + 2 * SECOND)

    kept = Plan.objects.get()
    if not holds:
        assert record_of(game)[-1] == "WD6*"
        return
    assert (record_of(game)[-1], kept.held, kept.is_armed) == ("BE6", "D6", True)
    play(game, "D6", now=NOON + 3 * SECOND)
    Notice.objects.update(read_at=NOON + 4 * SECOND)
    play(game, "E7", now=NOON + 5 * SECOND)
    assert record_of(game)[-2:] == ["BE7", "WD7*"]


def test_it_waits_until_a_request_of_the_opponent_is_answered_C15():
    game = waiting_for_black(days=3)
    plan(game, LONG)
    act(game, verbs.RequestPause, by=side(game, B), now=NOON + SECOND, until=NOON + days(9))

    play(game, "E6", now=NOON + 2 * SECOND)

    assert (record_of(game)[-1], Plan.objects.get().held) == ("BE6", "D6")


def test_it_waits_for_nothing_that_was_written_before_it_was_kept_or_in_another_game_C15():
    game, other = waiting_for_black(), make_game()
    services.send_message(PlayerRequest(side(game, B), NOON - SECOND), game.pk, "Good luck!")
    plan(game, LONG)
    services.send_message(PlayerRequest(side(other, B), NOON + SECOND), other.pk, "Hello.")
    services.send_message(PlayerRequest(side(game, W), NOON + SECOND), game.pk, "Thanks.")

    play(game, "E6", now=NOON + 2 * SECOND)

    assert record_of(game)[-1] == "WD6*"


def test_it_waits_for_no_message_that_its_player_has_read_whatever_else_is_unread_C15():
    game, other = waiting_for_black(), make_game(white=make_player())
    reader = side(game, W)
    plan(game, LONG)
    services.send_message(PlayerRequest(side(game, B), NOON + SECOND), game.pk, "Hello.")
    Notice.objects.update(read_at=NOON + SECOND)
    services.send_message(PlayerRequest(reader, NOON + SECOND), game.pk, "Hello, which the other has not read.")
    for about, kind in ((other, "message"), (game, "player_joined")):
        Notice.objects.create(player=reader, kind=kind, game=about, created_at=NOON)

    play(game, "E6", now=NOON + 2 * SECOND)

    assert record_of(game)[-1] == "WD6*"


def test_the_last_answer_that_waits_ends_the_plan_when_it_is_played_by_hand_C15():
    game = waiting_for_black()
    plan(game, [["E6", "D6"]])
    services.send_message(PlayerRequest(side(game, B), NOON + SECOND), game.pk, "Hm.")
    for number, move in enumerate(("E6", "D6"), 2):
        play(game, move, now=NOON + number * SECOND)
    assert (Plan.objects.get().is_armed, reload(game).armed) == (False, 0)
    assert not Notice.objects.filter(kind="plan_ended").exists()


def test_another_move_than_the_one_that_waits_ends_the_plan_C15():
    game = waiting_for_black()
    plan(game, LONG)
    services.send_message(PlayerRequest(side(game, B), NOON + SECOND), game.pk, "Hm.")
    play(game, "E6", now=NOON + 2 * SECOND)

    play(game, "J9", now=NOON + 3 * SECOND)

    assert not Plan.objects.get().is_armed
    assert not Notice.objects.filter(player=side(game, W), kind="plan_ended").exists()


def test_an_undo_goes_back_to_before_the_move_that_was_made_by_hand_C17():
    game = waiting_for_black()
    plan(game, LONG)
    move(game, B, "E6", [["D6", "E7"]])
    assert record_of(game)[2:] == ["BE6", "WD6*", "BE7*", "WD7*"]

    act(game, verbs.RequestUndo, by=side(game, B))
    assert reload(game).requests["undo"]["to"] == 2
    act(game, verbs.AnswerUndo, by=side(game, W), allow=True)

    assert reload(game).move_number == 2
    assert find_record_faults(reload(game)) == []
    assert not Plan.objects.filter(is_armed=True).exists()
    act(game, verbs.RequestUndo, by=side(game, W))  # White's D5 was by hand
    assert reload(game).requests["undo"]["to"] == 1


def test_who_has_played_only_by_plan_has_nothing_to_undo_C17():
    game = make_game(moves="E5")
    move(game, W, "D5", [["E6", "D6"]])
    play(game, "E6")

    act(game, verbs.RequestUndo, by=side(game, W))
    assert reload(game).requests["undo"]["to"] == 1

    other = make_game()
    plan(other, [["E6", "D6"]])
    play(other, "E6")
    with pytest.raises(NothingToUndo):
        act(other, verbs.RequestUndo, by=side(other, W))


def test_nothing_is_played_for_a_suspended_account_C13():
    game = waiting_for_black()
    plan(game, LONG)
    type(side(game, W)).objects.filter(pk=side(game, W).pk).update(suspended_until=NOON + days(400))

    play(game, "E6")

    assert record_of(game)[-1] == "BE6"


def test_it_is_played_on_its_players_vacation_and_not_for_a_move_that_is_too_late_C13():
    game, late = waiting_for_black(days=3), waiting_for_black(days=3)
    for one in (game, late):
        plan(one, LONG)
    services.start_vacation(player=side(game, W), now=NOON)
    play(game, "E6", now=NOON + days(1))
    assert record_of(game)[2:] == ["BE6", "WD6*"]

    with pytest.raises((OutOfTime, GameOver)):
        play(late, "E6", now=NOON + days(4))
    assert not [one for one in record_of(late) if one.endswith("*")]


def test_the_end_of_play_ends_what_was_planned_C16():
    game = waiting_for_black()
    plan(game, LONG)
    act(game, verbs.Resign, by=side(game, B))
    assert reload(game).armed == 0
    assert not Plan.objects.filter(is_armed=True).exists()


def test_a_pass_with_its_tick_ends_play_C16():
    game = waiting_for_black()
    plan(game, [["pass", "pass", [], True]])

    act(game, verbs.Pass, by=side(game, B))

    assert record_of(game)[-2:] == ["Bpass", "Wpass*"]
    assert reload(game).phase == "stone_removal"
    assert reload(game).armed == 0


def test_nobody_else_learns_of_a_plan_C1():
    game = waiting_for_black(private=False)
    before = {str(who): str(GameView(reload(game), who).receipts()) for who in (side(game, B), AnonymousUser())}
    plan(game, LONG)

    for who in (side(game, B), AnonymousUser()):
        assert str(GameView(reload(game), who).receipts()) == before[str(who)]
    assert not Notice.objects.filter(player=side(game, B), kind="plan_ended").exists()


def test_a_plan_is_there_for_its_player_alone_and_not_overwritten_unseen_by_the_api_C3_C20(client):
    game = make_game(now=timezone.now(), days=3)
    body, path = json.dumps({"branches": [["E6", "D6"]], "expected": game.number}), f"games/{game.pk}/plan/"
    for other in (make_player(), make_player(is_staff=True)):
        stranger = Caller(client, other, ["game:play"])
        texts = [stranger.get(path), stranger.send("put", path, body), stranger.send("delete", path, "")]
        assert {(one.status_code, one.json()["code"]) for one in texts} == {(404, "no_such_game")}

    white = Caller(client, side(game, W), ["game:play"])
    white.headers["If-Match"] = white.get(path).headers["ETag"]
    assert white.send("put", path, body).status_code == 200
    for late in (white.send("put", path, body), white.send("delete", path, "")):
        assert (late.status_code, late.json()["code"]) == (412, "changed_meanwhile")
    white.headers["If-Match"] = white.get(path).headers["ETag"]
    assert white.send("delete", path, "").json()["branches"] == []


def test_an_answer_that_goes_wrong_undoes_itself_alone_and_its_owner_is_notified_C14():
    game = waiting_for_black()
    plan(game, LONG)
    Plan.objects.update(branches=[["E6", "Z99"]])

    with capture_logs() as logged:
        receipt = play(game, "E6")

    assert [one["error"] for one in logged if one["event"] == "conditional moves failed"] == ["OffBoard"]
    assert "Z99" not in str(logged)

    assert "answers" not in receipt.data
    assert record_of(game)[-1] == "BE6"
    assert (Plan.objects.get().is_armed, reload(game).armed) == (False, 0)
    assert Notice.objects.filter(player=side(game, W), kind="plan_ended").count() == 1
    assert record_of(play_and_reload(game, "D6"))[-1] == "WD6"
    assert find_record_faults(reload(game)) == []


def play_and_reload(game, vertex):
    play(game, vertex)
    return reload(game)


def test_ten_answers_take_no_more_statements_than_two_and_are_stored_at_once():
    def statements(*theirs):
        game, by_white, by_black = waiting_for_black(), [], []
        for black, white in reversed(list(zip(theirs[::2], theirs[1::2], strict=True))):
            by_white = [[black, white, by_white]]
        for white, black in reversed(list(zip(theirs[1::2], theirs[2::2], strict=False))):
            by_black = [[white, black, by_black]]
        plan(game, by_white)
        with CaptureQueriesContext(connection) as asked:
            receipt = move(game, B, theirs[0], by_black)
        assert len(receipt.data["answers"]) == len(theirs) - 1
        assert find_record_faults(reload(game)) == []
        return len(asked)

    ten = ("E6", "D6", "E7", "D7", "E8", "D8", "E3", "D3", "E2", "D2")
    assert statements(*ten) == statements(*ten[:4])
