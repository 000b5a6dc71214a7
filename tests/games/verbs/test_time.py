"""Clocks in games: time from every system, permissions about time, and no way to gain any (R50 to R56)."""

from datetime import timedelta

import pytest

from games import services, verbs
from games.errors import NothingToClaim, OutOfTime, ScoringNotInProgress, StallingAlreadyReported, TooLateToDeclineWin
from games.management.commands.check_games import find_record_faults
from games.services.deadlines import clock_now
from games.services.timeouts import MARGIN
from games.terms import PRESETS
from games.time_errors import (
    CannotGrantTimeNow,
    DurationOutOfRange,
    NoPauseProposed,
    OffTimeNotAllowed,
    PauseAlreadyProposed,
)
from notifications.models import Notice
from rules import Color
from rules.clock import TimeControl, TimeoutPolicy
from rules.errors import GameOver, NotWonOnTime
from rules.off_time import OffTimeKind
from tests.factories import NOON, act, days, make_game, play, reload, side, to_act

pytestmark = pytest.mark.django_db

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
DAY = days(1)


def left(game, color, now):
    """Return the remaining time of this colour."""
    return clock_now(reload(game), now).facts[color].left


def overdue(game, by=2 * MARGIN):
    """The games that end when the sweep comes so late."""
    return services.end_overdue_games(now=reload(game).deadline + by)


@pytest.mark.parametrize(
    ("control", "first", "after_a_day"),
    [
        (TimeControl.days_per_move(2 * DAY), 2 * DAY, 2 * DAY),
        (TimeControl.absolute(30 * DAY), 30 * DAY, 29 * DAY),
        (TimeControl.fischer(3 * DAY, DAY / 2, 7 * DAY), 3 * DAY, 2.5 * DAY),
        (TimeControl.byo_yomi(DAY / 2, 5, DAY), 5.5 * DAY, 5 * DAY),
        (TimeControl.canadian(DAY / 2, 10, 7 * DAY), 7.5 * DAY, 6.5 * DAY),
    ],
)
def test_every_clock_gives_what_it_says_R50(control, first, after_a_day):
    game = make_game(time=control)
    assert game.deadline == NOON + first

    play(game, "E5", now=NOON + DAY)
    play(game, "D4", now=NOON + DAY)

    assert reload(game).deadline == NOON + DAY + after_a_day


def test_a_game_without_a_clock_never_ends_by_itself_R50():
    game = make_game(time=PRESETS["none"])

    assert (game.deadline, game.rated, game.unrated_reason) == (None, False, "no_clock")
    assert services.end_overdue_games(now=NOON + days(4000)) == 0


@pytest.mark.parametrize(
    "control", [PRESETS["absolute"], TimeControl.absolute(HOUR), TimeControl.days_per_move(MINUTE)]
)
def test_marking_and_answering_have_a_day_at_least_R51(control):
    game = make_game(moves="E5 D4 pass pass", time=control)
    marking = reload(game).deadline
    act(game, verbs.Propose, dead=[])

    assert marking >= NOON + DAY
    assert reload(game).deadline >= NOON + DAY


def test_withdrawing_a_proposal_gives_no_new_turn_R55():
    game = make_game(moves="E5 D4 pass pass", days=2)
    me = to_act(game)
    act(game, verbs.Propose, dead=[], by=me, now=NOON + 40 * HOUR)

    act(game, verbs.Withdraw, proposal=1, by=me, now=NOON + 41 * HOUR)

    assert reload(game).deadline == NOON + 49 * HOUR


def test_taking_back_a_move_earns_no_time_R55():
    game = make_game(time=TimeControl.fischer(3 * DAY, DAY, 30 * DAY))
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    now = NOON
    for _ in range(5):
        play(game, "E5", by=black, now=now)
        act(game, verbs.RequestUndo, by=black, now=now)
        act(game, verbs.AnswerUndo, by=white, allow=True, now=now)
        now += HOUR
        assert left(game, Color.BLACK, now - HOUR) <= 3 * DAY
        assert left(game, Color.WHITE, now - HOUR) <= 3 * DAY


def test_a_claim_game_goes_on_until_somebody_claims_R52():
    game = make_game(moves="E5 D4", days=1, lateness=TimeoutPolicy.CLAIM)
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    with pytest.raises(NothingToClaim):
        act(game, verbs.ClaimWinOnTime, by=white, now=NOON + 23 * HOUR)

    assert overdue(game) == 0
    with pytest.raises(NothingToClaim):
        act(game, verbs.ClaimWinOnTime, by=black, now=NOON + 25 * HOUR)
    act(game, verbs.ClaimWinOnTime, by=white, now=NOON + 25 * HOUR)

    assert reload(game).result == "W+T"
    assert find_record_faults(reload(game)) == []


def test_a_late_move_in_a_claim_game_counts_R52():
    game = make_game(moves="E5 D4", days=1, lateness=TimeoutPolicy.CLAIM)

    play(game, "C3", now=NOON + 30 * HOUR)

    assert reload(game).move_number == 3
    assert reload(game).deadline == NOON + 54 * HOUR


