"""Time systems as players know them (R50 to R53)."""

from datetime import timedelta

import pytest

from rules import ByColor, clock
from rules.clock import Clock, TimeControl, TimeLeft, TimeoutEffect, TimeoutPolicy, timeout_effect_of
from rules.off_time import Interval, Schedule
from tests.rules.clocks import (
    ABSOLUTE,
    BLACK,
    BYO_YOMI,
    CANADIAN,
    DAY,
    DAYS,
    FISCHER,
    HOUR,
    MINUTE,
    NONE,
    NOON,
    NOTHING,
    SECOND,
    WHITE,
)

EVERY_SYSTEM = [
    ABSOLUTE,
    BYO_YOMI,
    CANADIAN,
    TimeControl.canadian(NOTHING, 10, DAY, periods=4),
    FISCHER,
    TimeControl.fischer(DAY, HOUR, cap=7 * DAY),
    DAYS,
    NONE,
]


def after(control, *thoughts, moved=True):
    """Black has thought so long about each of these moves, White answered at once; and when that was."""
    now, running = NOON, clock.start(control, BLACK, NOON)
    begin = clock.after_move if moved else clock.after_other_action
    for thought in thoughts:
        now += thought
        running = begin(control, running, WHITE, now)
        running = begin(control, running, BLACK, now)
    return running, now


def black_left(control, *thoughts):
    running, now = after(control, *thoughts)
    return clock.remaining(control, running, BLACK, now)


@pytest.mark.parametrize(
    ("thoughts", "left"),
    [
        ([20 * MINUTE], 40 * MINUTE),
        ([20 * MINUTE, 39 * MINUTE], MINUTE),
        ([60 * MINUTE], NOTHING),
    ],
)
def test_absolute_time_is_for_the_whole_game_R50(thoughts, left):
    assert black_left(ABSOLUTE, *thoughts) == TimeLeft(left)


@pytest.mark.parametrize(
    ("thoughts", "left"),
    [
        ([9 * MINUTE], TimeLeft(MINUTE, 30 * SECOND, 5)),
        ([10 * MINUTE], TimeLeft(NOTHING, 30 * SECOND, 5)),
        ([10 * MINUTE, 29 * SECOND], TimeLeft(NOTHING, 30 * SECOND, 5)),
        ([10 * MINUTE, 30 * SECOND], TimeLeft(NOTHING, 30 * SECOND, 4)),
        ([10 * MINUTE, 75 * SECOND], TimeLeft(NOTHING, 30 * SECOND, 3)),
        ([10 * MINUTE + 149 * SECOND, 29 * SECOND], TimeLeft(NOTHING, 30 * SECOND, 1)),
        ([10 * MINUTE + 150 * SECOND], TimeLeft(NOTHING, NOTHING, 0)),
    ],
)
def test_a_used_up_period_is_lost_and_an_unfinished_one_starts_again_R50(thoughts, left):
    assert black_left(BYO_YOMI, *thoughts) == left


@pytest.mark.parametrize(
    ("thoughts", "left"),
    [
        ([10 * MINUTE], TimeLeft(NOTHING, 3 * MINUTE, None, 4)),
        ([11 * MINUTE], TimeLeft(NOTHING, 2 * MINUTE, None, 4)),
        ([11 * MINUTE, MINUTE], TimeLeft(NOTHING, MINUTE, None, 3)),
        ([10 * MINUTE] + [35 * SECOND] * 4, TimeLeft(NOTHING, 3 * MINUTE, None, 5)),
        ([10 * MINUTE, 3 * MINUTE], TimeLeft(NOTHING, NOTHING, None, 0)),
    ],
)
def test_five_stones_in_three_minutes_then_five_more_R50(thoughts, left):
    assert black_left(CANADIAN, *thoughts) == left


def test_with_a_number_of_canadian_periods_the_last_stone_of_the_last_one_ends_the_time_R50():
    control = TimeControl.canadian(NOTHING, 2, HOUR, periods=2)

    assert black_left(control, MINUTE, MINUTE) == TimeLeft(NOTHING, HOUR, 1, 2)
    assert black_left(control, MINUTE, MINUTE, MINUTE) == TimeLeft(NOTHING, 59 * MINUTE, 1, 1)
    running, now = after(control, *[MINUTE] * 4)
    assert clock.remaining(control, running, BLACK, now) == TimeLeft(NOTHING, NOTHING, 0, 0)
    assert clock.deadline(control, running) == now


@pytest.mark.parametrize(
    ("thoughts", "left"),
    [
        ([HOUR], 3 * DAY),
        ([2 * DAY], 2 * DAY),
        ([2 * DAY, 2 * DAY - SECOND], DAY + SECOND),
        ([3 * DAY], NOTHING),
    ],
)
def test_a_move_adds_the_increment_up_to_the_cap_R50(thoughts, left):
    assert black_left(FISCHER, *thoughts) == TimeLeft(left)


