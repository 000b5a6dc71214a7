"""Players' time as shown to them: the remaining time, the current period, the stones still to play (R51)."""

from rules import clock
from rules.clock import Clock, SideClockState, TimeControl, TimeLeft
from rules.off_time import Interval, Schedule
from tests.rules.clocks import (
    ABSOLUTE,
    BLACK,
    BYO_YOMI,
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


def test_period_2_of_5():
    running = clock.start(BYO_YOMI, BLACK, NOON)
    now = NOON + 10 * MINUTE + 40 * SECOND

    assert clock.side_clock_state(BYO_YOMI, running, BLACK, now) == SideClockState(
        is_running=True,
        is_paused=False,
        is_out=False,
        left=110 * SECOND,
        extra=NOTHING,
        main=NOTHING,
        in_overtime=True,
        period=20 * SECOND,
        period_number=2,
        periods=5,
        stones=None,
    )
    white = clock.side_clock_state(BYO_YOMI, running, WHITE, now)
    assert (white.is_running, white.main, white.in_overtime, white.period_number) == (False, 10 * MINUTE, False, None)


def test_5_stones_in_3_days_4_hours():
    control = TimeControl.canadian(NOTHING, 5, 4 * DAY)
    facts = clock.side_clock_state(control, clock.start(control, BLACK, NOON), BLACK, NOON + 20 * HOUR)

    assert (facts.stones, facts.period, facts.in_overtime) == (5, 3 * DAY + 4 * HOUR, True)
    assert (facts.period_number, facts.periods) == (None, None)


def test_facts_tell_the_turns_own_minimum_from_the_sides_time_R51():
    running = clock.with_minimum_time(clock.after_move(ABSOLUTE, Clock(), BLACK, NOON), DAY)

    facts = clock.side_clock_state(ABSOLUTE, running, BLACK, NOON + HOUR)
    assert (facts.left, facts.extra, facts.main) == (23 * HOUR, 22 * HOUR, HOUR)


def test_facts_after_time_was_up_and_without_a_clock():
    running = clock.start(BYO_YOMI, BLACK, NOON)
    facts = clock.side_clock_state(BYO_YOMI, running, BLACK, NOON + DAY)

    assert (facts.is_out, facts.left, facts.period_number) == (True, NOTHING, 5)
    assert clock.side_clock_state(NONE, clock.start(NONE, BLACK, NOON), BLACK, NOON) is None


def test_the_side_that_waits_is_shown_what_its_next_turn_will_have():
    running = clock.start(DAYS, BLACK, NOON)

    assert clock.side_clock_state(DAYS, running, WHITE, NOON + 2 * DAY).left == 3 * DAY
    assert clock.side_clock_state(DAYS, running, BLACK, NOON + 2 * DAY).left == DAY
    assert not clock.side_clock_state(DAYS, running, WHITE, NOON).is_running
    assert clock.side_clock_state(FISCHER, clock.start(FISCHER, BLACK, NOON), WHITE, NOON + 2 * DAY).left == 3 * DAY
    assert clock.side_clock_state(DAYS, Clock(), WHITE, NOON).left == 3 * DAY
    assert clock.side_clock_state(NONE, clock.start(NONE, BLACK, NOON), BLACK, NOON) is None


def test_facts_count_only_playing_time():
    free = Schedule(vacations=(Interval(NOON, NOON + DAY),))
    running = clock.start(FISCHER, BLACK, NOON)

    charged = clock.charge(FISCHER, running, NOON + 2 * DAY, free)
    assert clock.side_clock_state(FISCHER, charged, BLACK, NOON + 2 * DAY).left == 2 * DAY
    assert clock.remaining(FISCHER, charged, BLACK, NOON + 2 * DAY) == TimeLeft(2 * DAY)
    granted = clock.give_time_to_side_on_turn(FISCHER, charged, DAY, NOON + 2 * DAY)
    assert (granted.left, granted.sides.black) == (3 * DAY, TimeLeft(3 * DAY))
    paused = clock.pause(FISCHER, running, NOON + 2 * DAY, free)
    assert (paused.left, paused.since) == (2 * DAY, None)