def test_a_win_that_nobody_claims_is_claimed_by_itself_after_a_month():
    make_game(moves="E5 D4", days=1, lateness=TimeoutPolicy.CLAIM)

    assert services.end_overdue_games(now=NOON + days(30.9)) == 0
    assert services.end_overdue_games(now=NOON + days(31.1)) == 1


def test_claiming_while_deciding_makes_the_proposal_stand_R52():
    game = make_game(moves="E5 D4 pass pass", days=2, lateness=TimeoutPolicy.CLAIM)
    me = to_act(game)
    act(game, verbs.Propose, dead=[], by=me)

    act(game, verbs.ClaimWinOnTime, by=me, now=NOON + days(3))

    assert reload(game).end_reason == "score"


def test_a_friendly_game_gives_three_days_once_R52():
    game = make_game(moves="E5 D4", days=1, lateness=TimeoutPolicy.FRIENDLY)

    assert overdue(game) == 1
    assert reload(game).deadline == NOON + days(4)
    play(game, "C3", now=NOON + days(3.5))
    assert overdue(game) == 1

    assert reload(game).result == "B+T"
    assert reload(game).graces == 1
    assert find_record_faults(reload(game)) == []


def test_a_late_move_finds_the_grace_by_itself_R53():
    game = make_game(moves="E5 D4", days=1, lateness=TimeoutPolicy.FRIENDLY)

    receipt = play(game, "C3", now=NOON + days(2))

    kinds = list(reload(game).actions.order_by("number").values_list("kind", flat=True))
    assert kinds[-2:] == ["grace", "play"]
    assert receipt.number == reload(game).number
    with pytest.raises(OutOfTime):
        play(make_game(moves="E5 D4", days=1), "C3", now=NOON + days(2))


def test_a_move_after_the_days_of_grace_is_too_late():
    game = make_game(moves="E5 D4", days=1, lateness=TimeoutPolicy.FRIENDLY)

    with pytest.raises(OutOfTime):
        play(game, "C3", now=NOON + days(4))

    assert services.end_overdue_games(now=NOON + days(4.1)) == 1
    assert services.end_overdue_games(now=NOON + days(4.1)) == 1
    assert reload(game).result == "W+T"


@pytest.mark.parametrize("control", [c for c in PRESETS.values() if c.system != "none"])
def test_more_time_can_be_given_under_every_clock(control):
    game = make_game(moves="E5 D4", time=control)
    before, white = reload(game).deadline, side(game, Color.WHITE)

    act(game, verbs.GrantTime, days=5, by=white)

    assert reload(game).deadline == before + days(5)
    assert Notice.objects.filter(kind="time_granted").count() == 1


def test_time_is_given_to_the_other_side_in_bounds():
    game = make_game(moves="E5 D4")
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)

    for by, number, refusal in (
        (black, 3, CannotGrantTimeNow),
        (white, 0, DurationOutOfRange),
        (white, 15, DurationOutOfRange),
    ):
        with pytest.raises(refusal):
            act(game, verbs.GrantTime, days=number, by=by)


@pytest.mark.parametrize("control", [c for c in PRESETS.values() if c.system != "none"])
@pytest.mark.parametrize("moves", ["E5 D4 C3", "E5 D4 pass pass"])
def test_a_win_on_time_can_be_refused_and_the_game_goes_on_R52(control, moves):
    game = make_game(moves=moves, time=control)
    before, loser = game.state(), to_act(game)
    winner = next(s.player for s in game.seat_list() if s.player != loser)
    assert overdue(game) == 1
    ended = reload(game).finished_at
    with pytest.raises(NotWonOnTime):
        act(game, verbs.RefuseWin, by=loser, now=ended)

    act(game, verbs.RefuseWin, by=winner, now=ended + HOUR)

    game = reload(game)
    assert game.state() == before
    assert (game.result, game.finished_at, game.rated) == ("", None, True)
    assert game.deadline == ended + HOUR + days(3)
    assert find_record_faults(game) == []
    assert services.end_overdue_games(now=ended + days(4)) == 1


def test_a_win_can_be_refused_for_a_week_only():
    game = make_game(moves="E5 D4 C3", days=1)
    overdue(game)

    with pytest.raises(TooLateToDeclineWin):
        act(game, verbs.RefuseWin, by=side(game, Color.BLACK), now=NOON + days(8.1))


def test_a_win_by_resignation_cannot_be_refused():
    game = make_game(moves="E5 D4 C3")
    act(game, verbs.Resign, by=side(game, Color.WHITE))

    with pytest.raises(NotWonOnTime):
        act(game, verbs.RefuseWin, by=side(game, Color.BLACK))