def test_a_cap_above_the_main_time_lets_time_be_saved_R50():
    control = TimeControl.fischer(DAY, HOUR, cap=DAY + 3 * HOUR)

    assert black_left(control, *[NOTHING] * 2) == TimeLeft(DAY + 2 * HOUR)
    assert black_left(control, *[NOTHING] * 9) == TimeLeft(DAY + 3 * HOUR)


def test_every_move_has_its_days_R50():
    running, now = after(DAYS, 2 * DAY, 2 * DAY)

    assert clock.deadline(DAYS, running) == now + 3 * DAY
    assert clock.remaining(DAYS, running, BLACK, now + DAY) == TimeLeft(2 * DAY)
    assert clock.remaining(DAYS, running, WHITE, now + DAY) == TimeLeft(3 * DAY)


def test_without_a_clock_there_is_no_deadline_R50():
    running, now = after(NONE, 700 * DAY)

    assert running == Clock(BLACK, now)
    assert clock.deadline(NONE, running) is None
    assert clock.remaining(NONE, running, BLACK, now) is None


@pytest.mark.parametrize(
    ("control", "budget"),
    [
        (ABSOLUTE, 60 * MINUTE),
        (BYO_YOMI, 10 * MINUTE + 150 * SECOND),
        (CANADIAN, 13 * MINUTE),
        (FISCHER, 3 * DAY),
        (DAYS, 3 * DAY),
    ],
)
def test_the_deadline_is_when_everything_is_used_up_R53(control, budget):
    running = clock.start(control, BLACK, NOON)

    assert clock.deadline(control, running) == NOON + budget
    assert clock.side_clock_state(control, running, BLACK, NOON + budget).is_out
    assert not clock.side_clock_state(control, running, BLACK, NOON + budget - SECOND).is_out


def test_the_clock_runs_only_on_its_owners_turn_R51():
    running = clock.start(ABSOLUTE, BLACK, NOON)
    running = clock.after_move(ABSOLUTE, running, WHITE, NOON + 20 * MINUTE)

    assert clock.remaining(ABSOLUTE, running, BLACK, NOON + 50 * MINUTE) == TimeLeft(40 * MINUTE)
    assert clock.remaining(ABSOLUTE, running, WHITE, NOON + 50 * MINUTE) == TimeLeft(30 * MINUTE)


@pytest.mark.parametrize("control", [ABSOLUTE, BYO_YOMI, CANADIAN])
def test_marking_has_a_day_and_gives_nothing_to_keep_R51(control):
    running, now = after(control, 5 * MINUTE)
    had = clock.remaining(control, running, BLACK, now)
    running = clock.after_move(control, running, WHITE, now)
    running = clock.with_minimum_time(clock.after_move(control, running, BLACK, now), DAY)

    assert clock.deadline(control, running) == now + DAY
    now += 20 * HOUR
    running = clock.with_minimum_time(clock.after_other_action(control, running, WHITE, now), DAY)
    assert clock.remaining(control, running, BLACK, now) == had


def test_who_has_more_than_the_minimum_uses_its_own_time_R51():
    running = clock.start(FISCHER, BLACK, NOON)
    running = clock.with_minimum_time(clock.after_move(FISCHER, running, WHITE, NOON), DAY)

    assert clock.deadline(FISCHER, running) == NOON + 3 * DAY
    running = clock.with_minimum_time(clock.after_other_action(FISCHER, running, BLACK, NOON + DAY), DAY)
    assert clock.remaining(FISCHER, running, WHITE, NOON + DAY) == TimeLeft(2 * DAY)


def test_in_the_last_minutes_of_the_minimum_its_own_time_runs_R51():
    running = clock.with_minimum_time(clock.after_move(ABSOLUTE, Clock(), BLACK, NOON), DAY)

    assert clock.remaining(ABSOLUTE, running, BLACK, NOON + 23 * HOUR) == TimeLeft(60 * MINUTE)
    assert clock.remaining(ABSOLUTE, running, BLACK, NOON + DAY - MINUTE) == TimeLeft(MINUTE)


def test_what_is_no_move_earns_no_increment_and_counts_as_no_stone_R51():
    running, now = after(FISCHER, 2 * DAY, moved=False)
    assert clock.remaining(FISCHER, running, BLACK, now) == TimeLeft(DAY)

    running, now = after(CANADIAN, 11 * MINUTE, moved=False)
    assert clock.remaining(CANADIAN, running, BLACK, now) == TimeLeft(NOTHING, 2 * MINUTE, None, 5)


