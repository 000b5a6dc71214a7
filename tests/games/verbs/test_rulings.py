"""A referee is called, and rules without deciding the game (R61)."""

from datetime import timedelta

import pytest

from accounts.models import StaffAction
from games import services, verbs
from games.errors import MessageLengthNotAllowed, NotAModerator, NotAPlayer, RefereeAlreadyCalled, TooEarlyForReferee
from games.game_view import GameView
from games.management.commands.check_games import find_record_faults
from games.models.action import rules_actions
from games.services.deadlines import clock_now
from games.services.pauses import current_pause_end
from games.sgf_export import sgf_of_actions
from games.terms import PRESETS
from games.time_errors import DurationOutOfRange, NoClockToAdjust
from games.verbs import Ruling
from games.verbs.time import REFEREE_PAUSE
from notifications.models import Notice
from rules import BLACK_AND_WHITE, AfterRejection, Color, Phase, Stage
from rules.clock import TimeControl
from rules.errors import GameOver, NotAStone, WrongPhase
from tests.factories import NOON, act, days, make_game, make_moderator, make_player, play, reload, side, to_act
from tests.support.games import dead, stopped

pytestmark = pytest.mark.django_db

B, W = Color.BLACK, Color.WHITE
HOUR = timedelta(hours=1)
REASON = "The stones at B5 have one eye."


def rejected(times=2, **terms):
    """A game in which this many markings have been rejected, and another is open."""
    game = stopped(**terms)
    for number in range(1, times + 1):
        act(game, verbs.Propose, dead=[])
        act(game, verbs.Reject, proposal=number, then=AfterRejection.MARK, reason="")
    act(game, verbs.Propose, dead=[])
    return game


def set_marking(game, by, *vertices, reason=REASON, **more):
    return act(game, verbs.EndWithModeratorMarking, by=by, dead=dead(game, *vertices), reason=reason, **more)


def let_resume(game, by, first=None, **more):
    return act(game, verbs.ResumeByModerator, by=by, first=first, reason=REASON, **more)


def adjust(game, by, color, add, **more):
    return act(
        game, verbs.AddTimeByRuling, by=by, side=color, minutes=add // timedelta(minutes=1), reason=REASON, **more
    )


def open_to(game):
    """The names of what Black may do now."""
    return {verb.name for verb in verbs.available_verbs(GameView(reload(game), side(game, B)), NOON)}


# calling one


@pytest.mark.parametrize("caller", [B, W])
def test_either_side_calls_a_referee_after_the_second_rejection_once_in_a_game_R61(caller):
    game, staff = rejected(1), make_moderator()
    with pytest.raises(TooEarlyForReferee):
        act(game, verbs.CallReferee, by=side(game, caller))
    act(game, verbs.Reject, proposal=2, then=AfterRejection.MARK, reason="")

    act(game, verbs.CallReferee, by=side(game, caller))

    assert "call_referee" not in open_to(game)
    for color in BLACK_AND_WHITE:
        with pytest.raises(RefereeAlreadyCalled):
            act(game, verbs.CallReferee, by=side(game, color))
    assert Notice.objects.filter(player=staff).exists()
    assert Notice.objects.get(kind="referee_called").player == side(game, caller.opponent)
    assert not find_record_faults(reload(game))


def test_rejections_count_after_play_has_been_resumed_too_R61():
    game = stopped()
    for number, then in ((1, AfterRejection.RESUME), (2, AfterRejection.PLAY_OUT)):
        act(game, verbs.Propose, dead=[])
        act(game, verbs.Reject, proposal=number, then=then, reason="")
        if number == 1:
            play(game, "pass")
            play(game, "pass")

    assert reload(game).phase == Phase.PLAY
    assert "call_referee" in open_to(game)


def test_only_players_call_a_referee_and_only_in_a_running_game():
    game = rejected()
    with pytest.raises(NotAPlayer):
        act(game, verbs.CallReferee, by=make_player())
    act(game, verbs.Resign)
    with pytest.raises(GameOver):
        act(game, verbs.CallReferee, by=side(game, B))


def test_the_call_stops_the_clocks_for_two_days_so_that_nobody_loses_while_waiting():
    game = rejected(days=1)
    before = reload(game).deadline

    receipt = act(game, verbs.CallReferee)

    assert reload(game).deadline == before + REFEREE_PAUSE
    assert receipt.data["until"] == (NOON + REFEREE_PAUSE).isoformat()
    assert services.end_overdue_games(now=before + HOUR) == 0


