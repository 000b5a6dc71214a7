"""Fair time: off time gives no playing time, nothing refills a clock, and a second way to count agrees (R55)."""

import os
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules import BLACK_AND_WHITE, Color, clock
from rules.calendar import deadline_with_reasons, playing_time_between, stretches
from rules.clock import Clock, TimeControl, TimeSystem
from rules.clock.time_left import total_left
from rules.off_time import Interval, NightHours, OffTimeKind, Schedule
from rules.overtime import from_sgf, to_sgf

OFTEN = settings(max_examples=200 if os.environ.get("IGO_NIGHTLY") else 50, deadline=None)
NOTHING, MICROSECOND, MINUTE, DAY = timedelta(0), timedelta(microseconds=1), timedelta(minutes=1), timedelta(days=1)

ZONES = (
    "UTC",
    "Europe/Helsinki",
    "America/New_York",
    "Asia/Tehran",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
    "Asia/Kathmandu",
    "America/Havana",
    "Pacific/Apia",
)
DAYS_TO_WATCH = (
    (2028, 2, 29),  # a leap day
    (2026, 3, 29), (2026, 10, 25),  # clock changes: Helsinki
    (2026, 3, 8), (2026, 11, 1),  # New York and Havana
    (2022, 3, 21), (2022, 9, 21),  # Tehran's last ones, at midnight
    (2026, 4, 4), (2026, 10, 3),  # Lord Howe, by half an hour
    (2026, 2, 15), (2026, 3, 22),  # Casablanca, for Ramadan
    (2011, 12, 30),  # a day that Apia never had
    (2027, 1, 1),
)  # fmt: skip


def minutes(least, most):
    return st.integers(least, most).map(lambda n: n * MINUTE)


def exactly(most):
    """Any duration up to so much, to the microsecond."""
    return st.timedeltas(min_value=NOTHING, max_value=most)


instants = st.builds(
    lambda day, offset: datetime(*day, tzinfo=UTC) + offset, st.sampled_from(DAYS_TO_WATCH), minutes(-3000, 3000)
)


def intervals(start, lengths):
    """Up to three intervals around `start`."""
    one = st.builds(
        lambda offset, length: Interval(start + offset, start + offset + length), minutes(-4000, 9000), lengths
    )
    return st.lists(one, max_size=3).map(tuple)


@st.composite
def nights(draw, longest=12 * 60):
    begin, length = draw(st.integers(0, 1439)), draw(st.integers(1, longest))
    end = (begin + length) % 1440
    return NightHours(time(*divmod(begin, 60)), time(*divmod(end, 60)))


@st.composite
def schedules(draw, start, lengths=minutes(0, 3 * 1440), longest_night=12 * 60):  # noqa: B008
    weekend = draw(st.sets(st.integers(1, 7), min_size=2, max_size=2) | st.just(set()))
    return Schedule(
        zone=draw(st.sampled_from(ZONES)),
        weekend=frozenset(weekend),
        night=draw(st.none() | nights(longest_night)),
        vacations=draw(intervals(start, lengths)),
        pauses=draw(intervals(start, lengths)),
        outages=draw(intervals(start, lengths)),
    )


def off(schedule, at):
    """Return the kind of pause that stops the clock at this time, by checking every kind; None if it runs."""
    for kind, ones in (
        (OffTimeKind.OUTAGE, schedule.outages),
        (OffTimeKind.PAUSE, schedule.pauses),
        (OffTimeKind.VACATION, schedule.vacations),
    ):
        if any(one.begin <= at < one.end for one in ones):
            return kind
    wall = at.astimezone(ZoneInfo(schedule.zone))
    if wall.isoweekday() in schedule.weekend:
        return OffTimeKind.WEEKEND
    night = schedule.night
    if night is None:
        return None
    if night.begin < night.end:
        asleep = night.begin <= wall.time() < night.end
    else:
        asleep = wall.time() >= night.begin or wall.time() < night.end
    return OffTimeKind.NIGHT if asleep else None