def test_the_same_sides_next_task_goes_on_with_the_same_period():
    running = clock.after_move(BYO_YOMI, Clock(), BLACK, NOON)
    running = clock.after_other_action(BYO_YOMI, running, BLACK, NOON + 10 * MINUTE + 20 * SECOND)

    assert running.sides.black == TimeLeft(NOTHING, 10 * SECOND, 5)


def test_a_clock_that_has_run_out_gets_nothing_more():
    running, now = after(FISCHER, 3 * DAY, NOTHING, NOTHING)

    assert clock.remaining(FISCHER, running, BLACK, now) == TimeLeft(NOTHING)


def test_a_time_before_the_turn_began_takes_no_time():
    running = clock.start(ABSOLUTE, BLACK, NOON)

    assert clock.remaining(ABSOLUTE, running, BLACK, NOON - SECOND) == TimeLeft(60 * MINUTE)
    assert clock.charge(ABSOLUTE, running, NOON - SECOND) == running


@pytest.mark.parametrize("control", EVERY_SYSTEM)
def test_a_pause_stops_time_and_resuming_goes_on_R56(control):
    running = clock.start(control, BLACK, NOON)
    paused = clock.pause(control, running, NOON + MINUTE)
    resumed = clock.resume(paused, NOON + 100 * DAY)

    assert paused.is_paused
    assert clock.deadline(control, paused) is None
    was, now = clock.deadline(control, running), clock.deadline(control, resumed)
    assert was == now is None or now - was == 100 * DAY - MINUTE
    assert clock.pause(control, paused, NOON + 50 * DAY) == paused
    assert clock.resume(running, NOON + DAY) == running


def test_a_stopped_clock_keeps_what_the_sides_had():
    running = clock.start(ABSOLUTE, BLACK, NOON)

    assert clock.stop(running, NOON + MINUTE) == Clock(sides=ByColor(TimeLeft(HOUR), TimeLeft(HOUR)))
    stopped = clock.stop(running, NOON + MINUTE, control=ABSOLUTE)
    assert stopped.sides == ByColor(TimeLeft(59 * MINUTE), TimeLeft(HOUR))
    assert clock.after_move(ABSOLUTE, stopped, BLACK, NOON + DAY).left == 59 * MINUTE
    assert clock.stop(clock.start(DAYS, BLACK, NOON), NOON) == Clock()


@pytest.mark.parametrize("control", [ABSOLUTE, BYO_YOMI, CANADIAN, FISCHER, DAYS])
def test_three_days_more_after_time_was_up_are_all_there_is_R52(control):
    running = clock.start(control, BLACK, NOON)
    up = clock.deadline(control, running)
    running = clock.give_time_to_side_on_turn(control, running, clock.GRACE, up)

    assert clock.deadline(control, running) == up + 3 * DAY
    assert clock.remaining(control, running, BLACK, up) == TimeLeft(
        3 * DAY, periods=None if control.periods is None else 0
    )


def test_days_granted_in_time_are_added_R52():
    running, now = after(BYO_YOMI, 10 * MINUTE)
    running = clock.give_time_to_side_on_turn(BYO_YOMI, running, DAY, now + 10 * SECOND)
    running = clock.after_move(BYO_YOMI, running, WHITE, now + HOUR)

    assert running.sides.black == TimeLeft(23 * HOUR + 10 * SECOND, 30 * SECOND, 5)
    with pytest.raises(ValueError):
        clock.give_time_to_side_on_turn(BYO_YOMI, running, -DAY, now)


@pytest.mark.parametrize(
    ("policy", "graces", "what"),
    [
        (TimeoutPolicy.STRICT, 0, TimeoutEffect.ENDS),
        (TimeoutPolicy.CLAIM, 0, TimeoutEffect.CLAIMABLE),
        (TimeoutPolicy.FRIENDLY, 0, TimeoutEffect.GRACE),
        (TimeoutPolicy.FRIENDLY, 1, TimeoutEffect.ENDS),
    ],
)
def test_strict_claim_and_friendly_R52(policy, graces, what):
    assert timeout_effect_of(policy, graces) is what


def test_off_time_is_not_taken_from_the_clock_R55():
    asleep = Schedule(pauses=(Interval(NOON + 10 * MINUTE, NOON + 10 * HOUR),))
    running = clock.start(ABSOLUTE, BLACK, NOON)

    assert clock.deadline(ABSOLUTE, running, asleep) == NOON + 10 * HOUR + 50 * MINUTE
    slept = clock.charge(ABSOLUTE, running, NOON + 10 * HOUR, asleep)
    running = clock.after_move(ABSOLUTE, slept, WHITE, NOON + 10 * HOUR)
    assert running.sides.black == TimeLeft(50 * MINUTE)