def test_a_report_and_a_call_share_one_pause():
    called, reported = rejected(days=1), rejected(days=1)
    before = reload(called).deadline

    act(called, verbs.CallReferee)
    act(called, verbs.ReportStalling)
    act(reported, verbs.ReportStalling)
    act(reported, verbs.CallReferee)

    assert reload(called).deadline == before + days(2)
    assert reload(reported).deadline == before + days(3)
    assert "until" not in reported.actions.get(kind="call_referee").payload


# the marking


@pytest.mark.parametrize("deciding", [False, True])
def test_the_moderators_marking_ends_the_game_by_its_count_and_is_rated_R61(deciding):
    game, staff = stopped(), make_moderator()
    if deciding:
        act(game, verbs.Propose, dead=[])

    set_marking(game, staff, "B5", "H5")

    game = reload(game)
    assert (game.result, game.end_reason, game.winner) == ("B+5.5", "score", int(B))
    assert game.rated
    assert game.deadline is None
    assert Notice.objects.filter(kind="game_decided").count() == 2
    assert not find_record_faults(game)


def test_the_marking_and_its_reason_are_in_the_record_for_everybody_R16_R61():
    game = stopped()

    set_marking(game, make_moderator(), "B5")

    record = sgf_of_actions(reload(game), rules_actions(game), reasons=False)
    assert "A moderator says that these stones are dead: B5." in record
    assert REASON in record
    row = game.actions.get(kind="set_marking")
    assert (row.payload, row.seat, row.color) == ({"dead": ["B5"], "reason": REASON}, None, None)


def test_a_marking_is_set_only_when_play_has_stopped_and_on_stones():
    staff = make_moderator()
    with pytest.raises(WrongPhase):
        set_marking(make_game(moves="E5 D4"), staff)
    with pytest.raises(NotAStone):
        set_marking(stopped(), staff, "A9")


# playing on


@pytest.mark.parametrize("first", [None, B, W])
def test_a_moderator_lets_play_go_on_R14_R61(first):
    game, staff = rejected(), make_moderator()
    asked = reload(game).state().to_play

    let_resume(game, staff, first)

    state = reload(game).state()
    assert (state.stage, state.to_play) == (Stage.PLAY, first or asked)
    assert state.proposal is None
    assert Notice.objects.filter(kind="resumption_ruled").count() == 2
    assert not find_record_faults(reload(game))
    play(game, "pass")
    play(game, "pass")
    assert reload(game).phase == Phase.STONE_REMOVAL


def test_when_play_goes_on_the_clocks_are_those_of_play_again_R51():
    game = stopped(time=TimeControl.byo_yomi(HOUR, 5, HOUR))
    assert reload(game).deadline == NOON + days(1)

    let_resume(game, make_moderator(), W, now=NOON + 3 * HOUR)

    clock = clock_now(reload(game), NOON + 3 * HOUR)
    assert clock.facts[W].left == 6 * HOUR
    assert clock.facts[B].left == 6 * HOUR
    assert reload(game).deadline == NOON + 9 * HOUR


def test_the_ruling_ends_the_pause_for_which_the_referee_was_called():
    game = rejected(days=1)
    act(game, verbs.CallReferee)

    let_resume(game, make_moderator(), now=NOON + 3 * HOUR)

    assert current_pause_end(reload(game), NOON + 3 * HOUR) is None
    assert reload(game).deadline == NOON + 3 * HOUR + days(1)
    assert not find_record_faults(reload(game))


def test_a_ruling_does_not_end_the_pause_on_which_the_players_agreed():
    game = rejected(days=1)
    act(game, verbs.CallReferee)
    act(game, verbs.RequestPause, by=side(game, B), until=NOON + days(9))
    act(game, verbs.AnswerPause, by=side(game, W), allow=True)

    let_resume(game, make_moderator(), now=NOON + 3 * HOUR)

    assert current_pause_end(reload(game), NOON + 3 * HOUR) == NOON + days(9)


# the clocks


@pytest.mark.parametrize("name", [name for name in PRESETS if PRESETS[name].system != "none"])
def test_time_is_added_to_the_clock_that_runs(name):
    game = make_game(time=PRESETS[name])
    before = reload(game).deadline

    adjust(game, make_moderator(), B, timedelta(hours=5))

    assert reload(game).deadline == before + 5 * HOUR
    assert Notice.objects.filter(kind="clock_adjusted").count() == 2
    assert not find_record_faults(reload(game))