def test_a_pause_stops_both_clocks_until_its_end_R56():
    game = make_game(moves="E5 D4", time=TimeControl.absolute(10 * DAY))
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    act(game, verbs.RequestPause, by=white, until=NOON + days(7))
    act(game, verbs.AnswerPause, by=black, allow=True)

    assert reload(game).deadline == NOON + days(17)
    play(game, "C3", now=NOON + days(2))
    assert reload(game).deadline == NOON + days(17)
    play(game, "F6", now=NOON + days(8))
    assert left(game, Color.WHITE, NOON + days(8)) == days(9)
    assert left(game, Color.BLACK, NOON + days(8)) == days(10)


def test_a_pause_needs_agreement_and_can_end_early_by_agreement_R56():
    game = make_game(moves="E5 D4", days=3)
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    act(game, verbs.RequestPause, by=white, until=NOON + days(7))
    with pytest.raises(PauseAlreadyProposed):
        act(game, verbs.RequestPause, by=black, until=NOON + days(8))
    with pytest.raises(NoPauseProposed):
        act(game, verbs.AnswerPause, by=white, allow=True)
    act(game, verbs.AnswerPause, by=black, allow=True)

    act(game, verbs.RequestPause, by=black, until=NOON + DAY, now=NOON + DAY)
    act(game, verbs.AnswerPause, by=white, allow=True, now=NOON + DAY)

    assert reload(game).deadline == NOON + days(4)


def test_a_pause_can_be_declined_taken_back_and_forbidden_R56():
    game = make_game(moves="E5 D4")
    white = side(game, Color.WHITE)
    act(game, verbs.RequestPause, by=white, until=NOON + days(7))
    act(game, verbs.AnswerPause, by=to_act(game), allow=False)
    assert reload(game).requests == {}
    play(game, "C3")
    act(game, verbs.RequestPause, by=white, until=NOON + days(7))
    act(game, verbs.WithdrawRequest, by=white, request="pause")
    assert reload(game).requests == {}
    assert reload(game).pauses == []
    play(game, "E3")
    with pytest.raises(DurationOutOfRange):
        act(game, verbs.RequestPause, by=white, until=NOON + days(61))
    with pytest.raises(DurationOutOfRange):
        act(game, verbs.RequestPause, by=white, until=NOON)
    with pytest.raises(OffTimeNotAllowed):
        act(make_game(off_time=(OffTimeKind.WEEKEND,)), verbs.RequestPause, until=NOON + days(7))


def test_an_offer_of_a_pause_lasts_until_it_is_answered_whatever_is_played():
    game = make_game(moves="E5 D4")
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    act(game, verbs.RequestPause, by=white, until=NOON + days(7))
    play(game, "C3")

    act(game, verbs.AnswerPause, by=black, allow=True, now=NOON + days(1))

    assert reload(game).deadline == NOON + days(9)


def test_a_report_of_stalling_pauses_the_scoring_clock_once():
    game = make_game(moves="E5 D4 pass pass", days=2)
    white = side(game, Color.WHITE)
    with pytest.raises(ScoringNotInProgress):
        act(make_game(), verbs.ReportStalling)

    act(game, verbs.ReportStalling, by=white)

    assert reload(game).deadline == NOON + days(5)
    with pytest.raises(StallingAlreadyReported):
        act(game, verbs.ReportStalling, by=white)


def test_the_third_loss_of_a_wave_is_rated_and_the_fourth_is_not():
    loser = None
    rated = []
    for _ in range(5):
        game = make_game(black=loser, moves="E5 D4 C3 C4", days=1)
        loser = side(game, Color.BLACK)
        overdue(game)
        rated.append((reload(game).rated, reload(game).unrated_reason))

    assert rated == [(True, "")] * 3 + [(False, "wave")] * 2


def test_a_clear_position_is_rated_in_a_wave_too():
    loser = None
    walls = "E9 A1 E8 A2 E7 A3 E6 A4 E5 B1 E4 B2 E3 B3 E2 B4 E1 C1 F9 C2 F8 C3 F7 D1 F6"
    for _ in range(4):
        game = make_game(white=loser, moves=walls, days=1)
        loser = side(game, Color.WHITE)
        overdue(game)

    assert reload(game).result == "B+T"
    assert reload(game).rated


def test_nothing_is_done_about_time_in_a_finished_game():
    game = make_game(moves="E5 D4")
    act(game, verbs.Resign)

    for verb, arguments in (
        (verbs.ClaimWinOnTime, {}),
        (verbs.GrantTime, {"days": 3}),
        (verbs.RequestPause, {"until": NOON + DAY}),
        (verbs.ReportStalling, {}),
    ):
        with pytest.raises(GameOver):
            act(game, verb, by=side(game, Color.BLACK), **arguments)


def test_a_move_at_the_deadline_is_too_late_and_a_microsecond_before_is_not_R53():
    game = make_game(moves="E5 D4", days=1)
    instant = timedelta(microseconds=1)

    with pytest.raises(OutOfTime):
        play(game, "C3", now=NOON + DAY)
    play(game, "C3", now=NOON + DAY - instant)

    assert services.end_overdue_games(now=NOON + DAY + MARGIN) == 0