def minute_by_minute(start, budget, schedule):
    """The deadline and the off time before it, by watching every minute pass."""
    at, added = start, {}
    while budget:
        kind = off(schedule, at)
        if kind is None:
            budget -= MINUTE
        else:
            added[kind] = added.get(kind, NOTHING) + MINUTE
        at += MINUTE
    return at, added


@OFTEN
@given(st.data(), instants, minutes(1, 2 * 1440))
def test_the_deadline_is_where_watching_every_minute_ends(data, start, budget):
    schedule = data.draw(schedules(start))

    due = deadline_with_reasons(start, budget, schedule)

    at, added = minute_by_minute(start, budget, schedule)
    assert due.instant == at
    assert {reason.kind: reason.duration for reason in due.reasons} == added
    assert list(due.reasons) == sorted(due.reasons, key=lambda reason: list(OffTimeKind).index(reason.kind))


@OFTEN
@given(st.data(), instants, exactly(20 * DAY))
def test_off_time_never_adds_playing_time(data, start, budget):
    schedule = data.draw(schedules(start, exactly(9 * DAY), longest_night=23 * 60))
    start += data.draw(exactly(DAY))

    due = deadline_with_reasons(start, budget, schedule)

    assert playing_time_between(start, due.instant, schedule) == budget
    assert due.instant == start + budget + sum((reason.duration for reason in due.reasons), NOTHING)
    if budget:
        assert playing_time_between(start, due.instant - MICROSECOND, schedule) == budget - MICROSECOND
        assert off(schedule, due.instant - MICROSECOND) is None


@OFTEN
@given(st.data(), instants)
def test_stretches_follow_each_other_and_are_all_of_their_kind(data, start):
    schedule = data.draw(schedules(start, exactly(9 * DAY)))
    begin, length = start + data.draw(exactly(DAY)), data.draw(exactly(15 * DAY))
    assume(length)

    cut = list(stretches(begin, begin + length, schedule))

    assert [piece.begin for piece in cut] == [begin] + [piece.end for piece in cut[:-1]]
    assert cut[-1].end == begin + length
    for piece in cut:
        middle = piece.begin + piece.length / 2
        assert piece.length > NOTHING
        assert {off(schedule, at) for at in (piece.begin, middle, piece.end - MICROSECOND)} == {piece.kind}


periods_of = st.integers(1, 5)
short = st.integers(1, 3 * 1440).map(lambda n: n * MINUTE)
controls = st.one_of(
    st.builds(TimeControl.absolute, short),
    st.builds(TimeControl.byo_yomi, exactly(3 * DAY), periods_of, short),
    st.builds(TimeControl.canadian, exactly(3 * DAY), st.integers(1, 4), short, st.none() | periods_of),
    st.builds(lambda main, more, up: TimeControl.fischer(main, more, main + up), short, short, exactly(DAY)),
    st.builds(TimeControl.days_per_move, short),
)
EVENTS = ("move", "mark", "again", "settle", "pause")


def what_the_system_gives(control, moves, turns):
    """The most playing time that a side can have had after this many moves and turns."""
    if control.system is TimeSystem.ABSOLUTE:
        return control.main_time
    if control.system is TimeSystem.BYO_YOMI:
        return control.main_time + (control.periods + turns) * control.period_time
    if control.system is TimeSystem.CANADIAN:
        periods = moves // control.stones + 1
        return control.main_time + min(periods, control.periods or periods) * control.period_time
    if control.system is TimeSystem.FISCHER:
        return control.main_time + moves * control.increment
    return (turns + 1) * control.per_move


def happens(event, control, running, at, schedule):
    """The clock after the event, and when time may run again."""
    color = running.running
    if event == "settle":
        return clock.charge(control, running, at, schedule), at
    if event == "pause":
        return clock.resume(clock.pause(control, running, at, schedule), at + 9 * DAY), at + 9 * DAY
    to_act = color if event == "again" else color.opponent
    begin = clock.after_move if event == "move" else clock.after_other_action
    return begin(control, clock.charge(control, running, at, schedule), to_act, at), at