def test_time_is_added_to_the_clock_that_stands_where_it_has_time_of_its_own():
    game = make_game(time=TimeControl.fischer(days(3), HOUR, days(7)), moves="E5")
    before = reload(game).deadline

    adjust(game, make_moderator(), B, days(2))

    assert reload(game).deadline == before
    assert clock_now(reload(game), NOON).facts[B].left == days(5) + HOUR


def test_there_is_nothing_to_add_to_where_a_side_has_no_clock():
    with pytest.raises(NoClockToAdjust):
        adjust(make_game(time=TimeControl.none()), make_moderator(), B, HOUR)


def test_E103_with_days_per_move_time_counts_in_the_next_turn_of_the_other_side():
    game = make_game(moves="E5")
    before = reload(game).deadline

    adjust(game, make_moderator(), B, days(2))

    per_move = game.agreed_time.per_move
    assert reload(game).deadline == before, "White is on turn"
    assert clock_now(reload(game), NOON).facts[B].left == per_move + days(2)
    for number, (move, left) in enumerate((("F5", per_move + days(2)), ("G5", per_move), ("H5", per_move))):
        play(game, move)
        assert reload(game).clock_value().left == left, number


@pytest.mark.parametrize("add", [timedelta(0), timedelta(seconds=59), -HOUR, days(30) + timedelta(minutes=1)])
def test_time_is_only_added_a_minute_to_thirty_days(add):
    with pytest.raises(DurationOutOfRange):
        adjust(make_game(), make_moderator(), B, add)


def test_thirty_days_may_be_added_in_marking_too():
    game = stopped()
    before = reload(game).deadline

    adjust(game, make_moderator(), reload(game).state().to_play, days(30))

    assert reload(game).deadline == before + days(30)


# all of them

RULINGS = {
    "decide": (verbs.Decide, {"ruling": Ruling.BLACK}),
    "set_marking": (verbs.EndWithModeratorMarking, {"dead": []}),
    "let_resume": (verbs.ResumeByModerator, {}),
    "adjust_clock": (verbs.AddTimeByRuling, {"side": B, "minutes": 60}),
}


@pytest.mark.parametrize("kind", RULINGS)
def test_nobody_rules_but_a_moderator_without_a_part_in_the_game_R61(kind):
    verb, what = RULINGS[kind]
    staff, helper = make_moderator(), make_moderator(grade="helpers")
    game, own = stopped(), stopped(black=staff)
    number = reload(game).number

    for person in (to_act(game), make_player(), helper):
        with pytest.raises(NotAModerator):
            act(game, verb, by=person, reason=REASON, **what)
    with pytest.raises(NotAModerator):
        act(own, verb, by=staff, reason=REASON, **what)

    assert reload(game).number == number
    assert not StaffAction.objects.exists()


@pytest.mark.parametrize("kind", RULINGS)
@pytest.mark.parametrize("reason", ["", "  \n", "x" * 1001])
def test_a_ruling_needs_a_reason_that_can_be_read(kind, reason):
    verb, what = RULINGS[kind]
    game = stopped()
    number = reload(game).number

    with pytest.raises(MessageLengthNotAllowed):
        act(game, verb, by=make_moderator(), reason=reason, **what)

    assert reload(game).number == number


@pytest.mark.parametrize("kind", RULINGS)
def test_a_ruling_is_in_the_audit_log_once_whatever_is_retried_S32(kind):
    verb, what = RULINGS[kind]
    game, staff = stopped(), make_moderator()
    number = reload(game).number

    first, again = (
        act(game, verb, by=staff, reason=REASON, key="a-key-of-one", expected=number, **what) for _ in range(2)
    )

    assert (first.data, first.replayed, again.replayed) == (again.data, False, True)
    row = StaffAction.objects.get()
    assert (row.staff, row.action, row.reason, row.at) == (staff, kind, REASON, NOON)
    assert (row.about["game"], row.about["number"]) == (game.pk, number + 1)


@pytest.mark.parametrize("kind", RULINGS)
def test_nothing_is_ruled_in_a_finished_game_nor_logged(kind):
    verb, what = RULINGS[kind]
    game = stopped()
    act(game, verbs.Resign)

    with pytest.raises(GameOver):
        act(game, verb, by=make_moderator(), reason=REASON, **what)
    assert not StaffAction.objects.exists()
