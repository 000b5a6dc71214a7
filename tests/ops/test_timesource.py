"""The time source when the machine's clock is wrong."""

from datetime import UTC, datetime, timedelta

import pytest

from foundation.timesource import TimeSource

START = datetime(2026, 3, 2, 12, tzinfo=UTC)


class Machine:
    """A wall clock that can be set, and a steady one that cannot; a minute passes with every look."""

    def __init__(self) -> None:
        self.passed, self.set_by = 0.0, 0.0
        self.source = TimeSource(wall=lambda: START.timestamp() + self.passed + self.set_by, steady=lambda: self.passed)

    def after(self, seconds: float) -> timedelta:
        """Return the time that the source reports as passed since the start, this much later."""
        self.passed += seconds
        return self.source.now() - START

    def compare(self, ahead: float, waited: float = 0.0) -> None:
        """Look at a database whose clock is this much ahead of the true time, and which said so at once, `waited`
        seconds before its answer came."""
        at = self.passed + ahead
        self.passed += waited
        self.source.compare_with_database(START + timedelta(seconds=at), waited)


@pytest.mark.parametrize("jump", [3600, -7200, 5.5, -6])
def test_a_jump_of_the_wall_clock_does_not_move_the_time_and_raises_an_alarm(jump):
    machine = Machine()
    machine.after(60)

    machine.set_by = jump

    assert machine.after(60) == timedelta(seconds=120)
    assert machine.source.has_jumped
    assert "jumped" in machine.source.clock_problem


def test_the_alarm_ends_when_the_clock_is_right_again():
    machine = Machine()
    machine.set_by = 3600
    machine.after(60)
    machine.set_by = 0

    assert machine.after(60) == timedelta(seconds=120)
    assert not machine.source.has_jumped
    assert machine.source.clock_problem == ""


def test_whether_the_clock_jumped_is_looked_at_when_it_is_asked():
    machine = Machine()
    machine.set_by = 3600
    assert machine.source.has_jumped

    machine.set_by = 0

    assert not machine.source.has_jumped
    assert machine.source.clock_problem == ""


def test_small_corrections_are_followed_however_many_there_are():
    machine = Machine()
    for _ in range(10):
        machine.set_by += 4
        machine.after(60)

    assert machine.after(0) == timedelta(seconds=640)
    assert not machine.source.has_jumped


def test_where_the_database_has_another_time_its_time_counts():
    machine = Machine()

    machine.compare(ahead=-90)

    assert machine.after(60) == timedelta(seconds=-30)
    assert "differ" in machine.source.clock_problem
    assert not machine.source.has_jumped


def test_a_difference_that_has_changed_is_a_jump_even_when_the_steady_clock_jumped_too():
    machine = Machine()
    machine.compare(ahead=0)
    machine.passed += 3600

    machine.source.compare_with_database(START + timedelta(seconds=60))

    assert machine.source.has_jumped
    assert machine.after(0) == timedelta(seconds=60)


def test_two_seconds_between_the_clocks_are_nothing():
    machine = Machine()

    machine.compare(ahead=1.9)

    assert machine.after(60) == timedelta(seconds=60)
    assert machine.source.clock_problem == ""


def test_an_answer_that_was_long_under_way_looks_like_no_clock_that_was_set():
    machine = Machine()

    machine.compare(ahead=0.0, waited=30)
    assert machine.source.seconds_behind_database == 0
    machine.compare(ahead=0.0)

    assert not machine.source.has_jumped
    assert machine.source.clock_problem == ""


def test_a_slow_answer_hides_no_more_than_its_own_delay():
    machine = Machine()
    machine.compare(ahead=0.0)

    machine.compare(ahead=-40.0, waited=30)

    assert machine.source.has_jumped
    assert machine.source.seconds_behind_database == -40