@OFTEN
@given(st.data(), controls, st.lists(st.tuples(st.sampled_from(EVENTS), st.floats(0, 0.99)), min_size=1, max_size=25))
def test_no_order_of_events_gives_a_side_more_time_than_the_system_does(data, control, events):
    at = datetime(2026, 3, 27, 12, tzinfo=UTC)
    schedule = data.draw(schedules(at, longest_night=23 * 60))
    running = clock.start(control, Color.BLACK, at)
    used, moves, turns = (
        dict.fromkeys(BLACK_AND_WHITE, NOTHING),
        dict.fromkeys(BLACK_AND_WHITE, 0),
        dict.fromkeys(BLACK_AND_WHITE, 0),
    )
    for event, part in events:
        side, due = running.running, clock.deadline(control, running, schedule)
        before, at = at, at + (due - at) * part
        used[side] += playing_time_between(before, at, schedule)
        moves[side] += event == "move"
        turns[side] += event in ("move", "mark", "again")
        running, at = happens(event, control, running, at, schedule)
        for color in BLACK_AND_WHITE:
            left = clock.remaining(control, clock.charge(control, running, at, schedule), color, at)
            assert used[color] + total_left(control, left) <= what_the_system_gives(control, moves[color], turns[color])
        if control.system is TimeSystem.ABSOLUTE:
            assert used[side] + running.sides[side].main == control.main_time


@OFTEN
@given(st.data(), controls, exactly(2 * DAY))
def test_looking_at_a_clock_or_settling_it_changes_no_deadline(data, control, minimum):
    at = datetime(2026, 10, 24, 12, tzinfo=UTC)
    schedule = data.draw(schedules(at))
    running = clock.with_minimum_time(clock.after_move(control, Clock(), Color.BLACK, at), minimum)
    due = clock.deadline(control, running, schedule)
    looks = sorted(data.draw(st.lists(exactly(due - at), max_size=6)))

    settled = running
    for look in looks:
        settled = clock.charge(control, settled, at + look, schedule)

    budget = total_left(control, clock.remaining(control, running, Color.BLACK, at))
    assert playing_time_between(at, due, schedule) == max(minimum, budget)
    if settled.left:
        assert clock.deadline(control, settled, schedule) == due
    if looks:
        assert settled == clock.charge(control, running, at + looks[-1], schedule)
    assert not clock.charge(control, running, due, schedule).left


@OFTEN
@given(st.data(), controls, exactly(DAY), exactly(DAY))
def test_thinking_never_adds_time_and_a_turns_minimum_is_never_kept(data, control, minimum, think):
    assume(control.system is not TimeSystem.DAYS)
    at = datetime(2026, 3, 7, tzinfo=UTC)
    running = clock.with_minimum_time(clock.after_move(control, Clock(), Color.BLACK, at), minimum)
    had = total_left(control, running.sides.black)
    longer = think + data.draw(exactly(DAY))

    left = [
        total_left(control, clock.remaining(control, running, Color.BLACK, at + t)) for t in (NOTHING, think, longer)
    ]

    assert left == sorted(left, reverse=True)
    assert left[0] == had
    after = clock.with_minimum_time(clock.after_other_action(control, running, Color.WHITE, at + think), minimum)
    period = control.period_time if control.system is TimeSystem.BYO_YOMI else NOTHING
    assert left[1] <= total_left(control, after.sides.black) <= min(had, left[1] + period)


@given(controls)
def test_controls_survive_json_and_sgf(control):
    assert TimeControl.from_json(control.to_json()) == control
    assert from_sgf(*to_sgf(control)) == control


@given(controls, exactly(DAY))
def test_clocks_survive_json_to_the_microsecond(control, think):
    at = datetime(2026, 3, 7, tzinfo=UTC)
    running = clock.after_move(control, clock.start(control, Color.BLACK, at), Color.WHITE, at + think)
    running = clock.charge(control, running, at + 2 * think)

    assert Clock.from_json(running.to_json()) == running