@pytest.mark.parametrize("control", EVERY_SYSTEM)
def test_controls_and_clocks_survive_json(control):
    running, now = after(control, 7 * SECOND + timedelta(microseconds=250_000))
    paused = clock.pause(control, running, now + timedelta(microseconds=1))

    assert TimeControl.from_json(control.to_json()) == control
    assert Clock.from_json(running.to_json()) == running
    assert Clock.from_json(paused.to_json()) == paused


def test_what_games_have_stored_stays_as_it_was():
    running = clock.start(DAYS, WHITE, NOON)

    assert DAYS.to_json() == {"system": "days", "per_move": 259200}
    assert NONE.to_json() == {"system": "none"}
    assert running.to_json() == {"running": "W", "since": "2026-03-02T12:00:00+00:00", "left": 259200}
    assert clock.stop(running, NOON).to_json() == {"running": None, "since": None, "left": None}


@pytest.mark.parametrize(
    "make",
    [
        lambda: TimeControl.absolute(NOTHING),
        lambda: TimeControl.absolute(-DAY),
        lambda: TimeControl.absolute(clock.LONGEST + DAY),
        lambda: TimeControl.byo_yomi(DAY, 0, HOUR),
        lambda: TimeControl.byo_yomi(DAY, 3, NOTHING),
        lambda: TimeControl.byo_yomi(DAY, 3650, 2 * DAY),
        lambda: TimeControl.canadian(DAY, 0, HOUR),
        lambda: TimeControl.canadian(DAY, 5, HOUR, periods=0),
        lambda: TimeControl.fischer(NOTHING, HOUR),
        lambda: TimeControl.fischer(DAY, NOTHING),
        lambda: TimeControl.fischer(DAY, HOUR, cap=HOUR),
        lambda: TimeControl(clock.TimeSystem.DAYS, DAY, main_time=DAY),
    ],
)
def test_a_control_that_makes_no_sense_is_refused(make):
    with pytest.raises(ValueError):
        make()


def test_taking_back_earns_no_increment_R55():
    control = TimeControl.fischer(3 * DAY, DAY, cap=7 * DAY)
    then = clock.start(control, BLACK, NOON)
    played = clock.after_move(control, then, WHITE, NOON + HOUR)
    asked = clock.charge(control, played, NOON + 2 * HOUR)

    back = clock.after_other_action(control, clock.clock_after_undo(control, asked, then), BLACK, NOON + 2 * HOUR)
    again = clock.after_move(control, back, WHITE, NOON + 2 * HOUR)

    assert played.sides.black == TimeLeft(4 * DAY - HOUR)
    assert back.sides == ByColor(TimeLeft(3 * DAY), TimeLeft(3 * DAY - HOUR))
    assert again.sides.black == TimeLeft(4 * DAY)


def test_taking_back_gives_back_no_time_and_asks_for_the_stone_again_R55():
    control = TimeControl.canadian(HOUR, 5, DAY)
    then = Clock(BLACK, NOON, DAY, ByColor(TimeLeft(NOTHING, DAY, None, 3), TimeLeft(HOUR, DAY, None, 5)))
    played = clock.after_move(control, then, WHITE, NOON + 6 * HOUR)
    fresh = Clock(WHITE, NOON, HOUR, ByColor(TimeLeft(NOTHING, 2 * DAY, None, 5), TimeLeft(HOUR, DAY, None, 5)))

    assert played.sides.black == TimeLeft(NOTHING, 18 * HOUR, None, 2)
    assert clock.clock_after_undo(control, played, then).sides.black == TimeLeft(NOTHING, 18 * HOUR, None, 3)
    assert clock.clock_after_undo(control, fresh, then).sides.black == then.sides.black


@pytest.mark.parametrize(
    "make",
    [
        lambda time: TimeControl.days_per_move(time),
        lambda time: TimeControl.absolute(time),
        lambda time: TimeControl.fischer(DAY, time, 3650 * DAY),
        lambda time: TimeControl.fischer(DAY, DAY, time),
        lambda time: TimeControl.byo_yomi(NOTHING, 5, time / 5),
        lambda time: TimeControl.canadian(NOTHING, 5, time, periods=9),
    ],
)
def test_a_control_gives_ten_years_at_most(make):
    assert make(3650 * DAY)
    with pytest.raises(ValueError, match="not a time control"):
        make(3650 * DAY + 5 * SECOND)


def test_no_time_is_granted_to_nobody():
    assert clock.give_time_to_side_on_turn(FISCHER, Clock(), DAY, NOON) == Clock()
    with pytest.raises(ValueError, match="negative"):
        clock.give_time_to_side_on_turn(FISCHER, clock.start(FISCHER, BLACK, NOON), -DAY, NOON)
    running = clock.start(FISCHER, BLACK, NOON)
    assert clock.give_time_to_side_on_turn(FISCHER, running, NOTHING, NOON) == running
